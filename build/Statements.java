import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The numbers that documents state about test results, listed in build/numbers.txt, compared with those that a build
 * produced. A line of the list is a file, a tab and words of that file with the name of a fact in braces for each number.
 */
final class Statements {
  private static final String LIST = "build/numbers.txt";
  private static final Pattern NAME = Pattern.compile("\\{([A-Za-z0-9.-]+)}");

  private record Statement(String file, String text) {
    List<String> facts() {
      return NAME.matcher(text).results().map(name -> name.group(1)).toList();
    }

    Pattern pattern() {
      var pattern = new StringBuilder();
      int end = 0;
      for (MatchResult name : NAME.matcher(text).results().toList()) {
        pattern.append(Pattern.quote(text.substring(end, name.start()))).append("(?<![\\d,])(\\d+(?:,\\d{3})*)");
        end = name.end();
      }
      return Pattern.compile(pattern.append(Pattern.quote(text.substring(end))).toString());
    }
  }

  private final Path root;
  private final List<Statement> statements = new ArrayList<>();
  private final TreeSet<String> unknown = new TreeSet<>();

  /**
   * @param onRealServers whether to compare the facts of profile real, whose names begin with "real.", or all others
   */
  Statements(Path root, boolean onRealServers) throws IOException {
    this.root = root;
    for (String line : Files.readAllLines(root.resolve(LIST))) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] cells = line.split("\t", 2);
      if (cells.length < 2 || !NAME.matcher(cells[1]).find()) {
        throw new IOException(LIST + ": not a file, a tab and words with a fact in braces: " + line);
      }
      var statement = new Statement(cells[0], cells[1]);
      boolean real = statement.facts().getFirst().startsWith("real.");
      if (statement.facts().stream().anyMatch(fact -> fact.startsWith("real.") != real)) {
        throw new IOException(LIST + ": facts of two builds in one line: " + line);
      }
      if (real == onRealServers) {
        statements.add(statement);
      }
    }
  }

  /** The facts that documents state and this build did not produce; filled by {@link #wrong} and {@link #correct}. */
  TreeSet<String> unknown() {
    return unknown;
  }

  /** One sentence for each number that is not the produced one, and for each statement that its file lacks. */
  List<String> wrong(Map<String, Long> facts) throws IOException {
    var problems = new ArrayList<String>();
    for (Statement statement : statements) {
      String page = Files.readString(root.resolve(statement.file()));
      List<MatchResult> found = statement.pattern().matcher(page).results().toList();
      if (found.isEmpty()) {
        problems.add("%s: does not state \"%s\"; see %s".formatted(statement.file(), statement.text(), LIST));
      }
      for (MatchResult match : found) {
        List<String> names = statement.facts();
        for (int i = 0; i < names.size(); i++) {
          String stated = match.group(i + 1);
          String produced = produced(facts, names.get(i), stated);
          if (!stated.equals(produced)) {
            long line = 1 + page.substring(0, match.start(i + 1)).chars().filter(c -> c == '\n').count();
            problems.add(
                "%s:%d: states %s, but this build produced %s (%s)"
                    .formatted(statement.file(), line, stated, produced, names.get(i)));
          }
        }
      }
    }
    return problems;
  }

  /** Replaces all numbers by those that were produced. */
  void correct(Map<String, Long> facts) throws IOException {
    for (Statement statement : statements) {
      Path file = root.resolve(statement.file());
      String page = Files.readString(file);
      List<String> names = statement.facts();
      var corrected = new StringBuilder();
      int end = 0;
      for (MatchResult match : statement.pattern().matcher(page).results().toList()) {
        for (int i = 0; i < names.size(); i++) {
          corrected.append(page, end, match.start(i + 1)).append(produced(facts, names.get(i), match.group(i + 1)));
          end = match.end(i + 1);
        }
      }
      corrected.append(page, end, page.length());
      if (!page.contentEquals(corrected)) {
        Files.writeString(file, corrected);
        System.out.println("wrote " + statement.file());
      }
    }
  }

  private String produced(Map<String, Long> facts, String name, String stated) {
    Long value = facts.get(name);
    if (value == null) {
      unknown.add(name);
      return stated;
    }
    return String.format(Locale.ROOT, "%,d", value);
  }
}
