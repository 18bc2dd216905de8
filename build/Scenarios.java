import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Counts the acceptance scenarios that tests claim with @Scenario, prints covered/total per specification and writes
 * docs/parity/scenarios.md. Run by the last module's verify phase: by then every claiming test has passed.
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

static final Pattern CLAIM = Pattern.compile("@Scenario\\(([^)]*)\\)");
static final Pattern ID = Pattern.compile("\"([a-z-]+)-(\\d+)\"");

void main(String... arguments) throws Exception {
  Path root = Path.of(arguments.length > 0 ? arguments[0] : ".");
  var claims = new TreeMap<String, TreeMap<Integer, TreeSet<String>>>();
  boolean bad = false;
  try (var walk = Files.walk(root)) {
    for (Path file : walk.filter(p -> p.toString().contains("/src/test/java/") && p.toString().endsWith(".java")).sorted().toList()) {
      var claim = CLAIM.matcher(Files.readString(file));
      while (claim.find()) {
        var id = ID.matcher(claim.group(1));
        while (id.find()) {
          String spec = id.group(1);
          int number = Integer.parseInt(id.group(2));
          if (number < 1 || number > TOTALS.getOrDefault(spec, 0)) {
            System.err.println(file + ": there is no scenario " + spec + "-" + number);
            bad = true;
            continue;
          }
          String name = file.getFileName().toString().replace(".java", "");
          claims.computeIfAbsent(spec, s -> new TreeMap<>()).computeIfAbsent(number, n -> new TreeSet<>()).add(name);
        }
      }
    }
  }
  if (bad) {
    System.exit(1);
  }
  report(root, claims);
}

void report(Path root, Map<String, TreeMap<Integer, TreeSet<String>>> claims) throws Exception {
  var page = new StringBuilder("# Acceptance scenarios shown by tests\n\nWritten by the build (`build/Scenarios.java`).\n\n");
  page.append("| Specification | Shown | Of |\n|---|---|---|\n");
  int shown = 0;
  int total = 0;
  for (var spec : TOTALS.entrySet()) {
    int count = claims.getOrDefault(spec.getKey(), new TreeMap<>()).size();
    page.append("| %s | %d | %d |\n".formatted(spec.getKey(), count, spec.getValue()));
    System.out.printf("scenarios %-18s %3d/%d%n", spec.getKey(), count, spec.getValue());
    shown += count;
    total += spec.getValue();
  }
  page.append("| **all** | **%d** | **%d** |\n".formatted(shown, total));
  System.out.printf("scenarios %-18s %3d/%d%n", "all", shown, total);
  for (var spec : TOTALS.keySet()) {
    if (claims.containsKey(spec)) {
      page.append("\n## ").append(spec).append("\n\n| Scenario | Test |\n|---|---|\n");
      claims.get(spec).forEach((number, tests) -> page.append("| %s-%d | %s |\n".formatted(spec, number, String.join(", ", tests))));
    }
  }
  Path out = root.resolve("docs/parity/scenarios.md");
  Files.createDirectories(out.getParent());
  if (!Files.exists(out) || !Files.readString(out).equals(page.toString())) {
    Files.writeString(out, page);
  }
}
