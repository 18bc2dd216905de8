package io.coxswain.kube.nodelifecycle;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/** Marks a pod NotReady that was bound to a node after the node became unreachable. */
final class PodReconciler implements Reconciler<ObjectKey> {
  private final Reader client;
  private final PodsNotReady pods;

  PodReconciler(Reader client, PodsNotReady pods) {
    this.client = client;
    this.pods = pods;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Pod> pod = client.get(Pod.class, key);
    if (pod.isPresent() && isLost(pod.get().getSpec().getNodeName())) {
      pods.mark(pod.get(), pass.now());
    }
    return Outcome.done();
  }

  private boolean isLost(String nodeName) throws ApiException {
    Optional<Node> node = client.get(Node.class, ObjectKey.of(nodeName));
    NodeView.Ready ready = node.map(NodeView.Ready::of).orElse(null);
    return ready != null && !ready.isTrue();
  }
}
