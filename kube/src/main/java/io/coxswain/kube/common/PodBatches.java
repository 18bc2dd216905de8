package io.coxswain.kube.common;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.controller.Enqueuer;
import java.time.Duration;
import java.util.Collection;

/**
 * Batches pod events of large owners into one reconcile: a reconcile lists all pods of the owner,
 * and thousands often change together. Small owners are enqueued immediately.
 */
public final class PodBatches {
  private static final int SMALL = 100;
  private static final Duration PER_POD = Duration.ofNanos(500_000);
  private static final Duration MAX_DELAY = Duration.ofSeconds(1);

  private PodBatches() {}

  /** The number of pods of an owner. */
  @FunctionalInterface
  public interface Size {
    int of(ObjectKey owner) throws ApiException;
  }

  /** Enqueues the owners, each after a delay that grows with its size. */
  public static void enqueue(Collection<ObjectKey> owners, Size size, Enqueuer<ObjectKey> queue)
      throws ApiException {
    for (ObjectKey owner : owners) {
      queue.addAfter(owner, delay(size.of(owner)));
    }
  }

  private static Duration delay(int pods) {
    if (pods <= SMALL) {
      return Duration.ZERO;
    }
    Duration delay = PER_POD.multipliedBy(pods);
    return delay.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : delay;
  }
}
