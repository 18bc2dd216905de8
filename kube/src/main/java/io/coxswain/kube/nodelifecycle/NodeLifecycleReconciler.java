package io.coxswain.kube.nodelifecycle;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Updates the NoSchedule taints of a node from its conditions, and deprecated labels from stable
 * ones.
 */
final class NodeLifecycleReconciler implements Reconciler<ObjectKey> {
  private final Client client;

  NodeLifecycleReconciler(Client client) {
    this.client = client;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Node> node = client.get(Node.class, key);
    if (node.isPresent() && !isRight(node.get())) {
      try {
        client.patch(
            node.get(),
            n -> {
              ConditionTaints.correct(n, pass.now());
              correctLabels(n);
            });
      } catch (ApiException.NotFound e) {
        pass.log().atDebug().addKeyValue("err", e.getMessage()).log("Node has been deleted");
      }
    }
    return Outcome.done();
  }

  /** Checks before writing, because most changes of nodes do not concern taints or labels. */
  private static boolean isRight(Node node) {
    Map<String, String> labels = node.getMetadata().getLabels();
    return ConditionTaints.areRight(node)
        && (labels == null
            || (follows(labels, "kubernetes.io/os", "beta.kubernetes.io/os")
                && follows(labels, "kubernetes.io/arch", "beta.kubernetes.io/arch")));
  }

  private static boolean follows(Map<String, String> labels, String stable, String beta) {
    String value = labels.get(stable);
    return value == null || value.equals(labels.get(beta));
  }

  /** The stable labels take precedence. */
  private static void correctLabels(Node node) {
    Map<String, String> present = node.getMetadata().getLabels();
    if (present == null || present.isEmpty()) {
      return;
    }
    var labels = new TreeMap<>(present);
    follow(labels, "kubernetes.io/os", "beta.kubernetes.io/os");
    follow(labels, "kubernetes.io/arch", "beta.kubernetes.io/arch");
    node.getMetadata().setLabels(labels);
  }

  private static void follow(Map<String, String> labels, String stable, String beta) {
    String value = labels.get(stable);
    if (value != null) {
      labels.put(beta, value);
    }
  }
}
