package io.coxswain.slurm.client;

import java.util.Locale;

/** What Slurm counts of a node or a job, of {@code cpu=16,mem=191356M,billing=16,gres/gpu=1}. */
public record Tres(long cpus, long memoryBytes, long gpus) {
  private static final Tres NOTHING = new Tres(0, 0, 0);
  private static final String SUFFIXES = "kmgtp";

  /**
   * Reads the notation; what it does not name is 0.
   *
   * @throws SlurmException when a number is none
   */
  public static Tres parse(String text) throws SlurmException {
    Tres tres = NOTHING;
    for (String pair : text.split(",")) {
      int equals = pair.indexOf('=');
      if (equals >= 0) {
        tres = tres.with(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
      }
    }
    return tres;
  }

  private Tres with(String key, String value) throws SlurmException {
    return switch (key) {
      case "cpu" -> new Tres(number(key, value), memoryBytes, gpus);
      case "mem" -> new Tres(cpus, bytes(value), gpus);
      case "gres/gpu" -> new Tres(cpus, memoryBytes, number(key, value));
      default -> this;
    };
  }

  private static long bytes(String value) throws SlurmException {
    if (value.isEmpty()) {
      throw bad("mem", value);
    }
    String last = value.substring(value.length() - 1).toLowerCase(Locale.ROOT);
    int power = SUFFIXES.indexOf(last) + 1;
    String digits = power == 0 ? value : value.substring(0, value.length() - 1);
    try {
      return Math.multiplyExact(number("mem", digits), 1L << (10 * power));
    } catch (ArithmeticException e) {
      throw bad("mem", value);
    }
  }

  private static long number(String key, String value) throws SlurmException {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw bad(key, value);
    }
  }

  private static SlurmException bad(String key, String value) {
    return new SlurmException(
        SlurmException.Kind.UNREADABLE, "TRES " + key + ": \"" + value + "\" is not a number");
  }
}
