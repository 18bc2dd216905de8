import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Lists the acceptance scenarios of testdata/scenarios.tsv with the tests, annotated with @Scenario, that ran and passed
 * in this build. Prints the count per specification with the missing scenarios, and writes docs/parity/scenarios.md.
 *
 * <p>Fails if a test that claims a scenario failed or did not run, if it claims an id that the file does not contain, or
 * if no test claims an id and the file gives no reason. A test that was skipped because a program such as kubectl is not
 * installed is only reported. Run by the last module's verify phase:
 *
 *   java build/Scenarios.java ROOT START
 */
static final Pattern ID = Pattern.compile("([a-z-]+)-(\\d+)");

static final int MAX_WORDS = 25;

/** A row of the file; the reason is empty unless no test can show the scenario. */
record Row(String sentence, String reason) {}

void main(String... arguments) throws Exception {
  Path root = Path.of(arguments[0]);
  var problems = new ArrayList<String>();
  Map<String, TreeMap<Integer, Row>> scenarios = read(root.resolve("testdata/scenarios.tsv"), problems);
  var results = new TestResults(root, Instant.parse(arguments[1]));
  var shown = new TreeMap<String, TreeSet<String>>();
  var claimed = new TreeSet<String>();
  var skipped = new ArrayList<String>();
  List<TestResults.Claim> claims = results.claims("Scenario");
  if (claims.isEmpty()) {
    problems.add("no test class has an @Scenario annotation");
  }
  for (TestResults.Claim claim : claims) {
    if (find(scenarios, claim.value()) == null) {
      problems.add("%s: claimed by %s, but not in testdata/scenarios.tsv".formatted(claim.value(), claim.test()));
      continue;
    }
    claimed.add(claim.value());
    TestResults.Outcome outcome = results.of(claim);
    if (outcome == TestResults.Outcome.PASSED) {
      shown.computeIfAbsent(claim.value(), id -> new TreeSet<>()).add(claim.simpleClass());
    } else {
      (outcome == TestResults.Outcome.SKIPPED ? skipped : problems)
          .add("%s: %s %s".formatted(claim.value(), claim.test(), outcome.text));
    }
  }
  scenarios.forEach(
      (spec, rows) ->
          rows.forEach(
              (number, row) -> {
                String id = spec + "-" + number;
                if (claimed.contains(id) != row.reason().isEmpty()) {
                  problems.add(
                      claimed.contains(id)
                          ? id + ": a test claims it, so remove the reason from testdata/scenarios.tsv"
                          : id + ": no test claims it, and testdata/scenarios.tsv gives no reason");
                }
              }));
  print(scenarios, shown);
  skipped.forEach(reason -> System.out.println("scenario not shown: " + reason));
  if (!problems.isEmpty()) {
    problems.forEach(problem -> System.err.println("scenario not shown: " + problem));
    System.err.println("Every test that claims a scenario must pass in the same build: run mvn verify on all modules.");
    System.exit(1);
  }
  write(root, scenarios, shown);
}

/** Reads the file; ids of one specification count up from 1. */
Map<String, TreeMap<Integer, Row>> read(Path file, List<String> problems) throws Exception {
  var scenarios = new LinkedHashMap<String, TreeMap<Integer, Row>>();
  for (String line : Files.readAllLines(file)) {
    if (line.startsWith("#")) {
      continue;
    }
    String[] cells = line.split("\t", -1);
    var id = ID.matcher(cells[0]);
    if (!id.matches() || cells.length < 2 || cells.length > 3 || cells[1].isBlank()) {
      problems.add("testdata/scenarios.tsv: not an id, a sentence and an optional reason: " + line);
      continue;
    }
    var rows = scenarios.computeIfAbsent(id.group(1), spec -> new TreeMap<>());
    int number = Integer.parseInt(id.group(2));
    int expected = rows.isEmpty() ? 1 : rows.lastKey() + 1;
    if (number != expected) {
      problems.add("%s: expected %s-%d here".formatted(cells[0], id.group(1), expected));
    }
    if (cells[1].split(" ").length > MAX_WORDS) {
      problems.add("%s: the sentence has more than %d words".formatted(cells[0], MAX_WORDS));
    }
    rows.put(number, new Row(cells[1], cells.length == 3 ? cells[2] : ""));
  }
  return scenarios;
}

Row find(Map<String, TreeMap<Integer, Row>> scenarios, String claim) {
  var id = ID.matcher(claim);
  return id.matches() && scenarios.containsKey(id.group(1))
      ? scenarios.get(id.group(1)).get(Integer.parseInt(id.group(2)))
      : null;
}

void print(Map<String, TreeMap<Integer, Row>> scenarios, Map<String, TreeSet<String>> shown) {
  int count = 0;
  int total = 0;
  var missing = new ArrayList<String>();
  for (var spec : scenarios.entrySet()) {
    List<String> ids = spec.getValue().keySet().stream().map(number -> spec.getKey() + "-" + number).toList();
    int passed = (int) ids.stream().filter(shown::containsKey).count();
    System.out.printf("scenarios %-18s %3d/%d%n", spec.getKey(), passed, ids.size());
    count += passed;
    total += ids.size();
    ids.stream().filter(id -> !shown.containsKey(id)).forEach(missing::add);
  }
  System.out.printf("scenarios %-18s %3d/%d, missing: %s%n", "all", count, total, abbreviate(missing));
}

String abbreviate(List<String> ids) {
  int limit = 20;
  return ids.isEmpty()
      ? "none"
      : String.join(", ", ids.subList(0, Math.min(limit, ids.size()))) + (ids.size() > limit ? ", ..." : "");
}

void write(Path root, Map<String, TreeMap<Integer, Row>> scenarios, Map<String, TreeSet<String>> shown)
    throws Exception {
  var page = new StringBuilder("# Acceptance scenarios shown by tests\n\n");
  page.append("Generated by the build (`build/Scenarios.java`) from `testdata/scenarios.tsv` and the tests annotated ");
  page.append("with `@Scenario`. A scenario counts if its tests ran and passed in that build.\n\n");
  page.append("| Specification | Shown | Of |\n|---|---|---|\n");
  int count = 0;
  int total = 0;
  for (var spec : scenarios.entrySet()) {
    int passed = 0;
    for (int number : spec.getValue().keySet()) {
      passed += shown.containsKey(spec.getKey() + "-" + number) ? 1 : 0;
    }
    page.append("| [%s](#%s) | %d | %d |\n".formatted(spec.getKey(), spec.getKey(), passed, spec.getValue().size()));
    count += passed;
    total += spec.getValue().size();
  }
  page.append("| **all** | **%d** | **%d** |\n".formatted(count, total));
  scenarios.forEach(
      (spec, rows) -> {
        page.append("\n## ").append(spec).append("\n\n| Id | Scenario | Test |\n|---|---|---|\n");
        rows.forEach(
            (number, row) -> {
              String id = spec + "-" + number;
              String tests = shown.containsKey(id) ? String.join(", ", shown.get(id)) : missing(row);
              page.append("| %s | %s | %s |\n".formatted(id, cell(row.sentence()), tests));
            });
      });
  Path out = root.resolve("docs/parity/scenarios.md");
  if (!Files.exists(out) || !Files.readString(out).equals(page.toString())) {
    Files.writeString(out, page);
  }
}

String missing(Row row) {
  return row.reason().isEmpty() ? "skipped in this build" : "none: " + row.reason();
}

/** Text as Markdown shows it unchanged in a table. */
String cell(String text) {
  return text.replace("|", "\\|").replace("*", "\\*").replace("_", "\\_");
}
