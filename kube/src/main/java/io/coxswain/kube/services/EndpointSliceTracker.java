package io.coxswain.kube.services;

import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The slices as we wrote them, so that hearing of our own writes calls for no pass. One that is
 * heard of before it is noted costs a pass that finds nothing to do.
 */
public final class EndpointSliceTracker {
  private static final long DELETED = Long.MAX_VALUE;

  /** Generations by UID; only ever looked up, so its order does not matter. */
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

  /** Whether somebody else made the slice what it is. */
  public boolean isChangedByOthers(EndpointSlice slice) {
    Long known = generations.get(slice.getMetadata().getUid());
    return known == null || generation(slice) > known;
  }

  /** Whether somebody else deleted the slice; nothing more will be heard of it. */
  public boolean isForeignDeletion(EndpointSlice slice) {
    Long known = generations.remove(slice.getMetadata().getUid());
    return known == null || known != DELETED;
  }
}
