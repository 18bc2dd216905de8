package io.coxswain.kube.common;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.controller.Controller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Lets the events of a large owner's pods wait a moment, so that many of them lead to one pass: a
 * pass looks at all pods of an owner, and thousands of them often change together. Small owners are
 * looked at at once.
 */
public final class PodBatches {
  private static final int SMALL = 100;
  private static final Duration PER_POD = Duration.ofNanos(500_000);
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private final AtomicReference<@Nullable Controller<ObjectKey>> controller =
      new AtomicReference<>();

  /** How large an owner is, in pods. */
  @FunctionalInterface
  public interface Size {
    int of(ObjectKey owner) throws ApiException;
  }

  /** To be said once the controller is registered, which is before the first event. */
  public void of(Controller<ObjectKey> registered) {
    controller.set(registered);
  }

  /** The keys of small owners; those of large ones come back by themselves after a moment. */
  public Collection<ObjectKey> take(Collection<ObjectKey> owners, Size size) throws ApiException {
    var atOnce = new ArrayList<ObjectKey>();
    for (ObjectKey owner : owners) {
      int pods = size.of(owner);
      if (pods <= SMALL) {
        atOnce.add(owner);
      } else {
        Objects.requireNonNull(controller.get(), "an event before the controller was wired")
            .enqueueAfter(owner, delay(pods));
      }
    }
    return atOnce;
  }

  private static Duration delay(int pods) {
    Duration delay = PER_POD.multipliedBy(pods);
    return delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
  }
}
