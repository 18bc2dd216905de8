package io.coxswain.node.scheduler;

import java.util.List;

/**
 * Options of a scheduler.
 *
 * @param names the values of {@code schedulerName} whose pods it places; the first is its own
 */
public record SchedulerOptions(List<String> names) {

  public SchedulerOptions {
    names = List.copyOf(names);
    if (names.isEmpty()) {
      throw new IllegalArgumentException("schedulerName must not be empty");
    }
  }

  public static SchedulerOptions byDefault() {
    return new SchedulerOptions(List.of("default-scheduler"));
  }

  /** Also schedules the pods that name one of the usual gang schedulers. */
  public SchedulerOptions withGangSchedulers() {
    return new SchedulerOptions(
        List.of(names.getFirst(), "volcano", "scheduler-plugins-scheduler"));
  }
}
