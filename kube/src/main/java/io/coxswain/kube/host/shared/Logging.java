package io.coxswain.kube.host.shared;

/** Controls verbosity and format of the log. */
public interface Logging {
  /** For a program that shares its process and must not change the log of others. */
  static Logging shared() {
    return new Logging() {
      private volatile int verbosity;

      @Override
      public void apply(String format, int level, String modules) {
        verbosity = level;
      }

      @Override
      public void verbosity(int level) {
        verbosity = level;
      }

      @Override
      public int verbosity() {
        return verbosity;
      }
    };
  }

  /**
   * @param format {@code text} or {@code json}
   * @param modules {@code pattern=N,...} by logger; empty for none
   */
  void apply(String format, int verbosity, String modules);

  void verbosity(int level);

  int verbosity();
}
