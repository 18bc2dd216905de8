package io.coxswain.kube.statefulset;

import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** The pods of a set by ordinal: replicas, and surplus pods. */
final class SetPods {
  private final StatefulSetObservation seen;
  private final List<Pod> replicas = new ArrayList<>();
  private final List<Pod> condemned;
  private final int firstUnavailable;

  private SetPods(StatefulSetObservation seen) {
    this.seen = seen;
    Ordinals ordinals = seen.ordinals();
    var present = new TreeMap<Integer, Pod>();
    seen.pods().stream()
        .filter(ordinals::contains)
        .forEach(pod -> present.put(Ordinals.of(pod), pod));
    for (int ordinal = ordinals.start(); ordinal < ordinals.end(); ordinal++) {
      Pod pod = present.get(ordinal);
      replicas.add(pod == null ? StatefulPodFactory.build(seen, ordinal) : pod);
    }
    condemned =
        seen.pods().stream()
            .filter(pod -> Ordinals.of(pod) != Ordinals.NONE && !ordinals.contains(pod))
            .sorted(Comparator.<Pod>comparingInt(Ordinals::of).reversed())
            .toList();
    firstUnavailable = findFirstUnavailable();
  }

  static SetPods of(StatefulSetObservation seen) {
    return new SetPods(seen);
  }

  private int findFirstUnavailable() {
    var inOrder = new ArrayList<>(replicas);
    inOrder.addAll(condemned.reversed());
    return inOrder.stream()
        .filter(this::isUnavailable)
        .mapToInt(Ordinals::of)
        .findFirst()
        .orElse(Ordinals.NONE);
  }

  /** One per ordinal, in order; missing ones have no phase. */
  List<Pod> replicas() {
    return replicas;
  }

  /** Highest ordinal first. */
  List<Pod> condemned() {
    return condemned;
  }

  boolean isRunningAndReady(Pod pod) {
    return Pods.phase(pod).equals("Running") && Pods.isReady(pod) && !Pods.isDeleting(pod);
  }

  boolean isAvailable(Pod pod) {
    return Pods.isAvailable(pod, seen.minReadySeconds(), seen.now());
  }

  boolean isUnavailable(Pod pod) {
    return !isAvailable(pod) || Pods.isDeleting(pod);
  }

  /** Whether the pod has the lowest unavailable ordinal; it may be deleted while unavailable. */
  boolean isFirstUnavailable(Pod pod) {
    return firstUnavailable == Ordinals.of(pod);
  }
}
