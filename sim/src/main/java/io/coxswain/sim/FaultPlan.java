package io.coxswain.sim;

import java.util.Collections;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Maps points in the life of processes to faults. The text form can be parsed again. */
public record FaultPlan(SortedMap<Point, Fault> faults) {

  public static final FaultPlan NONE = new FaultPlan(Collections.emptySortedMap());

  public FaultPlan {
    faults = Collections.unmodifiableSortedMap(new TreeMap<>(faults));
  }

  /** The unit in which points of a process are counted. */
  public enum By {
    /** API writes. */
    WRITE('@'),
    /** Blocking points: every place where another task may run. */
    STEP('#');

    private final char sign;

    By(char sign) {
      this.sign = sign;
    }
  }

  /**
   * One point in the life of a process.
   *
   * @param number counted from 1 over the whole run, including restarts
   */
  public record Point(String process, By by, int number) implements Comparable<Point> {
    private static final Comparator<Point> ORDER =
        Comparator.comparing(Point::process)
            .thenComparing(Point::by)
            .thenComparingInt(Point::number);

    @Override
    public int compareTo(Point other) {
      return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
      return process + by.sign + number;
    }
  }

  /** Returns a copy with a fault at an API write. */
  public FaultPlan with(String process, int write, Fault fault) {
    return with(new Point(process, By.WRITE, write), fault);
  }

  public FaultPlan with(Point point, Fault fault) {
    if (point.by == By.STEP && !Fault.ANYWHERE.contains(fault)) {
      throw new IllegalArgumentException(
          fault + " happens to a write, not at " + point + ": use " + point.process + "@N");
    }
    var more = new TreeMap<>(faults);
    more.put(point, fault);
    return new FaultPlan(more);
  }

  public FaultPlan without(Point point) {
    var fewer = new TreeMap<>(faults);
    fewer.remove(point);
    return new FaultPlan(fewer);
  }

  public boolean isEmpty() {
    return faults.isEmpty();
  }

  @Nullable Fault at(String process, By by, int number) {
    return faults.isEmpty() ? null : faults.get(new Point(process, by, number));
  }

  /**
   * Parses the output of {@link #toString}, for example {@code manager@12=kill,manager#200=pause}:
   * the 12th write and the 200th blocking point.
   */
  public static FaultPlan parse(String text) {
    FaultPlan plan = NONE;
    for (String part : text.isBlank() || text.equals("none") ? new String[0] : text.split(",")) {
      int equals = part.lastIndexOf('=');
      By by = part.indexOf(By.STEP.sign) >= 0 ? By.STEP : By.WRITE;
      int at = part.indexOf(by.sign);
      if (at < 1 || equals < at) {
        throw new IllegalArgumentException(
            "invalid fault \""
                + part
                + "\": must be PROCESS@WRITE=KIND or PROCESS#STEP=KIND, such as manager@12=kill");
      }
      plan =
          plan.with(
              new Point(part.substring(0, at), by, number(part, at, equals)), kind(part, equals));
    }
    return plan;
  }

  private static int number(String part, int at, int equals) {
    String text = part.substring(at + 1, equals);
    try {
      int number = Integer.parseInt(text);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new IllegalArgumentException(
        "invalid fault \"%s\": \"%s\" is not a positive number".formatted(part, text));
  }

  private static Fault kind(String part, int equals) {
    String name = part.substring(equals + 1);
    return Stream.of(Fault.values())
        .filter(
            fault -> fault.toString().equalsIgnoreCase(name) || fault.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "invalid fault \"%s\": unknown kind \"%s\"; must be one of: %s"
                        .formatted(
                            part,
                            name,
                            Stream.of(Fault.values())
                                .map(Fault::toString)
                                .collect(Collectors.joining(", ")))));
  }

  @Override
  public String toString() {
    return faults.isEmpty()
        ? "none"
        : faults.entrySet().stream()
            .map(e -> e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining(","));
  }
}
