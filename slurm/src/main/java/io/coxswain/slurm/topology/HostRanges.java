package io.coxswain.slurm.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes many names shortly, in Slurm's notation: {@code gpu-[0-3,7],login-0}. */
final class HostRanges {
  private static final Pattern NUMBERED = Pattern.compile("(.*-)([0-9]{1,18})");

  private HostRanges() {}

  /**
   * Numbered names by prefix, then the others. Where one number of a prefix has leading zeros,
   * numbers of different width are kept apart.
   */
  static String merge(Collection<String> names) {
    SortedMap<String, SortedSet<String>> numbered = new TreeMap<>();
    SortedSet<String> others = new TreeSet<>();
    for (String name : names) {
      Matcher matcher = NUMBERED.matcher(name);
      if (matcher.matches()) {
        numbered.computeIfAbsent(matcher.group(1), p -> new TreeSet<>()).add(matcher.group(2));
      } else {
        others.add(name);
      }
    }
    var parts = new ArrayList<String>();
    numbered.forEach((prefix, digits) -> parts.addAll(merge(prefix, digits)));
    parts.addAll(others);
    return String.join(",", parts);
  }

  private static List<String> merge(String prefix, SortedSet<String> digits) {
    boolean padded = digits.stream().anyMatch(d -> d.length() > 1 && d.startsWith("0"));
    SortedMap<Integer, SortedSet<Long>> byWidth = new TreeMap<>();
    for (String each : digits) {
      byWidth
          .computeIfAbsent(padded ? each.length() : 0, w -> new TreeSet<>())
          .add(Long.parseLong(each));
    }
    var parts = new ArrayList<String>();
    byWidth.entrySet().stream()
        .sorted(Comparator.comparing(group -> group.getValue().first()))
        .forEach(group -> parts.add(prefix + ranges(group.getValue(), group.getKey())));
    return parts;
  }

  private static String ranges(SortedSet<Long> numbers, int width) {
    if (numbers.size() == 1) {
      return text(numbers.first(), width);
    }
    var ranges = new ArrayList<String>();
    long first = numbers.first();
    long last = first;
    for (long number : numbers.tailSet(first + 1)) {
      if (number != last + 1) {
        ranges.add(range(first, last, width));
        first = number;
      }
      last = number;
    }
    ranges.add(range(first, last, width));
    return "[" + String.join(",", ranges) + "]";
  }

  private static String range(long first, long last, int width) {
    return first == last ? text(first, width) : text(first, width) + "-" + text(last, width);
  }

  private static String text(long number, int width) {
    String digits = Long.toString(number);
    return "0".repeat(Math.max(0, width - digits.length())) + digits;
  }
}
