package io.coxswain.kube.statefulset;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Objects;

/** The existing claims of one pod. */
record StatefulPodClaims(StatefulSetObservation seen, Pod pod) {

  List<String> names() {
    int ordinal = Ordinals.of(pod);
    return StatefulPodFactory.claimTemplates(seen.set()).stream()
        .map(t -> seen.ordinals().claimName(t.getMetadata().getName(), ordinal))
        .toList();
  }

  List<PersistentVolumeClaim> existing() {
    return names().stream().map(seen.claims()::get).filter(Objects::nonNull).toList();
  }

  /** A claim that is being deleted does not count, but a new pod must wait for it. */
  boolean anyMissing() {
    return existing().stream()
            .filter(claim -> claim.getMetadata().getDeletionTimestamp() == null)
            .count()
        < names().size();
  }

  boolean anyLeftOver() {
    return existing().stream().anyMatch(owners()::isLeftOver);
  }

  /** Whether another controller owns a claim, which is reported as an event. */
  boolean anyConflict() {
    return existing().stream().anyMatch(owners()::hasConflict);
  }

  boolean ownersAreRight() {
    return existing().stream().allMatch(owners()::areRight);
  }

  ClaimOwners owners() {
    return new ClaimOwners(seen.set(), pod);
  }
}
