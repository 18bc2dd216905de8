package io.coxswain.apiserver.admission.podsecurity;

/**
 * A level of the pod security standards at a version.
 *
 * @param minor of Kubernetes 1.x whose checks apply; {@link #LATEST} for all
 */
record LevelVersion(Level level, int minor) {
  static final int LATEST = Integer.MAX_VALUE;
  static final LevelVersion NONE = new LevelVersion(Level.PRIVILEGED, LATEST);

  /** From the most lenient to the strictest. */
  enum Level {
    PRIVILEGED,
    BASELINE,
    RESTRICTED;

    @Override
    public String toString() {
      return switch (this) {
        case PRIVILEGED -> "privileged";
        case BASELINE -> "baseline";
        case RESTRICTED -> "restricted";
      };
    }
  }

  boolean isPrivileged() {
    return level == Level.PRIVILEGED;
  }

  @Override
  public String toString() {
    return level + ":" + (minor == LATEST ? "latest" : "v1." + minor);
  }
}
