package io.coxswain.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Dependencies between modules and between the packages of a module. Managers meet only through API
 * objects, as on a real cluster.
 */
final class ModulesTest {

  /** The rule: what each module may use, from {@code build/modules.txt}. */
  private static final Map<String, List<String>> MAY_USE = rules();

  private static Map<String, List<String>> rules() {
    try (var lines = Files.lines(BuiltClasses.root().resolve("build/modules.txt"))) {
      var rules = new TreeMap<String, List<String>>();
      lines
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split(" \\| "))
          .forEach(cells -> rules.put(cells[0], List.of(cells[1].split(" "))));
      return rules;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean mayUse(String module, String other) {
    List<String> allowed = MAY_USE.getOrDefault(module, List.of());
    return allowed.contains("*") || allowed.contains(other);
  }

  private static ArchRule rule(String module) {
    String[] hidden =
        MAY_USE.keySet().stream()
            .filter(other -> !other.equals(module) && !mayUse(module, other))
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
  Stream<DynamicTest> aModuleUsesOnlyTheModulesItMay() throws IOException {
    JavaClasses classes = built();
    return MAY_USE.keySet().stream()
        .map(module -> DynamicTest.dynamicTest(module, () -> rule(module).check(classes)));
  }

  @TestFactory
  Stream<DynamicTest> packagesOfAModuleHaveNoCycles() throws IOException {
    JavaClasses classes = built();
    return MAY_USE.keySet().stream()
        .map(module -> DynamicTest.dynamicTest(module, () -> noCycles(module).check(classes)));
  }

  @Test
  void findsAPackageCycle() {
    JavaClasses planted =
        new ClassFileImporter().importPaths(List.of(BuiltClasses.testClassesOfThisModule()));

    assertThatThrownBy(() -> noCycles("planted").check(planted))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("io.coxswain.planted.left");
  }

  /** Every package is a slice of its own, also those inside one another. */
  private static ArchRule noCycles(String module) {
    return slices()
        .assignedFrom(new PackagesOf("io.coxswain." + module))
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true);
  }

  private record PackagesOf(String root) implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      String name = type.getPackageName();
      return name.equals(root) || name.startsWith(root + ".")
          ? SliceIdentifier.of(name)
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages of " + root;
    }
  }

  @Test
  void everyModuleOfTheBuildHasARule() throws IOException {
    List<String> folders =
        BuiltClasses.folders().stream()
            .map(folder -> BuiltClasses.root().relativize(folder).getName(0).toString())
            .toList();

    assertThat(folders).isNotEmpty();
    assertThat(MAY_USE.keySet()).containsAll(folders);
  }

  @Test
  void findsAManagerThatUsesTheSimulator() {
    JavaClasses planted =
        new ClassFileImporter().importPaths(List.of(BuiltClasses.testClassesOfThisModule()));

    assertThatThrownBy(() -> rule("kube").check(planted))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("io.coxswain.kube.planted.SeesTheSimulator");
  }
}
