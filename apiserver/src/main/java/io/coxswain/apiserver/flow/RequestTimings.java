package io.coxswain.apiserver.flow;

import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** How many reads and writes are executed or wait over time, at all levels. Thread-safe. */
final class RequestTimings {
  private static final double[] BOUNDS = {
    0, 0.001, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1
  };

  private final ReentrantLock lock = new ReentrantLock();
  private final TimingHistogram readsExecuting;
  private final TimingHistogram readsWaiting;
  private final TimingHistogram writesExecuting;
  private final TimingHistogram writesWaiting;

  RequestTimings(long nanos) {
    readsExecuting = new TimingHistogram(BOUNDS, nanos);
    readsWaiting = new TimingHistogram(BOUNDS, nanos);
    writesExecuting = new TimingHistogram(BOUNDS, nanos);
    writesWaiting = new TimingHistogram(BOUNDS, nanos);
  }

  void executing(boolean write, int difference, long nanos) {
    lock.lock();
    try {
      (write ? writesExecuting : readsExecuting).add(difference, nanos);
    } finally {
      lock.unlock();
    }
  }

  void waiting(boolean write, int difference, long nanos) {
    lock.lock();
    try {
      (write ? writesWaiting : readsWaiting).add(difference, nanos);
    } finally {
      lock.unlock();
    }
  }

  /**
   * @param maxExecuting the seats of all levels
   * @param maxWaiting the length of all queues
   */
  void relateTo(int maxExecuting, int maxWaiting, long nanos) {
    lock.lock();
    try {
      readsExecuting.relateTo(maxExecuting, nanos);
      writesExecuting.relateTo(maxExecuting, nanos);
      readsWaiting.relateTo(maxWaiting, nanos);
      writesWaiting.relateTo(maxWaiting, nanos);
    } finally {
      lock.unlock();
    }
  }

  List<HistogramDataPointSnapshot> snapshots(long nanos) {
    lock.lock();
    try {
      return List.of(
          readsExecuting.snapshot(nanos, labels("executing", "readOnly")),
          writesExecuting.snapshot(nanos, labels("executing", "mutating")),
          readsWaiting.snapshot(nanos, labels("waiting", "readOnly")),
          writesWaiting.snapshot(nanos, labels("waiting", "mutating")));
    } finally {
      lock.unlock();
    }
  }

  private static Labels labels(String phase, String kind) {
    return Labels.of("phase", phase, "request_kind", kind);
  }
}
