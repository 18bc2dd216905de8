package io.coxswain.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Who may see whom. Managers meet only through API objects, as on a real cluster. */
final class ModulesTest {

  private static final List<String> MODULES =
      List.of(
          "env",
          "api",
          "cel",
          "runtime",
          "apiserver",
          "fabric8",
          "node",
          "kube",
          "jobset",
          "trainer",
          "slurm",
          "sim",
          "cli",
          "bench",
          "junit",
          "tutorial",
          "evidence");

  private static final Map<String, List<String>> MAY_SEE =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("env", List.of()),
              Map.entry("api", List.of()),
              Map.entry("evidence", List.of()),
              Map.entry("runtime", List.of("env", "api")),
              Map.entry("cel", List.of("api")),
              Map.entry("apiserver", List.of("env", "api", "cel")),
              Map.entry("fabric8", List.of("env")),
              Map.entry("node", List.of("env", "api", "runtime")),
              Map.entry("kube", List.of("env", "api", "cel", "runtime")),
              Map.entry("jobset", List.of("env", "api", "runtime")),
              Map.entry("trainer", List.of("env", "api", "runtime")),
              Map.entry("slurm", List.of("env", "api", "runtime")),
              Map.entry(
                  "junit",
                  List.of("env", "api", "runtime", "apiserver", "fabric8", "node", "kube")),
              Map.entry("tutorial", List.of("env", "api", "runtime")),
              Map.entry("sim", List.of("env", "api", "runtime", "apiserver", "node")),
              Map.entry(
                  "cli",
                  List.of(
                      "env",
                      "api",
                      "runtime",
                      "apiserver",
                      "node",
                      "kube",
                      "jobset",
                      "trainer",
                      "slurm",
                      "sim",
                      "bench")),
              Map.entry("bench", MODULES)));

  private static ArchRule rule(String module) {
    String[] hidden =
        MODULES.stream()
            .filter(other -> !other.equals(module))
            .filter(other -> !MAY_SEE.getOrDefault(module, List.of()).contains(other))
            .map(other -> "io.coxswain." + other + "..")
            .toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage("io.coxswain." + module + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(hidden)
        .allowEmptyShould(true);
  }

  static {
    // Names are enough for these rules; reading all libraries for them takes most of the time.
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
  }

  private static JavaClasses built() throws IOException {
    return new ClassFileImporter().importPaths(BuiltClasses.folders());
  }

  @TestFactory
  Stream<DynamicTest> aModuleSeesOnlyWhatItMay() throws IOException {
    JavaClasses classes = built();
    return MAY_SEE.keySet().stream()
        .map(module -> DynamicTest.dynamicTest(module, () -> rule(module).check(classes)));
  }

  @Test
  void everyModuleOfTheBuildHasARule() throws IOException {
    List<String> folders =
        BuiltClasses.folders().stream()
            .map(folder -> BuiltClasses.root().relativize(folder).getName(0).toString())
            .toList();

    assertThat(folders).isNotEmpty();
    assertThat(MAY_SEE.keySet()).containsAll(folders);
  }

  @Test
  void findsAManagerThatSeesTheSimulator() {
    JavaClasses planted =
        new ClassFileImporter().importPaths(List.of(BuiltClasses.testClassesOfThisModule()));

    assertThatThrownBy(() -> rule("kube").check(planted))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("io.coxswain.kube.planted.SeesTheSimulator");
  }
}
