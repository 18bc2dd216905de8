package io.coxswain.kube.disruption;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.Pods;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;

/** Resets the condition {@code DisruptionTarget} of pods that were not disrupted. */
final class StaleDisruptionReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("disruption-controller");

  static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final String TARGET = "DisruptionTarget";

  private final Client client;

  StaleDisruptionReconciler(Client client) {
    this.client = client;
  }

  /** Whether the condition is True on a pod that is neither terminating nor finished. */
  static boolean isMarked(Pod pod) {
    return !Pods.isDeleting(pod)
        && !Pods.isTerminal(pod)
        && Pods.condition(pod, TARGET)
            .filter(c -> "True".equals(c.getStatus()))
            .filter(c -> !"TerminationByKubelet".equals(c.getReason()))
            .isPresent();
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Pod> pod = client.get(Pod.class, key).filter(StaleDisruptionReconciler::isMarked);
    if (pod.isEmpty()) {
      return Outcome.done();
    }
    PodCondition condition = Pods.condition(pod.get(), TARGET).orElseThrow();
    Instant since = Timestamps.parse(condition.getLastTransitionTime()).orElse(Instant.EPOCH);
    Duration left = Duration.between(pass.now(), since.plus(TIMEOUT));
    if (left.isPositive()) {
      return Outcome.after(left);
    }
    client.patchStatus(pod.get(), p -> takeBack(p, pass.now()));
    log.info(2, "Reset stale DisruptionTarget condition to False", "pod", key);
    return Outcome.done();
  }

  private static void takeBack(Pod pod, Instant now) {
    var conditions = new ArrayList<>(Pods.conditions(pod));
    conditions.replaceAll(c -> TARGET.equals(c.getType()) ? takenBack(pod, now) : c);
    pod.getStatus().setConditions(conditions);
  }

  private static PodCondition takenBack(Pod pod, Instant now) {
    return new PodConditionBuilder()
        .withType(TARGET)
        .withStatus("False")
        .withLastTransitionTime(Timestamps.format(now))
        .withObservedGeneration(pod.getMetadata().getGeneration())
        .build();
  }
}
