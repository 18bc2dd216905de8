package io.coxswain.slurm.client;

import java.util.ArrayList;
import java.util.List;

/** Slurm's notation for many hosts: {@code login-0,worker-[0-3,07]}. */
public final class HostList {
  /** More than any cluster has; a range beyond it is a mistake that must not fill the memory. */
  private static final int MAX_COUNT = 100_000;

  private HostList() {}

  /**
   * All names, in the order written. Numbers keep the width of the range's start.
   *
   * @throws SlurmException when a range makes no sense
   */
  public static List<String> expand(String hosts) throws SlurmException {
    var names = new ArrayList<String>();
    for (String part : split(hosts)) {
      int open = part.lastIndexOf('[');
      if (open <= 0 || !part.endsWith("]") || part.length() == open + 2) {
        names.add(part);
      } else {
        expandRanges(part, open, names);
      }
    }
    return names;
  }

  /** The parts between commas that stand outside brackets, trimmed, empty ones left out. */
  public static List<String> split(String hosts) {
    var parts = new ArrayList<String>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= hosts.length(); i++) {
      char c = i == hosts.length() ? ',' : hosts.charAt(i);
      if (c == '[') {
        depth++;
      } else if (c == ']') {
        depth--;
      } else if (c == ',' && (depth == 0 || i == hosts.length())) {
        String part = hosts.substring(start, i).strip();
        if (!part.isEmpty()) {
          parts.add(part);
        }
        start = i + 1;
      }
    }
    return parts;
  }

  private static void expandRanges(String part, int open, List<String> names)
      throws SlurmException {
    String prefix = part.substring(0, open);
    for (String range : part.substring(open + 1, part.length() - 1).split(",", -1)) {
      String[] ends = range.strip().split("-", -1);
      if (ends.length > 2) {
        throw bad(part, range, "more than one dash");
      }
      int from = number(part, ends[0]);
      int to = ends.length == 2 ? number(part, ends[1]) : from;
      if (from > to) {
        throw bad(part, range, "invalid range");
      }
      if (names.size() + (long) to - from >= MAX_COUNT) {
        throw bad(part, range, "more than " + MAX_COUNT + " hosts");
      }
      for (int i = from; i <= to; i++) {
        String digits = Integer.toString(i);
        names.add(prefix + "0".repeat(Math.max(0, ends[0].length() - digits.length())) + digits);
      }
    }
  }

  private static int number(String part, String digits) throws SlurmException {
    if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw bad(part, digits, "not a number");
    }
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw bad(part, digits, "number too large");
    }
  }

  private static SlurmException bad(String part, String range, String why) {
    return new SlurmException(
        SlurmException.Kind.UNREADABLE, "host list " + part + ": \"" + range + "\": " + why);
  }
}
