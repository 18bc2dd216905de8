package io.coxswain.slurm.exporter;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One periodic query. Runs may overlap up to a limit; the result of a run that started before
 * another one with a known result is dropped.
 */
final class SubCollector {
  private final String name;
  private final Source source;
  private final AtomicInteger inflight = new AtomicInteger();
  private final AtomicLong sequence = new AtomicLong();
  private final AtomicLong stored = new AtomicLong();

  SubCollector(String name, Source source) {
    this.name = name;
    this.source = source;
  }

  /** Sends the query, and combines its result with the previous state. */
  @FunctionalInterface
  interface Source {
    Change ask() throws Exception;
  }

  /** A new snapshot from the last one, at a time. */
  @FunctionalInterface
  interface Change {
    Snapshot apply(Snapshot before, Instant now);
  }

  String name() {
    return name;
  }

  int inflight() {
    return inflight.get();
  }

  /** Takes a place among the runs; the run's number, or 0 when there is no place. */
  long tryBegin(int limit) {
    for (int now = inflight.get(); now < limit; now = inflight.get()) {
      if (inflight.compareAndSet(now, now + 1)) {
        return sequence.incrementAndGet();
      }
    }
    return 0;
  }

  int end() {
    return inflight.decrementAndGet();
  }

  Change ask() throws Exception {
    return source.ask();
  }

  /**
   * Whether the run's result is newer than the last accepted one; if so it becomes the last one.
   */
  boolean isNewest(long run) {
    return stored.getAndAccumulate(run, Math::max) < run;
  }
}
