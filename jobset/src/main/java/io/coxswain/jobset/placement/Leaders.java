package io.coxswain.jobset.placement;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.jobset.label.Keys;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the leaders of followers, the pods of a Job, and the domains that pods are in. */
final class Leaders {
  /** Pods by their name without its random end, as {@code <jobset>-<group>-<job>-<index>}. */
  private static final String BY_NAME = "podName";

  private static final String BY_JOB_KEY = "podJobKey";
  private static final String BY_NODE = "leaderNode";

  /** Fewer parts between dashes than this and no Job of a JobSet has made the name. */
  private static final int PARTS = 5;

  private final Reader client;

  private Leaders(Reader client) {
    this.client = client;
  }

  /** To be called once for each manager. */
  static Leaders of(Manager manager) {
    manager.index(Pod.class, BY_NAME, Leaders::stableName);
    manager.index(
        Pod.class,
        BY_JOB_KEY,
        pod -> {
          String key = Placement.label(pod, Keys.JOB_KEY);
          return key.isEmpty() ? List.of() : List.of(key);
        });
    manager.index(
        Pod.class,
        BY_NODE,
        pod -> PodController.matters(pod) ? List.of(pod.getSpec().getNodeName()) : List.of());
    return new Leaders(manager.client());
  }

  /** The leader itself, or that of a follower. */
  List<ObjectKey> concerned(Pod pod) throws ApiException {
    if (!Placement.isOurs(pod) || Placement.topologyKey(pod).isEmpty()) {
      return List.of();
    }
    if (Placement.isLeader(pod)) {
      return PodController.matters(pod) ? List.of(ObjectKey.of(pod)) : List.of();
    }
    return podsOf(pod).stream().filter(PodController::matters).map(ObjectKey::of).toList();
  }

  /** The leaders on a node. */
  List<ObjectKey> on(Node node) throws ApiException {
    return client.list(Pod.class).by(BY_NODE, node.getMetadata().getName()).keys();
  }

  private static List<String> stableName(Pod pod) {
    String name = pod.getMetadata().getName();
    return Placement.topologyKey(pod).isEmpty() || name.split("-").length < PARTS
        ? List.of()
        : List.of(name.substring(0, name.lastIndexOf('-')));
  }

  /**
   * The leader of a follower.
   *
   * @throws PlacementException if there is none that counts yet
   */
  Pod of(Pod follower, String namespace) throws ApiException, PlacementException {
    String name =
        "%s-%s-%s-0"
            .formatted(
                Placement.label(follower, Keys.JOBSET_NAME),
                Placement.label(follower, Keys.REPLICATED_JOB_NAME),
                Placement.label(follower, Keys.JOB_INDEX));
    List<Pod> found =
        client.list(Pod.class).in(namespace).by(BY_NAME, name).toList().stream()
            .filter(Leaders::counts)
            .toList();
    if (found.size() != 1) {
      throw new PlacementException(
          "expected 1 leader pod (%s), but got %d. this is an expected, transient error"
              .formatted(name, found.size()));
    }
    Pod leader = found.getFirst();
    String mine = Placement.ownerUid(follower);
    String its = Placement.ownerUid(leader);
    if (!mine.equals(its)) {
      throw new PlacementException(
          "follower pod owner UID (%s) != leader pod owner UID (%s)".formatted(mine, its));
    }
    return leader;
  }

  private static boolean counts(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return pod.getMetadata().getDeletionTimestamp() == null
        && !"Failed".equals(phase)
        && !"Succeeded".equals(phase);
  }

  /** All pods of the pod's Job, itself included, that have the same owner. */
  List<Pod> podsOf(Pod pod) throws ApiException {
    String owner = Placement.ownerUid(pod);
    return client
        .list(Pod.class)
        .in(pod.getMetadata().getNamespace())
        .by(BY_JOB_KEY, Placement.label(pod, Keys.JOB_KEY))
        .toList()
        .stream()
        .filter(each -> Placement.ownerUid(each).equals(owner))
        .toList();
  }

  /**
   * The domain of the node that the pod is on; empty if there is no such node.
   *
   * @throws PlacementException if the node belongs to no domain
   */
  Optional<String> domainOf(Pod pod, String topologyKey) throws ApiException, PlacementException {
    Optional<Node> node = client.get(Node.class, ObjectKey.of(pod.getSpec().getNodeName()));
    if (node.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> labels = node.get().getMetadata().getLabels();
    String domain = labels == null ? null : labels.get(topologyKey);
    if (domain == null) {
      throw new PlacementException("node does not have topology label: " + topologyKey);
    }
    return Optional.of(domain);
  }
}
