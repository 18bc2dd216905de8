import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The annotated tests of all modules, from their class files, and how these tests ended in this build and what they
 * printed about their size, from the reports that surefire wrote since the build began.
 */
final class TestResults {
  enum Outcome {
    PASSED("passed"),
    FAILED("failed"),
    SKIPPED("was skipped"),
    /** It was skipped because the machine lacks a program that it needs. */
    LEFT_OUT("left out on this machine"),
    NOT_RUN("did not run");

    final String text;

    Outcome(String text) {
      this.text = text;
    }
  }

  /** An annotation on a test; without a method it is on the class and speaks of all its tests. */
  record Claim(String module, String testClass, String method, String value) {
    String simpleClass() {
      return testClass.replaceAll(".*\\.", "").replace('$', '.');
    }

    String test() {
      return method.isEmpty() ? simpleClass() : simpleClass() + "." + method;
    }
  }

  /** A line that a test printed. */
  record Line(String module, String testClass, String text) {}

  /** How summaries of the simulator begin; other lines are not kept. */
  private static final Pattern SUMMARY = Pattern.compile("(sweep|seeds|retry) of .*|chaos in .*");

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern METHOD = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]*");

  private final Path root;
  private final List<String> modules;
  private final Map<String, Outcome> outcomes = new HashMap<>();
  private final Map<String, Integer> passed = new HashMap<>();
  private final List<Line> summaries = new ArrayList<>();
  private final Set<String> properties = new TreeSet<>();

  /**
   * @param start of the build; older reports are those of earlier builds
   */
  TestResults(Path root, Instant start) throws IOException, XMLStreamException {
    this.root = root;
    String pom = Files.readString(root.resolve("pom.xml"));
    this.modules = MODULE.matcher(pom.replaceAll("(?s)<profiles>.*", "")).results().map(m -> m.group(1)).toList();
    for (String module : modules) {
      for (Path report : files(root.resolve(module).resolve("target/surefire-reports"), ".xml")) {
        if (!Files.getLastModifiedTime(report).toInstant().isBefore(start)) {
          read(module, report);
        }
      }
    }
  }

  private void read(String module, Path report) throws IOException, XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try (var in = Files.newInputStream(report)) {
      XMLStreamReader xml = factory.createXMLStreamReader(in);
      String testClass = "";
      String method = "";
      Outcome outcome = Outcome.PASSED;
      while (xml.hasNext()) {
        int event = xml.next();
        if (event == XMLStreamConstants.START_ELEMENT) {
          switch (xml.getLocalName()) {
            case "testcase" -> {
              testClass = xml.getAttributeValue(null, "classname");
              var name = METHOD.matcher(xml.getAttributeValue(null, "name"));
              method = name.lookingAt() ? name.group() : "";
              outcome = Outcome.PASSED;
            }
            case "failure", "error" -> outcome = Outcome.FAILED;
            case "skipped" -> {
              boolean leftOut = xml.getElementText().contains(" is left out: there is no ");
              outcome = leftOut ? Outcome.LEFT_OUT : Outcome.SKIPPED;
            }
            case "property" -> properties.add(xml.getAttributeValue(null, "name"));
            case "system-out" -> {
              for (String line : xml.getElementText().lines().toList()) {
                if (SUMMARY.matcher(line).matches()) {
                  summaries.add(new Line(module, testClass, line));
                }
              }
            }
            default -> {}
          }
        } else if (event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals("testcase")) {
          outcomes.merge(testClass + "#" + method, outcome, TestResults::worse);
          outcomes.merge(testClass + "#", outcome, TestResults::worse);
          passed.merge(testClass + "#" + method, outcome == Outcome.PASSED ? 1 : 0, Integer::sum);
        }
      }
    }
  }

  /** A test with many rows has passed when all of them have. */
  private static Outcome worse(Outcome one, Outcome other) {
    if (one == other) {
      return one;
    }
    return one == Outcome.FAILED || other == Outcome.PASSED ? one : other == Outcome.FAILED ? other : Outcome.SKIPPED;
  }

  Outcome of(Claim claim) {
    return outcomes.getOrDefault(claim.testClass() + "#" + claim.method(), Outcome.NOT_RUN);
  }

  /** The number of invocations of a test that passed: one for each row of a parameterized test. */
  int passed(String testClass, String method) {
    return passed.getOrDefault(testClass + "#" + method, 0);
  }

  /** The summaries that sweeps, seeds, retry trials and chaos printed, in the order of module and class. */
  List<Line> summaries() {
    return summaries;
  }

  /** The names of the system properties of all tests. */
  Set<String> properties() {
    return properties;
  }

  /** Every value of an annotation of package io.coxswain.evidence, in the order of module, class and method. */
  List<Claim> claims(String annotation) throws IOException {
    var claims = new ArrayList<Claim>();
    for (String module : modules) {
      Path classes = root.resolve(module).resolve("target/test-classes");
      for (Path file : files(classes, ".class")) {
        String name = classes.relativize(file).toString().replace(".class", "");
        Path source = root.resolve(module).resolve("src/test/java").resolve(name.replaceAll("\\$.*", "") + ".java");
        if (!Files.exists(source)) {
          continue; // left over from before the test was deleted or renamed
        }
        var parsed = ClassFile.of().parse(file);
        String testClass = name.replace('/', '.');
        values(parsed, annotation).forEach(value -> claims.add(new Claim(module, testClass, "", value)));
        parsed.methods().stream()
            .sorted(java.util.Comparator.comparing(m -> m.methodName().stringValue()))
            .forEach(
                method ->
                    values(method, annotation)
                        .forEach(
                            value ->
                                claims.add(new Claim(module, testClass, method.methodName().stringValue(), value))));
      }
    }
    return claims;
  }

  private static Stream<String> values(AttributedElement element, String annotation) {
    return element.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
        .flatMap(attribute -> attribute.annotations().stream())
        .filter(a -> a.className().stringValue().equals("Lio/coxswain/evidence/" + annotation + ";"))
        .map(Annotation::elements)
        .flatMap(List::stream)
        .map(AnnotationElement::value)
        .flatMap(value -> value instanceof AnnotationValue.OfArray array ? array.values().stream() : Stream.of(value))
        .map(value -> ((AnnotationValue.OfString) value).stringValue());
  }

  private static List<Path> files(Path folder, String end) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }
}
