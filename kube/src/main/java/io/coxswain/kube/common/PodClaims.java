package io.coxswain.kube.common;

import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The resource claims of a pod. */
public final class PodClaims {
  private PodClaims() {}

  public static List<PodResourceClaim> of(Pod pod) {
    return pod.getSpec() == null || pod.getSpec().getResourceClaims() == null
        ? List.of()
        : pod.getSpec().getResourceClaims();
  }

  /** Whether the pod uses resource claims. */
  public static boolean has(Pod pod) {
    return !of(pod).isEmpty() || extended(pod).isPresent();
  }

  /** Whether no container of the pod runs or will run. */
  public static boolean isDone(Pod pod) {
    return Pods.isTerminal(pod) || (Pods.isDeleting(pod) && !Pods.isAssigned(pod));
  }

  /** The entry's status in the pod; empty if there is none yet. */
  public static Optional<PodResourceClaimStatus> status(Pod pod, PodResourceClaim entry) {
    return statuses(pod).stream().filter(s -> entry.getName().equals(s.getName())).findFirst();
  }

  private static List<PodResourceClaimStatus> statuses(Pod pod) {
    return pod.getStatus() == null || pod.getStatus().getResourceClaimStatuses() == null
        ? List.of()
        : pod.getStatus().getResourceClaimStatuses();
  }

  /** The claim of an entry; empty if it has none yet or needs none. */
  public static Optional<String> name(Pod pod, PodResourceClaim entry) {
    return entry.getResourceClaimName() != null
        ? Optional.of(entry.getResourceClaimName())
        : status(pod, entry).map(PodResourceClaimStatus::getResourceClaimName);
  }

  /** All claims of the pod, including those that the scheduler created for extended resources. */
  public static List<ObjectKey> keys(Pod pod) {
    var names = new TreeSet<String>();
    of(pod).forEach(entry -> name(pod, entry).ifPresent(names::add));
    extended(pod).ifPresent(names::add);
    return names.stream().map(name -> ObjectKey.of(pod).sibling(name)).toList();
  }

  private static Optional<String> extended(Pod pod) {
    return Optional.ofNullable(pod.getStatus())
        .map(status -> status.getExtendedResourceClaimStatus())
        .map(status -> status.getResourceClaimName());
  }
}
