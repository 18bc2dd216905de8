package io.coxswain.kube.services;

import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The generations of slices that this controller wrote, so that events of its own writes trigger no
 * reconcile. An event that arrives before the write is recorded causes a reconcile without changes.
 */
public final class EndpointSliceTracker {
  private static final long DELETED = Long.MAX_VALUE;

  /** Generations by UID; only looked up, so its order does not matter. */
  private final Map<String, Long> generations = new ConcurrentHashMap<>();

  public void wrote(EndpointSlice slice) {
    generations.put(slice.getMetadata().getUid(), generation(slice));
  }

  public void deleted(EndpointSlice slice) {
    generations.put(slice.getMetadata().getUid(), DELETED);
  }

  private static long generation(EndpointSlice slice) {
    Long generation = slice.getMetadata().getGeneration();
    return generation == null ? 0 : generation;
  }

  /** Whether the slice was changed by another client. */
  public boolean isChangedByOthers(EndpointSlice slice) {
    Long known = generations.get(slice.getMetadata().getUid());
    return known == null || generation(slice) > known;
  }

  /** Whether the slice was deleted by another client; forgets it. */
  public boolean isForeignDeletion(EndpointSlice slice) {
    Long known = generations.remove(slice.getMetadata().getUid());
    return known == null || known != DELETED;
  }
}
