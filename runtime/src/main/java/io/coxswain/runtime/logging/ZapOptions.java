package io.coxswain.runtime.logging;

import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Logging settings.
 *
 * @param verbosity the maximum verbosity that is written: 0 for info, 1 for debug, more for more
 *     details; negative to suppress info
 * @param stacks the minimum severity with a stack trace
 */
public record ZapOptions(boolean json, int verbosity, Severity stacks, TimeEncoding time) {

  /** Severity levels, lowest first. */
  public enum Severity {
    DEBUG,
    INFO,
    WARN,
    ERROR,
    PANIC;

    /** The name of the level in zap. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The time format of a log line. */
  public enum TimeEncoding {
    EPOCH,
    MILLIS,
    NANOS,
    ISO8601,
    RFC3339,
    RFC3339NANO
  }

  private static final int ONLY_ERRORS = -2;
  private static final int ONLY_PANICS = -4;

  /** JSON, info, stack traces from error on. */
  public static ZapOptions production() {
    return new ZapOptions(true, 0, Severity.ERROR, TimeEncoding.RFC3339);
  }

  /** Console, debug, stack traces from warning on. */
  public static ZapOptions development() {
    return new ZapOptions(false, 1, Severity.WARN, TimeEncoding.RFC3339);
  }

  /** Adds the flags to those of a program, with upstream's help texts. */
  public static void declare(Flags flags, boolean development) {
    declare(flags, development, "");
  }

  /**
   * As above, for a program with its own default time format.
   *
   * @param time the default value of the flag
   */
  public static void declare(Flags flags, boolean development, String time) {
    flags.bool(
        "zap-devel",
        development,
        "Development Mode defaults(encoder=consoleEncoder,logLevel=Debug,stackTraceLevel=Warn). "
            + "Production Mode defaults(encoder=jsonEncoder,logLevel=Info,stackTraceLevel=Error)");
    flags.string("zap-encoder", "", "Zap log encoding (one of 'json' or 'console')");
    flags.string(
        "zap-log-level",
        "",
        "Zap Level to configure the verbosity of logging. Can be one of 'debug', 'info', 'error',"
            + " 'panic' or any integer value > 0 which corresponds to custom debug levels of"
            + " increasing verbosity");
    flags.string(
        "zap-stacktrace-level",
        "",
        "Zap Level at and above which stacktraces are captured (one of 'info', 'error', 'panic').");
    flags.string(
        "zap-time-encoding",
        time,
        "Zap time encoding (one of 'epoch', 'millis', 'nano', 'iso8601', 'rfc3339' or"
            + " 'rfc3339nano'). Defaults to 'epoch'.");
  }

  /**
   * The settings of the flags.
   *
   * @throws FlagException with Go's message
   */
  public static ZapOptions of(Flags flags) throws FlagException {
    ZapOptions base = flags.isSet("zap-devel") ? development() : production();
    return new ZapOptions(
        given(flags, "zap-encoder")
            .map(ZapOptions::isJson)
            .orElse(Optional.of(base.json))
            .orElseThrow(() -> invalid(flags, "zap-encoder", "invalid encoder value \"%s\"")),
        given(flags, "zap-log-level")
            .map(ZapOptions::verbosity)
            .orElse(Optional.of(base.verbosity))
            .orElseThrow(() -> invalid(flags, "zap-log-level", "invalid log level \"%s\"")),
        given(flags, "zap-stacktrace-level")
            .map(ZapOptions::stacks)
            .orElse(Optional.of(base.stacks))
            .orElseThrow(
                () -> invalid(flags, "zap-stacktrace-level", "invalid stacktrace level \"%s\"")),
        given(flags, "zap-time-encoding")
            .map(ZapOptions::time)
            .orElse(Optional.of(base.time))
            .orElseThrow(
                () -> invalid(flags, "zap-time-encoding", "invalid time-encoding value \"%s\"")));
  }

  private static Optional<String> given(Flags flags, String name) {
    String value = flags.string(name);
    return flags.isGiven(name) || !value.isEmpty() ? Optional.of(value) : Optional.empty();
  }

  private static FlagException invalid(Flags flags, String name, String message) {
    String value = flags.string(name);
    return new FlagException(
        "invalid value \"" + value + "\" for flag -" + name + ": " + message.formatted(value));
  }

  private static Optional<Boolean> isJson(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "json" -> Optional.of(true);
      case "console" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static Optional<Integer> verbosity(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "debug" -> Optional.of(1);
      case "info" -> Optional.of(0);
      case "error" -> Optional.of(ONLY_ERRORS);
      case "panic" -> Optional.of(ONLY_PANICS);
      default ->
          word.matches("0*[1-9][0-9]{0,2}")
              ? Optional.of(Integer.parseInt(word))
              : Optional.empty();
    };
  }

  private static Optional<Severity> stacks(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "info" -> Optional.of(Severity.INFO);
      case "error" -> Optional.of(Severity.ERROR);
      case "panic" -> Optional.of(Severity.PANIC);
      default -> Optional.empty();
    };
  }

  /** The help text documents "nano", the parser upstream expects "nanos". */
  private static Optional<TimeEncoding> time(String word) {
    return List.of(TimeEncoding.values()).stream()
        .filter(encoding -> encoding.name().equalsIgnoreCase(word))
        .findFirst();
  }
}
