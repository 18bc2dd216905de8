package io.coxswain.runtime.metrics;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Counters whose names do not end with {@code _total}. The Prometheus library appends that suffix
 * to all counters; a few of upstream's older ones do not have it. Thread-safe.
 */
final class CounterNames {
  static final String SUFFIX = "_total";

  private final Set<String> asGiven = new ConcurrentSkipListSet<>();

  void exposeAsGiven(String name) {
    asGiven.add(name);
  }

  /** The same metrics in text format, with these counters under their own names. */
  byte[] correct(byte[] text) {
    if (asGiven.isEmpty()) {
      return text;
    }
    var corrected = new StringBuilder(text.length);
    for (String line : new String(text, StandardCharsets.UTF_8).split("\n")) {
      corrected.append(correct(line)).append('\n');
    }
    return corrected.toString().getBytes(StandardCharsets.UTF_8);
  }

  private String correct(String line) {
    int start = line.startsWith("# HELP ") || line.startsWith("# TYPE ") ? "# HELP ".length() : 0;
    int end = start;
    while (end < line.length() && line.charAt(end) != ' ' && line.charAt(end) != '{') {
      end++;
    }
    String name = line.substring(start, end);
    if (!name.endsWith(SUFFIX)) {
      return line;
    }
    String shorter = name.substring(0, name.length() - SUFFIX.length());
    return asGiven.contains(shorter)
        ? line.substring(0, start) + shorter + line.substring(end)
        : line;
  }
}
