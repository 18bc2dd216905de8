package io.coxswain.cli;

import picocli.CommandLine.Option;

/** What is logged on standard error, and how. */
final class LogOptions {
  /** How lines look. */
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
          "plain: warnings, for people (default); text and json: all, as Kubernetes programs log.")
  Format format = Format.plain;

  void apply() {
    if (format != Format.plain) {
      new KlogLogging().apply(format.name(), 0, "");
    }
  }
}
