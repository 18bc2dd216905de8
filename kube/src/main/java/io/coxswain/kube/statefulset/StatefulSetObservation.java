package io.coxswain.kube.statefulset;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;

/**
 * The state from which a {@link StatefulSetPlan} is made.
 *
 * @param pods the pods of the set, with any ordinal
 * @param claims existing claims of its pods, by name
 * @param severalAtOnce whether {@code maxUnavailable} is enabled
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

  /** Whether pods are managed one after the other. */
  boolean inOrder() {
    return !"Parallel".equals(set.getSpec().getPodManagementPolicy());
  }

  int minReadySeconds() {
    Integer seconds = set.getSpec().getMinReadySeconds();
    return seconds == null ? 0 : seconds;
  }
}
