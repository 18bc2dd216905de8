package io.coxswain.kube.replicaset;

import io.coxswain.kube.common.PodRanking;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.function.ToIntFunction;

/** What one pass does about the number of pods. */
sealed interface ReplicaPlan {
  /** The most pods created or deleted in one pass. */
  int MOST_PER_PASS = 500;

  /** As many as wanted. */
  record Keep() implements ReplicaPlan {}

  /** Too few: create so many. */
  record Create(int count) implements ReplicaPlan {}

  /** Too many: delete these. */
  record Delete(List<Pod> pods) implements ReplicaPlan {
    public Delete {
      pods = List.copyOf(pods);
    }
  }

  /**
   * Decides from the active pods.
   *
   * @param neighbours how many related pods share the pod's node; asked only if some pods stay
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
