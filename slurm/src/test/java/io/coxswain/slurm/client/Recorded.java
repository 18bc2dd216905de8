package io.coxswain.slurm.client;

import io.coxswain.evidence.TestData;
import java.io.IOException;
import java.nio.file.Files;

/**
 * Responses of slurmrestd: those of v0.0.37 and v0.0.38 were recorded from Slurm 22.05, those of
 * v0.0.44 are written in the form of Slurm 25.11.
 */
public final class Recorded {
  private Recorded() {}

  public static String text(String file) throws IOException {
    return Files.readString(TestData.path("slurm-rest", file));
  }
}
