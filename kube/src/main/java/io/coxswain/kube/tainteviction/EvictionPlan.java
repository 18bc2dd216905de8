package io.coxswain.kube.tainteviction;

import io.coxswain.api.Seconds;
import io.coxswain.kube.common.Taints;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The decision for a pod on a node with NoExecute taints. */
sealed interface EvictionPlan {

  /** The pod tolerates the taints indefinitely. */
  record Stay() implements EvictionPlan {}

  /** The pod must be evicted now. */
  record Go() implements EvictionPlan {}

  /** The pod may stay for the given time. */
  record StayFor(Duration time) implements EvictionPlan {}

  static EvictionPlan of(List<Taint> taints, List<Toleration> tolerations) {
    if (taints.isEmpty()) {
      return new Stay();
    }
    Optional<List<Toleration>> used = Taints.matching(taints, tolerations);
    if (used.isEmpty()) {
      return new Go();
    }
    Optional<Long> shortest =
        used.get().stream()
            .map(t -> Optional.ofNullable(t.getTolerationSeconds()))
            .flatMap(Optional::stream)
            .min(Long::compare);
    if (shortest.isEmpty()) {
      return new Stay();
    }
    return shortest.get() <= 0 ? new Go() : new StayFor(Seconds.of(shortest.get()));
  }
}
