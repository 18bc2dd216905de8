package io.coxswain.kube.podgc;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.PodIndexes;
import io.coxswain.kube.common.Pods;
import io.coxswain.runtime.controller.Controller;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Registers the pod garbage collector. */
public final class PodGarbageCollector {
  /** Index of terminated and of terminating pods. */
  static final String STATE = "podgc/state";

  /** The collector processes all pods together, so there is one key. */
  private static final ObjectKey ROUND = ObjectKey.of("", "round");

  private PodGarbageCollector() {}

  public static void register(Manager manager, PodGarbageOptions options) {
    PodIndexes.byNode(manager);
    manager.index(Pod.class, STATE, PodGarbageCollector::state);
    Set<String> namedNodes = new ConcurrentSkipListSet<>();
    Controller<ObjectKey> rounds =
        manager
            .controller("orphaned_pods_nodes")
            .watch(Pod.class, watch -> watch.observe(event -> recordNodes(event, namedNodes)))
            .watch(Node.class, watch -> watch.observe(event -> {})) // fills the cache
            .reconcile(
                new PodGarbageReconciler(
                    manager.client().fieldOwner("kube-controller-manager"),
                    options,
                    namedNodes,
                    new PodGarbageMetrics(manager.instruments())));
    rounds.enqueue(ROUND);
  }

  private static void recordNodes(Event<Pod> event, Set<String> namedNodes) {
    event.states().stream().filter(Pods::isAssigned).map(Pods::node).forEach(namedNodes::add);
  }

  private static Collection<String> state(Pod pod) {
    var values = new ArrayList<String>();
    if (PodGarbage.isEnded(pod)) {
      values.add("ended");
    }
    if (Pods.isDeleting(pod)) {
      values.add("deleting");
    }
    return values;
  }
}
