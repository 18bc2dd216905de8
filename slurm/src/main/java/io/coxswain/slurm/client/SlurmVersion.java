package io.coxswain.slurm.client;

/**
 * A version of the REST API, v0.0.{@code number}, and how it differs.
 *
 * @param number from {@link #OLDEST} to {@link #NEWEST}
 */
record SlurmVersion(int number) {
  /** Earlier versions do not report whether a node is drained. */
  static final int OLDEST = 37;

  static final int NEWEST = 44;

  SlurmVersion {
    if (number < OLDEST || number > NEWEST) {
      throw new IllegalArgumentException(
          "REST API v0.0."
              + number
              + " is not supported; must be v0.0."
              + OLDEST
              + " to v0.0."
              + NEWEST);
    }
  }

  static SlurmVersion newest() {
    return new SlurmVersion(NEWEST);
  }

  /** Since v0.0.40 shapes are those of one library, whatever the plugin. */
  private boolean isModern() {
    return number >= 40;
  }

  boolean namesInstances() {
    return isModern();
  }

  boolean canUpdateNode() {
    return isModern();
  }

  boolean canReconfigure() {
    return isModern();
  }

  boolean restartsNodesOnReconfigure() {
    return isModern();
  }

  boolean canReboot() {
    return number >= NEWEST;
  }

  /** A number of 0 for "no array" is a wrapped, set number in later versions. */
  boolean writesZeroForNoArray() {
    return !isModern();
  }

  /** Path of a list or other thing without a name. Later versions are asked with a slash. */
  String path(String plugin, String thing) {
    return "/" + plugin + "/" + this + "/" + thing + (isModern() ? "/" : "");
  }

  /** Path of one thing. */
  String path(String plugin, String thing, String name) {
    return "/" + plugin + "/" + this + "/" + thing + "/" + name;
  }

  @Override
  public String toString() {
    return "v0.0." + number;
  }
}
