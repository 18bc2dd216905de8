package io.coxswain.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Where the build has put the class files of all modules. */
final class BuiltClasses {
  private BuiltClasses() {}

  static Path root() {
    return Path.of(Objects.requireNonNull(System.getProperty("coxswain.root"), "coxswain.root"));
  }

  /** The class folder of every module that has been built. */
  static List<Path> folders() throws IOException {
    try (var modules = Files.list(root())) {
      return modules
          .map(module -> module.resolve("target/classes"))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    }
  }

  static Path testClassesOfThisModule() {
    return root().resolve("cli/target/test-classes");
  }

  static List<Path> classFiles(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
  }
}
