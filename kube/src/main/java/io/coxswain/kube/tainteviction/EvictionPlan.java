package io.coxswain.kube.tainteviction;

import io.coxswain.kube.common.Taints;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What becomes of a pod on a node with NoExecute taints. */
sealed interface EvictionPlan {

  /** It may stay for ever. */
  record Stay() implements EvictionPlan {}

  /** It must go now. */
  record Go() implements EvictionPlan {}

  /** It may stay for so long. */
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
    return shortest.get() <= 0 ? new Go() : new StayFor(Duration.ofSeconds(shortest.get()));
  }
}
