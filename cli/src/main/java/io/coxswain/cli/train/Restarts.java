package io.coxswain.cli.train;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts restarts in a training: containers in their pods, pods that replace failed ones, and the
 * whole JobSet. Keeps an entry per pod, which the training's own restart limits bound.
 */
final class Restarts {
  private static final String ATTEMPT = "jobset.sigs.k8s.io/restart-attempt";

  private final Map<String, Seen> pods = new TreeMap<>();

  private record Seen(String node, int attempt, int containers) {}

  void see(String node, Pod pod) {
    int containers = NodeState.statuses(pod).mapToInt(ContainerStatus::getRestartCount).sum();
    pods.put(pod.getMetadata().getUid(), new Seen(node, attempt(pod), containers));
  }

  private static int attempt(Pod pod) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    String text = labels == null ? null : labels.get(ATTEMPT);
    return text != null && text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
  }

  /** Restarts of one node. */
  int of(String node) {
    int lives = 0;
    int containers = 0;
    for (Seen pod : pods.values()) {
      if (pod.node.equals(node)) {
        lives++;
        containers += pod.containers;
      }
    }
    return containers + Math.max(0, lives - 1);
  }

  /** All restarts; a restart of the whole JobSet counts as one. */
  int total() {
    var lives = new TreeMap<String, Integer>();
    int attempts = 0;
    int containers = 0;
    for (Seen pod : pods.values()) {
      lives.merge(pod.node + "/" + pod.attempt, 1, Integer::sum);
      attempts = Math.max(attempts, pod.attempt);
      containers += pod.containers;
    }
    return containers + attempts + lives.values().stream().mapToInt(n -> n - 1).sum();
  }
}
