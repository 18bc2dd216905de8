package io.coxswain.slurm.values;

import org.jspecify.annotations.Nullable;

/** What is done to a cluster in place of running it. */
public enum Maintenance {
  NONE("none"),
  DOWNSCALE("downscale"),
  DOWNSCALE_AND_DELETE_POPULATE_JAIL("downscaleAndDeletePopulateJail"),
  DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL("downscaleAndOverwritePopulateJail"),
  SKIP_POPULATE_JAIL("skipPopulateJail");

  private final String word;

  Maintenance(String word) {
    this.word = word;
  }

  public static Maintenance of(@Nullable String word) {
    for (Maintenance mode : values()) {
      if (mode.word.equals(word)) {
        return mode;
      }
    }
    return NONE;
  }

  /** Whether no pod may run. */
  public boolean active() {
    return this != NONE && this != SKIP_POPULATE_JAIL;
  }

  /** The value in the cluster's spec. */
  public String word() {
    return word;
  }
}
