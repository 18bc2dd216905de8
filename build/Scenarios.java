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
 * Counts the acceptance scenarios whose tests, annotated with @Scenario, ran and passed in this build, prints the count
 * for each specification with the scenarios that are missing, and writes docs/parity/scenarios.md. Fails when a test
 * that claims a scenario failed or did not run; one that was skipped, for want of a program such as kubectl, is named. Run by the last module's verify phase:
 *
 *   java build/Scenarios.java ROOT START
 */
final Map<String, Integer> TOTALS = totals();

Map<String, Integer> totals() {
  var totals = new LinkedHashMap<String, Integer>();
  totals.put("runtime", 40);
  totals.put("apiserver", 40);
  totals.put("kcm-host", 36);
  totals.put("kcm-controllers", 45);
  totals.put("job", 40);
  totals.put("jobset", 40);
  totals.put("trainer", 40);
  totals.put("soperator", 20);
  totals.put("soperator-render", 24);
  totals.put("soperator-checks", 29);
  return totals;
}

static final Pattern ID = Pattern.compile("([a-z-]+)-(\\d+)");

void main(String... arguments) throws Exception {
  Path root = Path.of(arguments[0]);
  var results = new TestResults(root, Instant.parse(arguments[1]));
  var shown = new TreeMap<String, TreeMap<Integer, TreeSet<String>>>();
  var problems = new ArrayList<String>();
  var skipped = new ArrayList<String>();
  List<TestResults.Claim> claims = results.claims("Scenario");
  if (claims.isEmpty()) {
    problems.add("no test class claims any");
  }
  for (TestResults.Claim claim : claims) {
    var id = ID.matcher(claim.value());
    if (!id.matches() || number(id.group(2)) < 1 || number(id.group(2)) > TOTALS.getOrDefault(id.group(1), 0)) {
      problems.add(claim.value() + " of " + claim.test() + " is no scenario");
      continue;
    }
    TestResults.Outcome outcome = results.of(claim);
    if (outcome == TestResults.Outcome.PASSED) {
      shown
          .computeIfAbsent(id.group(1), s -> new TreeMap<>())
          .computeIfAbsent(number(id.group(2)), n -> new TreeSet<>())
          .add(claim.simpleClass());
    } else {
      (outcome == TestResults.Outcome.SKIPPED ? skipped : problems)
          .add("%s: %s %s".formatted(claim.value(), claim.test(), outcome.text));
    }
  }
  print(shown);
  skipped.forEach(reason -> System.out.println("scenario not shown: " + reason));
  if (!problems.isEmpty()) {
    problems.forEach(problem -> System.err.println("scenario not shown: " + problem));
    System.err.println("Every test that claims a scenario must pass in the same build: run mvn verify on all modules.");
    System.exit(1);
  }
  write(root, shown);
}

int number(String digits) {
  return Integer.parseInt(digits);
}

void print(Map<String, TreeMap<Integer, TreeSet<String>>> shown) {
  int count = 0;
  int total = 0;
  var missing = new ArrayList<String>();
  for (var spec : TOTALS.entrySet()) {
    var numbers = shown.getOrDefault(spec.getKey(), new TreeMap<>());
    System.out.printf("scenarios %-18s %3d/%d%n", spec.getKey(), numbers.size(), spec.getValue());
    count += numbers.size();
    total += spec.getValue();
    for (int i = 1; i <= spec.getValue(); i++) {
      if (!numbers.containsKey(i)) {
        missing.add(spec.getKey() + "-" + i);
      }
    }
  }
  System.out.printf("scenarios %-18s %3d/%d, missing: %s%n", "all", count, total, missing(missing));
}

String missing(List<String> ids) {
  int most = 20;
  return ids.isEmpty()
      ? "none"
      : String.join(", ", ids.subList(0, Math.min(most, ids.size()))) + (ids.size() > most ? ", ..." : "");
}

void write(Path root, Map<String, TreeMap<Integer, TreeSet<String>>> shown) throws Exception {
  var page = new StringBuilder("# Acceptance scenarios shown by tests\n\n");
  page.append("Written by the build (`build/Scenarios.java`). ");
  page.append("A scenario counts when its test ran and passed in that build.\n\n");
  page.append("| Specification | Shown | Of |\n|---|---|---|\n");
  int count = 0;
  int total = 0;
  for (var spec : TOTALS.entrySet()) {
    int numbers = shown.getOrDefault(spec.getKey(), new TreeMap<>()).size();
    page.append("| %s | %d | %d |\n".formatted(spec.getKey(), numbers, spec.getValue()));
    count += numbers;
    total += spec.getValue();
  }
  page.append("| **all** | **%d** | **%d** |\n".formatted(count, total));
  for (var spec : TOTALS.keySet()) {
    if (shown.containsKey(spec)) {
      page.append("\n## ").append(spec).append("\n\n| Scenario | Test |\n|---|---|\n");
      shown
          .get(spec)
          .forEach((number, tests) -> page.append("| %s-%d | %s |\n".formatted(spec, number, String.join(", ", tests))));
    }
  }
  Path out = root.resolve("docs/parity/scenarios.md");
  if (!Files.exists(out) || !Files.readString(out).equals(page.toString())) {
    Files.writeString(out, page);
  }
}
