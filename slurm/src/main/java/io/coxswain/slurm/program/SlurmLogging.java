package io.coxswain.slurm.program;

import io.coxswain.runtime.logging.ZapOptions;

/** {@code --log-format} and {@code --log-level}, as the programs of Soperator understand them. */
public final class SlurmLogging {
  private SlurmLogging() {}

  /**
   * @param format {@code json}; anything else is for a console
   * @param level anything unknown means info
   */
  public static ZapOptions options(String format, String level) {
    ZapOptions form = format.equals("json") ? ZapOptions.production() : ZapOptions.development();
    return new ZapOptions(form.json(), verbosity(level), form.stacks(), form.time());
  }

  /** One below info leaves out info, and so on up to what ends a program. */
  private static int verbosity(String level) {
    return switch (level) {
      case "debug" -> 1;
      case "warn" -> -1;
      case "error" -> -2;
      case "dpanic" -> -3;
      case "panic" -> -4;
      case "fatal" -> -5;
      default -> 0;
    };
  }
}
