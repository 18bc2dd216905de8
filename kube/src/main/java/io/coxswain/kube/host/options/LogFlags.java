package io.coxswain.kube.host.options;

import io.coxswain.kube.host.gates.FeatureGates;
import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSet;
import java.time.Duration;
import java.util.List;

/** Logging flags. */
public final class LogFlags {
  public final Flag<String> format;
  public final Flag<Duration> flushFrequency;
  public final Flag<Integer> verbosity;
  public final Flag<String> modules;
  public final Flag<Boolean> splitText;
  public final Flag<Boolean> splitJson;
  public final Flag<String> textBuffer;
  public final Flag<String> jsonBuffer;

  LogFlags(FlagSet set) {
    format = set.string("logging-format", "text", "Log format: text or json.");
    flushFrequency =
        set.duration("log-flush-frequency", "5s", "Interval between two flushes of the log.");
    verbosity = set.integer("v", "v", "Level", 0, "Log verbosity.");
    modules =
        set.of(
            "vmodule",
            "pattern=N,...",
            "",
            "Log verbosity per logger name, such as deployment*=4. Only with the text format.",
            text -> text,
            text -> text);
    splitText =
        set.bool(
            "log-text-split-stream",
            false,
            "[Alpha] In text format, write errors to stderr and other messages to stdout.");
    splitJson =
        set.bool(
            "log-json-split-stream",
            false,
            "[Alpha] In JSON format, write errors to stderr and other messages to stdout.");
    textBuffer =
        quantity(
            set,
            "log-text-info-buffer-size",
            "[Alpha] In text format with split streams, buffer size of info messages.");
    jsonBuffer =
        quantity(
            set,
            "log-json-info-buffer-size",
            "[Alpha] In JSON format with split streams, buffer size of info messages.");
  }

  private static Flag<String> quantity(FlagSet set, String name, String help) {
    return set.of(name, "quantity", "0", help, text -> text, text -> text);
  }

  void check(Problems problems, FeatureGates gates) {
    problems.unless(
        List.of("text", "json").contains(format.get()),
        "format: Invalid value: \"" + format.get() + "\": Unsupported log format");
    problems.unless(
        modules.get().isEmpty() || format.get().equals("text"),
        "vmodule: Forbidden: Only supported for text log format");
    for (String part : modules.get().isEmpty() ? new String[0] : modules.get().split(",")) {
      problems.unless(
          part.matches("[^=]+=\\d+"), "invalid --vmodule \"" + part + "\": want pattern=N");
    }
    boolean alpha =
        splitText.changed() || splitJson.changed() || textBuffer.changed() || jsonBuffer.changed();
    problems.unless(
        !alpha || gates.isOn("LoggingAlphaOptions"),
        "options: Forbidden: Feature LoggingAlphaOptions is disabled");
  }
}
