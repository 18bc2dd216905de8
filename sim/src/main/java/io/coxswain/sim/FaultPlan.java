package io.coxswain.sim;

import java.util.Collections;
import java.util.Comparator;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which API write of which process meets which fault. Its text form can be parsed again. */
public record FaultPlan(SortedMap<Point, Fault> faults) {

  public static final FaultPlan NONE = new FaultPlan(Collections.emptySortedMap());

  public FaultPlan {
    faults = Collections.unmodifiableSortedMap(new TreeMap<>(faults));
  }

  /**
   * One API write.
   *
   * @param write counted from 1 over the whole run, restarts included
   */
  public record Point(String process, int write) implements Comparable<Point> {
    private static final Comparator<Point> ORDER =
        Comparator.comparing(Point::process).thenComparingInt(Point::write);

    @Override
    public int compareTo(Point other) {
      return ORDER.compare(this, other);
    }
  }

  public FaultPlan with(String process, int write, Fault fault) {
    var more = new TreeMap<>(faults);
    more.put(new Point(process, write), fault);
    return new FaultPlan(more);
  }

  public boolean isEmpty() {
    return faults.isEmpty();
  }

  @Nullable Fault at(String process, int write) {
    return faults.get(new Point(process, write));
  }

  /** Reads what {@link #toString} wrote: {@code manager@12=kill,manager@20=lose_answer}. */
  public static FaultPlan parse(String text) {
    FaultPlan plan = NONE;
    for (String part : text.isBlank() || text.equals("none") ? new String[0] : text.split(",")) {
      int at = part.indexOf('@');
      int equals = part.indexOf('=', at + 1);
      if (at < 1 || equals < 0) {
        throw new IllegalArgumentException("not a fault like manager@12=kill: " + part);
      }
      plan =
          plan.with(
              part.substring(0, at),
              Integer.parseInt(part.substring(at + 1, equals)),
              Fault.valueOf(part.substring(equals + 1).toUpperCase(Locale.ROOT)));
    }
    return plan;
  }

  @Override
  public String toString() {
    return faults.isEmpty()
        ? "none"
        : faults.entrySet().stream()
            .map(e -> e.getKey().process() + "@" + e.getKey().write() + "=" + e.getValue())
            .collect(Collectors.joining(","));
  }
}
