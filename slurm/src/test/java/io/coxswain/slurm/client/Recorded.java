package io.coxswain.slurm.client;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Answers of real slurmrestds, which lie beside the project and are no part of it. */
public final class Recorded {
  private static final Path FOLDER =
      Path.of(
              System.getProperty(
                  "coxswain.shared", System.getProperty("coxswain.root", "..") + "/../shared"))
          .resolve("data/soperator");

  private Recorded() {}

  /** A file; skips the test when there is none. */
  public static String text(String file) throws IOException {
    Path path = FOLDER.resolve(file);
    assumeTrue(Files.exists(path), () -> "skipped: there is no " + path.normalize());
    return Files.readString(path);
  }
}
