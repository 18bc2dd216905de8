package io.coxswain.kube.services;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The trigger time of an endpoints change ({@code
 * endpoints.kubernetes.io/last-change-trigger-time}), from which consumers measure programming
 * latency. A service is reconciled by one worker at a time.
 */
public final class TriggerTimes {
  /** By service; only looked up, so its order does not matter. */
  private final Map<ObjectKey, Known> known = new ConcurrentHashMap<>();

  private record Known(Optional<Instant> service, Map<String, Instant> pods) {}

  /** The oldest change since the last reconcile; for a new service, its creation. */
  public Optional<Instant> next(Service service, List<PodFacts> pods) {
    ObjectKey key = ObjectKey.of(service);
    Optional<Instant> created = Timestamps.parse(service.getMetadata().getCreationTimestamp());
    var times = HashMap.<String, Instant>newHashMap(pods.size());
    Known before = known.get(key);
    Instant oldest = null;
    for (PodFacts pod : pods) {
      Instant time = pod.readySince();
      if (time != null) {
        times.put(pod.key().name(), time);
        if (before != null && isNew(before.pods.get(pod.key().name()), time)) {
          oldest = earlier(oldest, time);
        }
      }
    }
    known.put(key, new Known(created, times));
    if (before == null) {
      return created;
    }
    if (created.isPresent() && isNew(before.service.orElse(null), created.get())) {
      oldest = earlier(oldest, created.get());
    }
    return Optional.ofNullable(oldest);
  }

  private static boolean isNew(@Nullable Instant before, Instant now) {
    return before == null || now.isAfter(before);
  }

  private static Instant earlier(@Nullable Instant one, Instant other) {
    return one == null || other.isBefore(one) ? other : one;
  }

  public void forget(ObjectKey service) {
    known.remove(service);
  }

  /** Sets or removes the annotation. */
  public static void mark(Map<String, String> annotations, Optional<Instant> time) {
    time.ifPresentOrElse(
        t -> annotations.put(Services.TRIGGER_TIME, Timestamps.format(t)),
        () -> annotations.remove(Services.TRIGGER_TIME));
  }
}
