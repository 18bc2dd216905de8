package io.coxswain.kube.statefulset;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;

/**
 * What a pass sees.
 *
 * @param pods those of the set, whatever their number
 * @param claims those that exist of the claims its pods have or will have, by name
 * @param severalAtOnce whether {@code maxUnavailable} is heeded
 */
record StatefulSetObservation(
    StatefulSet set,
    List<Pod> pods,
    StatefulSetRevisions revisions,
    NavigableMap<String, PersistentVolumeClaim> claims,
    boolean severalAtOnce,
    Instant now) {

  Ordinals ordinals() {
    return Ordinals.of(set);
  }

  boolean deleting() {
    return set.getMetadata().getDeletionTimestamp() != null;
  }

  /** Pods one after the other, or all at once. */
  boolean inOrder() {
    return !"Parallel".equals(set.getSpec().getPodManagementPolicy());
  }

  int minReadySeconds() {
    Integer seconds = set.getSpec().getMinReadySeconds();
    return seconds == null ? 0 : seconds;
  }
}
