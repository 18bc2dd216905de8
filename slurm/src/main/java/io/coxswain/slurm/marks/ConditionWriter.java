package io.coxswain.slurm.marks;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Writes marks. The conditions of a node are one list that the kubelet writes too, so nothing is
 * ever written over a node that is no longer the one seen.
 */
public final class ConditionWriter {
  /** As often as clients in Go try again after a conflict. */
  private static final int MAX_ATTEMPTS = 5;

  private final Client client;

  public ConditionWriter(Client client) {
    this.client = client;
  }

  /**
   * Writes onto the node as it was read.
   *
   * @return the node after the write
   * @throws ApiException.Conflict if the node has changed since
   */
  public Node write(Node seen, List<ConditionChange> changes, Instant now) throws ApiException {
    NodeConditions marks = NodeConditions.of(seen);
    return changes.stream().allMatch(marks::matches)
        ? seen
        : client.patchStatus(seen, node -> NodeConditions.write(node, changes, now));
  }

  /** Writes onto the newest state of the node; a deleted node is ignored. */
  public Optional<Node> writeLatest(String node, List<ConditionChange> changes, Instant now)
      throws ApiException {
    for (int tries = 1; ; tries++) {
      Optional<Node> latest = client.live().get(Node.class, ObjectKey.of("", node));
      if (latest.isEmpty()) {
        return latest;
      }
      try {
        return Optional.of(write(latest.get(), changes, now));
      } catch (ApiException.Conflict e) {
        if (tries == MAX_ATTEMPTS) {
          throw e;
        }
      } catch (ApiException.NotFound e) {
        return Optional.empty();
      }
    }
  }
}
