package io.coxswain.apiserver.kinds.workload;

import io.coxswain.cel.formats.FixedPattern;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Checks whether a schedule can be parsed, and returns upstream's error. */
final class CronFormat {
  private static final List<String> DESCRIPTORS =
      List.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");
  private static final List<Part> PARTS =
      List.of(
          new Part(0, 59, Map.of()),
          new Part(0, 23, Map.of()),
          new Part(1, 31, Map.of()),
          new Part(
              1,
              12,
              named(
                  1, "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                  "dec")),
          new Part(0, 6, named(0, "sun", "mon", "tue", "wed", "thu", "fri", "sat")));
  private static final FixedPattern DURATION =
      FixedPattern.of("[+-]?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)");

  private CronFormat() {}

  private record Part(long least, long most, Map<String, Long> names) {}

  private static Map<String, Long> named(long first, String... names) {
    var map = new TreeMap<String, Long>();
    for (String name : names) {
      map.put(name, first + map.size());
    }
    return map;
  }

  /** Aborts the parsing. */
  private static final class Malformed extends Exception {
    Malformed(String message) {
      super(message, null, false, false);
    }
  }

  static Optional<String> problem(String schedule) {
    try {
      check(schedule);
      return Optional.empty();
    } catch (Malformed e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static void check(String schedule) throws Malformed {
    String text = schedule;
    if (text.startsWith("TZ=") || text.startsWith("CRON_TZ=")) {
      int blank = text.indexOf(' ');
      if (blank < 0) {
        throw new Malformed(
            "invalid schedule format: runtime error: slice bounds out of range [:-1]");
      }
      String zone = text.substring(text.indexOf('=') + 1, blank);
      if (!zone.isEmpty() && !zone.equals("Local") && !TimeZones.isKnown(zone)) {
        throw new Malformed("provided bad location " + zone + ": unknown time zone " + zone);
      }
      text = text.substring(blank).strip();
    }
    if (text.startsWith("@")) {
      descriptor(text);
      return;
    }
    List<String> words = text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    if (words.size() != PARTS.size()) {
      throw new Malformed(
          "expected exactly 5 fields, found "
              + words.size()
              + ": ["
              + String.join(" ", words)
              + "]");
    }
    for (int i = 0; i < words.size(); i++) {
      for (String range : words.get(i).split(",")) {
        if (!range.isEmpty()) {
          range(range, PARTS.get(i));
        }
      }
    }
  }

  private static void descriptor(String text) throws Malformed {
    String every = "@every ";
    if (DESCRIPTORS.contains(text)) {
      return;
    }
    if (!text.startsWith(every)) {
      throw new Malformed("unrecognized descriptor: " + text);
    }
    String duration = text.substring(every.length());
    if (!DURATION.matches(duration)) {
      throw new Malformed(
          "failed to parse duration " + text + ": time: invalid duration \"" + duration + "\"");
    }
  }

  private static void range(String text, Part part) throws Malformed {
    String[] rangeAndStep = text.split("/", -1);
    String[] ends = rangeAndStep[0].split("-", -1);
    long first = part.least;
    long last = part.most;
    if (!ends[0].equals("*") && !ends[0].equals("?")) {
      first = number(ends[0], part.names);
      if (ends.length > 2) {
        throw new Malformed("too many hyphens: " + text);
      }
      last = ends.length == 1 ? first : number(ends[1], part.names);
    }
    long step = 1;
    if (rangeAndStep.length > 2) {
      throw new Malformed("too many slashes: " + text);
    }
    if (rangeAndStep.length == 2) {
      step = number(rangeAndStep[1], Map.of());
      last = ends.length == 1 ? part.most : last;
    }
    if (first < part.least) {
      throw new Malformed(
          "beginning of range (" + first + ") below minimum (" + part.least + "): " + text);
    }
    if (last > part.most) {
      throw new Malformed("end of range (" + last + ") above maximum (" + part.most + "): " + text);
    }
    if (first > last) {
      throw new Malformed(
          "beginning of range (" + first + ") beyond end of range (" + last + "): " + text);
    }
    if (step == 0) {
      throw new Malformed("step of range should be a positive number: " + text);
    }
  }

  private static long number(String text, Map<String, Long> names) throws Malformed {
    Long named = names.get(text.toLowerCase(Locale.ROOT));
    if (named != null) {
      return named;
    }
    if (!text.matches("[+-]?[0-9]{1,18}")) {
      boolean digits = text.matches("[+-]?[0-9]+");
      throw new Malformed(
          "failed to parse int from "
              + text
              + ": strconv.Atoi: parsing \""
              + text
              + "\": "
              + (digits ? "value out of range" : "invalid syntax"));
    }
    long value = Long.parseLong(text);
    if (value < 0) {
      throw new Malformed("negative number (" + value + ") not allowed: " + text);
    }
    return value;
  }
}
