package io.coxswain.jobset.placement;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Objects;

/**
 * Wires the controller that repairs exclusive placement. Its keys are scheduled leaders; upstream
 * looks when one of them changes, here also when a follower or the leader's node does, so that no
 * order in which these become known leaves a follower in the wrong place.
 */
final class PodController {
  private PodController() {}

  static void register(Manager manager, Leaders leaders) {
    manager
        .controller("pod")
        .kind(Pod.class)
        .sharded(ObjectKey::namespace)
        .watch(Pod.class, watch -> watch.mapTo((pod, client) -> leaders.concerned(pod)))
        .watch(
            Node.class,
            watch ->
                watch
                    .mapTo((node, client) -> leaders.on(node))
                    .when(event -> event instanceof Event.Updated<Node> u && isRelabelled(u)))
        .reconcile(new PodReconciler(manager.client(), leaders));
  }

  /** A node that moves to another domain takes its leader along. */
  private static boolean isRelabelled(Event.Updated<Node> change) {
    return !Objects.equals(
        change.old().getMetadata().getLabels(), change.object().getMetadata().getLabels());
  }

  /** The node selector strategy gives followers no selector of the domain, so it is left alone. */
  static boolean matters(Pod pod) {
    return Placement.isOurs(pod)
        && !Placement.topologyKey(pod).isEmpty()
        && Placement.isLeader(pod)
        && Placement.isSeparated(pod)
        && Placement.isScheduled(pod)
        && pod.getMetadata().getDeletionTimestamp() == null;
  }
}
