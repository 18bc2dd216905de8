package io.coxswain.conformance;

import io.coxswain.evidence.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The recorded conversations of this module. */
final class Recordings {
  static final Path ROOT = TestData.root().resolve("conformance/conversations");

  private Recordings() {}

  /** The names of all conversations below a folder, relative to it. */
  static Stream<String> below(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> folder.relativize(file).toString())
          .filter(name -> name.endsWith(".json"))
          .sorted()
          .toList()
          .stream();
    }
  }
}
