package io.coxswain.kube.host.shared;

/** What decides how much is logged and in which form. */
public interface Logging {
  /** Of a program that shares its process with others, whose logs are not its own to change. */
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
