package io.coxswain.node.scheduler;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.ArrayList;
import java.util.function.Predicate;

/** The inputs of scheduling decisions besides nodes and pods. */
interface SchedulingContext {

  /** The constraints of the pod's volume claims. */
  VolumeConstraints volumes(PodFacts pod) throws ApiException;

  /** The number of pods of a gang that must start together; 1 if unspecified. */
  int least(Gang gang) throws ApiException;

  /** The pods whose disruption budget is used up. */
  Predicate<PodFacts> guarded() throws ApiException;

  /** As the cache has it. */
  static SchedulingContext of(Reader client) {
    return new Cached(client);
  }

  /** Reads from the cache on each call. */
  record Cached(Reader client) implements SchedulingContext {
    @Override
    public VolumeConstraints volumes(PodFacts pod) throws ApiException {
      return VolumeConstraints.of(client, pod);
    }

    @Override
    public Predicate<PodFacts> guarded() throws ApiException {
      var used = new ArrayList<PodTerm.Selection>();
      for (PodDisruptionBudget budget : client.list(PodDisruptionBudget.class).toList()) {
        Integer allowed =
            budget.getStatus() == null ? null : budget.getStatus().getDisruptionsAllowed();
        if (budget.getSpec().getSelector() != null && (allowed == null || allowed <= 0)) {
          used.add(
              PodTerm.Selection.in(
                  budget.getMetadata().getNamespace(),
                  LabelSelector.of(budget.getSpec().getSelector())));
        }
      }
      return pod ->
          used.stream().anyMatch(s -> s.test(pod.key().namespace(), pod.shape().labels()));
    }

    @Override
    public int least(Gang gang) throws ApiException {
      try {
        return switch (gang.maker()) {
          case COSCHEDULING ->
              client
                  .get(CoschedulingPodGroup.class, gang.key())
                  .map(group -> group.getSpec().getMinMember())
                  .orElse(1);
          case VOLCANO ->
              client
                  .get(VolcanoPodGroup.class, gang.key())
                  .map(group -> group.getSpec().getMinMember())
                  .orElse(1);
          case LABELS -> gang.minimum();
          case NONE -> 1;
        };
      } catch (ApiException.NotFound e) {
        return 1; // the server has no such kind
      }
    }
  }
}
