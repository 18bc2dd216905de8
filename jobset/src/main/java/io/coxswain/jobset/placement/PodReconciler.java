package io.coxswain.jobset.placement;

import io.coxswain.api.ApiException;
import io.coxswain.api.Conditions;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.jobset.label.Keys;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Deletes all followers of a leader if any is bound to another domain than the leader's. Each gets
 * a condition first, so that pod failure policies recognize these deletions.
 */
final class PodReconciler implements Reconciler<ObjectKey> {
  private static final int PARALLEL_REQUESTS = 50;
  private static final String DISRUPTION_TARGET = "DisruptionTarget";

  private final Client client;
  private final Leaders leaders;

  PodReconciler(Client client, Leaders leaders) {
    this.client = client;
    this.leaders = leaders;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Pod> leader = client.get(Pod.class, key).filter(PodController::matters);
    if (leader.isEmpty()) {
      return Outcome.done();
    }
    List<Pod> misplaced = plan(leader.get());
    try (Reconciliation.Fork fork = pass.fork(PARALLEL_REQUESTS)) {
      for (Pod pod : misplaced) {
        fork.run(() -> evict(pod, pass.now()));
      }
    }
    return Outcome.done();
  }

  /** The followers that must go. */
  private List<Pod> plan(Pod leader) throws ApiException {
    if (Placement.label(leader, Keys.JOB_KEY).isEmpty()) {
      throw new IllegalStateException("job key label not found on leader pod");
    }
    if (Placement.ownerUid(leader).isEmpty()) {
      throw new IllegalStateException("leader pod has no controller owner");
    }
    String topologyKey = Placement.topologyKey(leader);
    List<Pod> followers =
        leaders.podsOf(leader).stream().filter(pod -> !Placement.isLeader(pod)).toList();
    try {
      Optional<String> domain = leaders.domainOf(leader, topologyKey);
      if (followers.stream().allMatch(pod -> isThere(pod, topologyKey, domain.orElse("")))) {
        return List.of();
      }
      if (domain.isEmpty()) {
        throw new IllegalStateException("leader topology is unknown (node not found)");
      }
    } catch (PlacementException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
    return followers.stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .toList();
  }

  private static boolean isThere(Pod pod, String topologyKey, String domain) {
    Map<String, String> selector = pod.getSpec().getNodeSelector();
    return selector != null && domain.equals(selector.get(topologyKey));
  }

  private void evict(Pod pod, Instant now) throws ApiException {
    Pod marked = client.patchStatus(pod, p -> mark(p, now));
    client.delete(marked, Deletion.background());
  }

  private static void mark(Pod pod, Instant now) {
    PodStatus status = Optional.ofNullable(pod.getStatus()).orElseGet(PodStatus::new);
    var conditions = new ArrayList<>(status.getConditions());
    Optional<PodCondition> before = Conditions.POD.find(conditions, DISRUPTION_TARGET);
    if (before.filter(c -> c.getStatus().equals("True")).isPresent()) {
      return;
    }
    before.ifPresent(conditions::remove);
    conditions.add(
        new PodConditionBuilder()
            .withType(DISRUPTION_TARGET)
            .withStatus("True")
            .withReason("ExclusivePlacementViolation")
            .withMessage("Pod violated JobSet exclusive placement policy")
            .withLastTransitionTime(Timestamps.format(now))
            .build());
    status.setConditions(conditions);
    pod.setStatus(status);
  }
}
