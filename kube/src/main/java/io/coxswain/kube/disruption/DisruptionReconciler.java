package io.coxswain.kube.disruption;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.GoFormat;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.Scales;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import java.util.List;
import java.util.Optional;

/** Counts the pods of a budget and writes the number of allowed disruptions. */
final class DisruptionReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("disruption-controller");

  private final Client client;
  private final Recorder events;
  private final ExpectedPods expected;

  DisruptionReconciler(Client client, Recorder events, Scales scales) {
    this.client = client;
    this.events = events;
    this.expected = new ExpectedPods(client, scales);
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<PodDisruptionBudget> found = client.get(PodDisruptionBudget.class, key);
    if (found.isEmpty()) {
      log.info(4, "podDisruptionBudget has been deleted", "key", key);
      return Outcome.done();
    }
    PodDisruptionBudget budget = found.get();
    var status = new BudgetStatus(budget, pods(budget), pass.now());
    try {
      BudgetStatus.Aim aim = aim(status);
      for (Pod pod : status.overdue()) {
        log.info(
            1,
            "pod was expected to be deleted but it wasn't, updating PDB",
            "pod",
            pod,
            "podDisruptionBudget",
            key);
        // Upstream's message names the namespace twice.
        events.warning(
            pod,
            "NotDeleted",
            "Pod was expected by PDB %s/%s to be deleted but it wasn't",
            key.namespace(),
            key.namespace());
      }
      write(budget, status.to(aim));
      return status.untilOverdue().map(Outcome::after).orElseGet(Outcome::done);
    } catch (ExpectedPods.UnknownException | IllegalArgumentException e) {
      log.error(e, "Failed to sync PDB", "podDisruptionBudget", key);
      String message = String.valueOf(e.getMessage());
      events.warning(
          budget,
          "CalculateExpectedPodCountFailed",
          "Failed to calculate the number of expected pods: %s",
          message);
      write(budget, status.failed(message));
      return Outcome.done();
    }
  }

  private void write(PodDisruptionBudget budget, PodDisruptionBudgetStatus status)
      throws ApiException {
    client.patchStatus(budget, b -> b.setStatus(status));
  }

  /** A budget without a selector matches no pods, one with an empty selector matches all. */
  private List<Pod> pods(PodDisruptionBudget budget) throws ApiException {
    var selector = budget.getSpec().getSelector();
    List<Pod> pods =
        selector == null
            ? List.of()
            : client
                .list(Pod.class)
                .in(budget.getMetadata().getNamespace())
                .labels(LabelSelector.of(selector))
                .toList();
    if (pods.isEmpty()) {
      events.normal(budget, "NoPods", "No matching pods found");
    }
    return pods;
  }

  private BudgetStatus.Aim aim(BudgetStatus status)
      throws ApiException, ExpectedPods.UnknownException {
    PodDisruptionBudget budget = status.budget();
    if (!BudgetStatus.needsScale(budget.getSpec())) {
      return status.aim(0);
    }
    ExpectedPods.Sum sum = expected.sum(status.pods());
    if (sum.unmanaged()) {
      events.warning(
          budget,
          "UnmanagedPods",
          "Pods selected by this PodDisruptionBudget (selector: %s) were found to be unmanaged. As"
              + " a result, the status of the PDB cannot be calculated correctly, which may result"
              + " in undefined behavior. To account for these pods please set"
              + " \".spec.minAvailable\" field of the PDB to an integer value.",
          GoFormat.selector(budget.getSpec().getSelector()));
    }
    return status.aim(sum.count());
  }
}
