package io.coxswain.kube.services;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.metrics.Instruments;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToIntFunction;

/**
 * Sums over the EndpointSlices of all objects that have some, for gauges. Thread-safe; bounded by
 * the number of objects.
 */
public final class SliceTotals {
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<ObjectKey, TreeMap<String, Share>> shares = new TreeMap<>();

  /**
   * The share of one object in one address family.
   *
   * @param endpoints the number of its endpoints
   * @param slices the number of its slices
   * @param desired the number of slices that would do
   */
  public record Share(int endpoints, int slices, int desired) {}

  /** The number of slices that endpoints with the same ports need. */
  public static int desired(int endpoints, int max) {
    return Math.ceilDiv(endpoints, max);
  }

  /**
   * Adds the gauges of the sums.
   *
   * @param prefix of their names, such as {@code endpoint_slice_controller_}
   */
  public void register(Instruments instruments, String prefix) {
    instruments.gauge(
        prefix + "endpoints_desired",
        "Number of endpoints desired",
        callback -> callback.call(sum(Share::endpoints)));
    instruments.gauge(
        prefix + "num_endpoint_slices",
        "Number of EndpointSlices",
        callback -> callback.call(sum(Share::slices)));
    instruments.gauge(
        prefix + "desired_endpoint_slices",
        "Number of EndpointSlices that would exist with perfect endpoint allocation",
        callback -> callback.call(sum(Share::desired)));
  }

  public void put(ObjectKey owner, String family, Share share) {
    lock.lock();
    try {
      shares.computeIfAbsent(owner, o -> new TreeMap<>()).put(family, share);
    } finally {
      lock.unlock();
    }
  }

  public void forget(ObjectKey owner) {
    lock.lock();
    try {
      shares.remove(owner);
    } finally {
      lock.unlock();
    }
  }

  private int sum(ToIntFunction<Share> number) {
    lock.lock();
    try {
      return shares.values().stream()
          .flatMap(families -> families.values().stream())
          .mapToInt(number)
          .sum();
    } finally {
      lock.unlock();
    }
  }
}
