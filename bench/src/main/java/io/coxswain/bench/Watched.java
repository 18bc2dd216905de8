package io.coxswain.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A process that is examined repeatedly, each time when it should hold nothing. */
final class Watched {
  /** The relative growth that is not a leak, because samples scatter. */
  private static final double TOLERANCE = 0.05;

  private static final double SLACK_MIB = 2;
  private static final double SLACK_COUNT = 5;
  private static final int GROWN = 8;

  private final String name;
  private final long pid;
  private final List<ProcessStats> looks = new ArrayList<>();
  private final List<Double> minutes = new ArrayList<>();

  Watched(String name, long pid) {
    this.name = name;
    this.pid = pid;
  }

  ProcessStats look(double minute) throws IOException, InterruptedException {
    return note(ProcessStats.of(pid), minute);
  }

  ProcessStats note(ProcessStats vitals, double minute) {
    looks.add(vitals);
    minutes.add(minute);
    return vitals;
  }

  String name() {
    return name;
  }

  /** What has grown; empty if nothing has. */
  List<String> leaks() {
    var found = new ArrayList<String>();
    leak(found, "heap, MiB", ProcessStats::heapMiB, SLACK_MIB);
    leak(found, "threads", ProcessStats::threads, SLACK_COUNT);
    leak(found, "open files", ProcessStats::files, SLACK_COUNT);
    return found;
  }

  private void leak(
      List<String> found, String what, ToDoubleFunction<ProcessStats> value, double slack) {
    if (looks.size() < 3) {
      return;
    }
    // In the first third, bounded caches and buffers fill up; a leak continues to grow.
    int third = looks.size() / 3;
    double middle = median(value, third, looks.size() - third);
    double last = median(value, looks.size() - third, looks.size());
    if (last > middle * (1 + TOLERANCE) + slack) {
      found.add(
          String.format(
              Locale.ROOT,
              "%s: %s grew from %.1f in the middle third to %.1f in the last",
              name,
              what,
              middle,
              last));
    }
  }

  private double median(ToDoubleFunction<ProcessStats> value, int from, int to) {
    var samples = new Samples();
    looks.subList(from, to).forEach(look -> samples.add(value.applyAsDouble(look)));
    return samples.median();
  }

  String table() {
    var text = new StringBuilder("\n" + name + "\n\n");
    text.append("| minute | heap after GC, MiB | resident, MiB | threads | open files |\n");
    text.append("|---:|---:|---:|---:|---:|\n");
    for (int i = 0; i < looks.size(); i++) {
      ProcessStats look = looks.get(i);
      text.append(
          String.format(
              Locale.ROOT,
              "| %.1f | %.1f | %.0f | %d | %d |%n",
              minutes.get(i),
              look.heapMiB(),
              look.residentMiB(),
              look.threads(),
              look.files()));
    }
    if (looks.size() > 1) {
      // The first sample is of a program that has not filled its buffers and tables yet.
      ProcessStats early = looks.get(looks.size() / 3);
      text.append("\nGrown most since a third of the time:\n");
      looks.getLast().grownSince(early, GROWN).forEach(one -> text.append("- " + one + "\n"));
    }
    return text.toString();
  }
}
