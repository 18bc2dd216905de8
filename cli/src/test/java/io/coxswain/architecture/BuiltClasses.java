package io.coxswain.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Where the build has put the class files of all modules. */
final class BuiltClasses {
  private BuiltClasses() {}

  static Path root() {
    return Path.of(Objects.requireNonNull(System.getProperty("coxswain.root"), "coxswain.root"));
  }

  /** The class folder of every module that has been built; a module may have tests only. */
  static List<Path> folders() throws IOException {
    var folders = new ArrayList<Path>();
    try (var modules = Files.list(root())) {
      for (Path folder :
          modules.map(module -> module.resolve("target/classes")).sorted().toList()) {
        if (Files.isDirectory(folder) && !classFiles(folder).isEmpty()) {
          folders.add(folder);
        }
      }
    }
    return folders;
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
