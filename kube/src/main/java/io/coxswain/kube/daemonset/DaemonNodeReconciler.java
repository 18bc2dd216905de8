package io.coxswain.kube.daemonset;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.PodIndexes;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Controller;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Enqueues the DaemonSets that gain or lose a pod because a node changed. */
final class DaemonNodeReconciler implements Reconciler<ObjectKey> {
  private final Reader client;
  private final Controller<ObjectKey> sets;

  DaemonNodeReconciler(Reader client, Controller<ObjectKey> sets) {
    this.client = client;
    this.sets = sets;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Node> node = client.get(Node.class, key);
    if (node.isEmpty()) {
      return Outcome.done();
    }
    Set<ObjectKey> there = new TreeSet<>();
    for (Pod pod : client.list(Pod.class).by(PodIndexes.BY_NODE, key.name()).toList()) {
      Owners.controllerOf(pod)
          .filter(owner -> owner.getKind().equals("DaemonSet"))
          .ifPresent(owner -> there.add(ObjectKey.of(pod).sibling(owner.getName())));
    }
    for (DaemonSet set : client.list(DaemonSet.class).toList()) {
      if (isConcerned(set, NodeFit.of(set, node.get()), there.contains(ObjectKey.of(set)))) {
        sets.enqueue(ObjectKey.of(set));
      }
    }
    return Outcome.done();
  }

  private static boolean isConcerned(DaemonSet set, NodeFit fit, boolean hasPod) {
    if (!hasPod) {
      return fit.run();
    }
    Integer misscheduled = set.getStatus() == null ? null : set.getStatus().getNumberMisscheduled();
    return !fit.stay() || (misscheduled != null && misscheduled > 0);
  }
}
