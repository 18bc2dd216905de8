import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares the numbers that documents state about the tests on real servers with those of this run, which FACTS contains.
 * Fails if a document states another number; what was not run is reported and not compared. Run by module real; with
 * REWRITE=true it corrects the documents:
 *
 *   java build/RealNumbers.java ROOT FACTS REWRITE
 */
void main(String... arguments) throws IOException {
  Map<String, Long> facts = new TreeMap<>();
  for (String line : Files.readAllLines(Path.of(arguments[1]))) {
    String[] cells = line.split("\t", 2);
    facts.put(cells[0], Long.valueOf(cells[1]));
  }
  if (facts.isEmpty()) {
    System.out.println("numbers of tests on real servers are not checked: this run produced none");
    return;
  }
  var statements = new Statements(Path.of(arguments[0]), true);
  if (Boolean.parseBoolean(arguments[2])) {
    statements.correct(facts);
  }
  List<String> problems = statements.wrong(facts);
  if (!statements.unknown().isEmpty()) {
    System.out.println("not checked, because this run did not produce them: " + String.join(", ", statements.unknown()));
  }
  if (!problems.isEmpty()) {
    problems.forEach(System.err::println);
    System.err.println(
        "To correct the documents: java build/RealNumbers.java %s %s true".formatted(arguments[0], arguments[1]));
    System.exit(1);
  }
}
