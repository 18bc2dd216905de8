package io.coxswain.cli;

import picocli.CommandLine.Option;

/** Format and level of the log on standard error. */
final class LogOptions {
  /** A log format. */
  enum Format {
    plain,
    text,
    json
  }

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      defaultValue = "plain",
      description =
          "Log format: plain (warnings only, human-readable), text or json (info and above, in klog's"
              + " formats) (default: ${DEFAULT-VALUE}).")
  Format format = Format.plain;

  void apply() {
    if (format != Format.plain) {
      new KlogLogging().apply(format.name(), 0, "");
    }
  }
}
