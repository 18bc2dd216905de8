package io.coxswain.apiserver.kinds.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Indexes of a Job's pods, such as {@code 0,3-5}.
 *
 * @param problem the syntax error; empty if there is none
 * @param total the number of indexes
 */
record IndexIntervals(List<Interval> intervals, String problem, long total) {

  /** Both ends are inclusive. */
  record Interval(long first, long last) {}

  static IndexIntervals parse(String text, long completions) {
    var intervals = new ArrayList<Interval>();
    long total = 0;
    if (text.isEmpty()) {
      return new IndexIntervals(intervals, "", 0);
    }
    long previous = -1;
    for (String part : text.split(",", -1)) {
      Parsed parsed = interval(part, completions);
      if (parsed.interval.isEmpty()) {
        return new IndexIntervals(intervals, parsed.problem, 0);
      }
      Interval interval = parsed.interval.get();
      if (!intervals.isEmpty() && previous >= interval.first) {
        return new IndexIntervals(
            intervals,
            "non-increasing order, previous: " + previous + ", current: " + interval.first,
            0);
      }
      total += interval.last - interval.first + 1;
      previous = interval.last;
      intervals.add(interval);
    }
    return new IndexIntervals(intervals, "", total);
  }

  private record Parsed(Optional<Interval> interval, String problem) {
    static Parsed bad(String problem) {
      return new Parsed(Optional.empty(), problem);
    }
  }

  private static Parsed interval(String text, long completions) {
    String[] ends = text.split("-", -1);
    if (ends.length > 2) {
      return Parsed.bad(
          "the fragment \""
              + text
              + "\" violates the requirement that an index interval can have at most two parts"
              + " separated by '-'");
    }
    for (String end : ends) {
      if (!end.matches("[+]?[0-9]{1,18}")) {
        return Parsed.bad("cannot convert string to integer for index: \"" + end + "\"");
      }
      if (Long.parseLong(end) >= completions) {
        return Parsed.bad("too large index: \"" + end + "\"");
      }
    }
    long first = Long.parseLong(ends[0]);
    long last = Long.parseLong(ends[ends.length - 1]);
    if (ends.length == 2 && first >= last) {
      return Parsed.bad("non-increasing order, previous: " + first + ", current: " + last);
    }
    return new Parsed(Optional.of(new Interval(first, last)), "");
  }

  /** The first common index, if any. */
  Optional<Long> overlap(IndexIntervals other) {
    for (Interval mine : intervals) {
      for (Interval its : other.intervals) {
        if (mine.first <= its.last && its.first <= mine.last) {
          return Optional.of(Math.max(mine.first, its.first));
        }
      }
    }
    return Optional.empty();
  }
}
