import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;

/**
 * Lists the attacks and failures that tests, annotated with @Attack, reproduced in this build: what was tried, whether
 * the system withstood it, and the test. Writes docs/attacks.md. Fails when one of the tests did not run or did not pass.
 * Where the machine lacks a program, such as a browser, it names what was left out and writes nothing.
 * Run by the last module's verify phase:
 *
 *   java build/Attacks.java ROOT START
 */
void main(String... arguments) throws Exception {
  Path root = Path.of(arguments[0]);
  var results = new TestResults(root, Instant.parse(arguments[1]));
  var rows = new ArrayList<String>();
  int held = 0;
  int leftOut = 0;
  var attacks = results.claims("Attack");
  int width = attacks.stream().mapToInt(attack -> attack.value().length()).max().orElse(5);
  System.out.printf("%-" + width + "s  %-11s  %s%n", "tried", "held", "test");
  for (TestResults.Claim attack : attacks) {
    TestResults.Outcome outcome = results.of(attack);
    boolean passed = outcome == TestResults.Outcome.PASSED;
    held += passed ? 1 : 0;
    leftOut += outcome == TestResults.Outcome.LEFT_OUT ? 1 : 0;
    System.out.printf(
        "%-" + width + "s  %-11s  %s%n", attack.value(), passed ? "yes" : "no: " + outcome.text, attack.test());
    rows.add(
        "| %s | yes | `%s` (%s) |\n"
            .formatted(attack.value().replace("|", "\\|"), attack.test(), attack.module()));
  }
  System.out.printf("attacks held %d/%d%n", held, attacks.size());
  if (held + leftOut < attacks.size()) {
    System.err.println("Every test of an attack must pass in the same build: run mvn verify on all modules.");
    System.exit(1);
  }
  if (leftOut > 0) {
    System.out.println("docs/attacks.md is not written: " + leftOut + " attacks need a program that is not on this machine");
    return;
  }
  write(root, rows);
}

void write(Path root, ArrayList<String> rows) throws Exception {
  var page = new StringBuilder("# Attacks that tests reproduce\n\n");
  page.append("Written by the build (`build/Attacks.java`) from the tests annotated with `@Attack`. ");
  page.append("The build fails when one of them does not run or does not pass.\n\n");
  page.append("%d attacks, all held.\n\n".formatted(rows.size()));
  page.append("| Tried | Held | Test (module) |\n|---|---|---|\n");
  rows.forEach(page::append);
  Path out = root.resolve("docs/attacks.md");
  if (!Files.exists(out) || !Files.readString(out).equals(page.toString())) {
    Files.writeString(out, page);
  }
}
