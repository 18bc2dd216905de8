import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares the numbers that README and other documents state about the tests, listed in build/numbers.txt, with those of
 * this build, and writes docs/sweeps.md. Fails if a document states another number. Run by the last module's verify phase
 * after Scenarios and Attacks, whose pages it reads; with REWRITE=true it corrects the documents:
 *
 *   java build/Numbers.java ROOT START REWRITE
 */
static final String CONFORMANCE = "io.coxswain.conformance.";

/** With one of these, tests run more or fewer cases than usual. */
static final List<String> CHANGE_COUNTS =
    List.of(
        "coxswain.slice",
        "coxswain.offset",
        "coxswain.seeds",
        "coxswain.seed",
        "coxswain.faults",
        "transcripts.only");

void main(String... arguments) throws Exception {
  Path root = Path.of(arguments[0]);
  boolean rewrite = Boolean.parseBoolean(arguments[2]);
  var results = new TestResults(root, Instant.parse(arguments[1]));
  for (String property : CHANGE_COUNTS) {
    if (results.properties().contains(property)) {
      System.out.println("numbers in documents are not checked: -D" + property + " changes them");
      return;
    }
  }
  var sweeps = new Sweeps(results.summaries());
  sweeps.write(root);
  Map<String, Long> facts = sweeps.facts();
  facts.put("faults", faultKinds(root));
  conversations(root, results, facts);
  boolean skipped = pages(root, facts);

  var statements = new Statements(root, false);
  if (rewrite) {
    statements.correct(facts);
  }
  var problems = new ArrayList<>(statements.wrong(facts));
  for (String fact : statements.unknown()) {
    if (fact.startsWith("scenarios.") && skipped) {
      System.out.println("not checked, because tests of scenarios were skipped: " + fact);
    } else {
      problems.add("build/numbers.txt: no test of this build produced " + fact);
    }
  }
  System.out.println(
      "numbers: %d sweeps (%d at one in at most %d writes), %d runs; retries after outages of %d writes in %d trials"
          .formatted(
              facts.get("sweeps"),
              facts.get("sweeps.sliced"),
              facts.get("sweeps.widest"),
              facts.get("sweeps.runs"),
              facts.getOrDefault("retry.writes", 0L),
              facts.getOrDefault("retry.trials", 0L)));
  if (!problems.isEmpty()) {
    problems.forEach(System.err::println);
    System.err.println("To correct the documents: java build/Numbers.java . " + arguments[1] + " true");
    System.exit(1);
  }
}

/** The kinds of faults of the simulator, which are the constants of an enum. */
long faultKinds(Path root) throws IOException {
  return ClassFile.of().parse(root.resolve("sim/target/classes/io/coxswain/sim/Fault.class")).fields().stream()
      .filter(field -> field.flags().has(AccessFlag.ENUM))
      .count();
}

/** A recorded conversation is replayed by one case of a test; different.txt names those that must differ. */
void conversations(Path root, TestResults results, Map<String, Long> facts) throws IOException {
  long replayed = results.passed(CONFORMANCE + "ApiTranscriptTest", "respondsAsTheRealOne");
  Path conversations = root.resolve("conformance/conversations");
  List<String> different =
      Files.readAllLines(conversations.resolve("different.txt")).stream()
          .filter(line -> !line.startsWith("#") && line.indexOf(':') > 0)
          .map(line -> line.substring(0, line.indexOf(':')) + ".json")
          .toList();
  long differing;
  try (Stream<Path> files = Files.walk(conversations.resolve("apiserver"))) {
    differing = files.filter(file -> different.contains(file.getFileName().toString())).count();
  }
  if (replayed > 0) {
    facts.put("conversations", replayed);
    facts.put("conversations.equal", replayed - differing);
  }
  long controllers = results.passed(CONFORMANCE + "ControllerTranscriptTest", "respondAsTheRealOnes");
  if (controllers > 0) {
    facts.put("conversations.controllers", controllers);
  }
}

/**
 * Reads the totals of the pages that this build has just written.
 *
 * @return whether tests of scenarios were skipped, so that fewer than usual were shown
 */
boolean pages(Path root, Map<String, Long> facts) throws IOException {
  String attacks = Files.readString(root.resolve("docs/attacks.md"));
  facts.put("attacks", Long.parseLong(find("(?m)^(\\d+) attacks, all held", attacks).group(1)));
  String scenarios = Files.readString(root.resolve("docs/parity/scenarios.md"));
  boolean skipped = scenarios.contains("skipped in this build");
  if (!skipped) {
    Matcher all = find("\\| \\*\\*all\\*\\* \\| \\*\\*(\\d+)\\*\\* \\| \\*\\*(\\d+)\\*\\* \\|", scenarios);
    facts.put("scenarios.shown", Long.parseLong(all.group(1)));
    facts.put("scenarios.all", Long.parseLong(all.group(2)));
  }
  return skipped;
}

Matcher find(String regex, String page) {
  Matcher matcher = Pattern.compile(regex).matcher(page);
  if (!matcher.find()) {
    throw new IllegalStateException("not found: " + regex);
  }
  return matcher;
}
