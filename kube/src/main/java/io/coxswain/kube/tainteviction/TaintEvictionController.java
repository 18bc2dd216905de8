package io.coxswain.kube.tainteviction;

import io.coxswain.kube.common.PodIndexes;
import io.coxswain.kube.common.Taints;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Objects;

/** Registers the taint eviction controller, whose keys are pods. */
public final class TaintEvictionController {
  private static final int WORKERS = 8;

  private TaintEvictionController() {}

  public static void register(Manager manager) {
    PodIndexes.byNode(manager);
    manager
        .controller("noexec_taint_pod")
        .kind(Pod.class)
        .workers(WORKERS)
        .watch(
            Node.class,
            watch ->
                watch
                    .mapTo(
                        (node, cache) ->
                            cache
                                .list(Pod.class)
                                .by(PodIndexes.BY_NODE, node.getMetadata().getName())
                                .keys())
                    .when(TaintEvictionController::changesTheTaints))
        .watch(Pod.class, watch -> watch.self().when(TaintEvictionController::changesTheStay))
        .reconcile(
            new TaintEvictionReconciler(
                manager.client().fieldOwner("kube-controller-manager"),
                manager.recorder("taint-eviction-controller"),
                new TaintEvictionMetrics(manager.instruments())));
  }

  /** Ignores pods of deleted nodes, as upstream does; the pod garbage collector deletes them. */
  private static boolean changesTheTaints(Event<Node> event) {
    return switch (event) {
      case Event.Created<Node> created -> !Taints.noExecute(created.object()).isEmpty();
      case Event.Updated<Node>(Node old, Node now) ->
          !Taints.noExecute(old).equals(Taints.noExecute(now));
      case Event.Deleted<Node> deleted -> false;
    };
  }

  private static boolean changesTheStay(Event<Pod> event) {
    return switch (event) {
      case Event.Created<Pod> created -> isBound(created.object());
      case Event.Updated<Pod>(Pod old, Pod now) ->
          isBound(now)
              && (!Objects.equals(old.getMetadata().getUid(), now.getMetadata().getUid())
                  || !Objects.equals(old.getSpec().getNodeName(), now.getSpec().getNodeName())
                  || !tolerations(old).equals(tolerations(now)));
      case Event.Deleted<Pod> deleted -> isBound(deleted.object());
    };
  }

  private static boolean isBound(Pod pod) {
    String node = pod.getSpec().getNodeName();
    return node != null && !node.isEmpty();
  }

  private static List<?> tolerations(Pod pod) {
    return pod.getSpec().getTolerations() == null ? List.of() : pod.getSpec().getTolerations();
  }
}
