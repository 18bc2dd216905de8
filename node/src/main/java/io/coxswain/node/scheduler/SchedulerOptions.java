package io.coxswain.node.scheduler;

import java.util.List;

/**
 * What can be chosen about a scheduler.
 *
 * @param names the values of {@code schedulerName} whose pods it places; the first is its own
 */
public record SchedulerOptions(List<String> names) {

  public SchedulerOptions {
    names = List.copyOf(names);
    if (names.isEmpty()) {
      throw new IllegalArgumentException("a scheduler needs a name");
    }
  }

  public static SchedulerOptions byDefault() {
    return new SchedulerOptions(List.of("default-scheduler"));
  }

  /** Also places the pods that ask for one of the usual gang schedulers. */
  public SchedulerOptions withGangSchedulers() {
    return new SchedulerOptions(
        List.of(names.getFirst(), "volcano", "scheduler-plugins-scheduler"));
  }
}
