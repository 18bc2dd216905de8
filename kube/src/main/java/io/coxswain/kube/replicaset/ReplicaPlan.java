package io.coxswain.kube.replicaset;

import io.coxswain.kube.common.PodRanking;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.function.ToIntFunction;

/** The change of the number of pods in one reconcile. */
sealed interface ReplicaPlan {
  /** Maximum number of pods created or deleted in one reconcile. */
  int MOST_PER_PASS = 500;

  /** The number of pods matches. */
  record Keep() implements ReplicaPlan {}

  /** Creates missing pods. */
  record Create(int count) implements ReplicaPlan {}

  /** Deletes surplus pods. */
  record Delete(List<Pod> pods) implements ReplicaPlan {
    public Delete {
      pods = List.copyOf(pods);
    }
  }

  /**
   * Decides from the active pods.
   *
   * @param neighbours the number of related pods on the pod's node; only evaluated if pods remain
   */
  static ReplicaPlan of(int wanted, List<Pod> active, ToIntFunction<Pod> neighbours, Instant now) {
    int surplus = active.size() - wanted;
    if (surplus == 0) {
      return new Keep();
    }
    if (surplus < 0) {
      return new Create(Math.min(-surplus, MOST_PER_PASS));
    }
    int count = Math.min(surplus, MOST_PER_PASS);
    return new Delete(
        count == active.size() ? active : PodRanking.worst(active, count, neighbours, now));
  }
}
