package io.coxswain.kube.nodelifecycle;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Taints;
import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/** Writes the two NoExecute taints of unhealthy nodes. */
final class NoExecuteTaints {
  private static final int MAX_ATTEMPTS = 5;

  private final Client client;

  NoExecuteTaints(Client client) {
    this.client = client;
  }

  /** Sets the taint that matches the node's condition, and none on a ready node. */
  void follow(String name, Instant now) throws ApiException {
    edit(name, node -> follow(node, now));
  }

  /** Removes both taints. */
  void clear(String name) throws ApiException {
    edit(
        name,
        node -> {
          Taints.remove(node, Taints.NOT_READY, Taints.NO_EXECUTE);
          Taints.remove(node, Taints.UNREACHABLE, Taints.NO_EXECUTE);
        });
  }

  private static void follow(Node node, Instant now) {
    NodeView.Ready ready = NodeView.Ready.of(node);
    switch (ready == null ? "" : ready.status()) {
      case "False" -> swap(node, Taints.NOT_READY, Taints.UNREACHABLE, now);
      case "Unknown" -> swap(node, Taints.UNREACHABLE, Taints.NOT_READY, now);
      default -> {}
    }
  }

  private static void swap(Node node, String wanted, String other, Instant now) {
    if (!Taints.has(Taints.of(node), wanted, Taints.NO_EXECUTE)) {
      Taints.put(node, Taints.since(wanted, Taints.NO_EXECUTE, now));
    }
    Taints.remove(node, other, Taints.NO_EXECUTE);
  }

  /** The list of taints is written as a whole, so conflicts are retried. */
  private void edit(String name, Consumer<Node> edit) throws ApiException {
    Optional<Node> node = client.get(Node.class, ObjectKey.of(name));
    for (int attempt = 1; node.isPresent(); attempt++) {
      try {
        client.patch(node.get(), edit);
        return;
      } catch (ApiException.NotFound e) {
        return;
      } catch (ApiException.Conflict e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
        node = client.live().get(Node.class, ObjectKey.of(name));
      }
    }
  }
}
