package io.coxswain.kube.host.options;

import io.coxswain.kube.host.gates.FeatureGates;
import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSet;
import java.time.Duration;
import java.util.List;

/** What is logged and how. */
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
    format = set.string("logging-format", "text", "\"text\" or \"json\".");
    flushFrequency = set.duration("log-flush-frequency", "5s", "How often logs are flushed.");
    verbosity = set.integer("v", "v", "Level", 0, "How much is logged.");
    modules =
        set.of(
            "vmodule",
            "pattern=N,...",
            "",
            "How much is logged by name, such as deployment*=4; for the text format alone.",
            text -> text,
            text -> text);
    splitText =
        set.bool("log-text-split-stream", false, "[Alpha] Text: errors to stderr, rest to stdout.");
    splitJson =
        set.bool("log-json-split-stream", false, "[Alpha] JSON: errors to stderr, rest to stdout.");
    textBuffer = quantity(set, "log-text-info-buffer-size", "[Alpha] Text: how much is buffered.");
    jsonBuffer = quantity(set, "log-json-info-buffer-size", "[Alpha] JSON: how much is buffered.");
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
