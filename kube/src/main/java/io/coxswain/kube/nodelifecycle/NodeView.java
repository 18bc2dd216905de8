package io.coxswain.kube.nodelifecycle;

import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.Taints;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a node that the monitor needs.
 *
 * @param zone the key of its zone; empty without a zone
 * @param counted whether it counts for the state of its zone
 * @param ready its condition Ready, if present
 * @param notReady whether it has the not-ready NoExecute taint
 * @param unreachable whether it has the unreachable NoExecute taint
 */
record NodeView(
    String name,
    String uid,
    String zone,
    boolean counted,
    Instant created,
    @Nullable Ready ready,
    boolean notReady,
    boolean unreachable) {
  private static final String EXCLUDE = "node.kubernetes.io/exclude-disruption";

  /** The condition Ready, with times as in the object. */
  record Ready(String status, String heartbeat, String transition) {

    static @Nullable Ready of(Node node) {
      return condition(node, "Ready")
          .map(
              c ->
                  new Ready(
                      text(c.getStatus()),
                      text(c.getLastHeartbeatTime()),
                      text(c.getLastTransitionTime())))
          .orElse(null);
    }

    private static String text(@Nullable String value) {
      return Objects.requireNonNullElse(value, "");
    }

    boolean isTrue() {
      return status.equals("True");
    }
  }

  static NodeView of(Node node) {
    List<Taint> taints = Taints.of(node);
    Map<String, String> labels = labels(node);
    return new NodeView(
        node.getMetadata().getName(),
        node.getMetadata().getUid(),
        zone(labels),
        !labels.containsKey(EXCLUDE),
        Timestamps.parse(node.getMetadata().getCreationTimestamp()).orElse(Instant.EPOCH),
        Ready.of(node),
        Taints.has(taints, Taints.NOT_READY, Taints.NO_EXECUTE),
        Taints.has(taints, Taints.UNREACHABLE, Taints.NO_EXECUTE));
  }

  static Optional<NodeCondition> condition(Node node, String type) {
    return node.getStatus() == null || node.getStatus().getConditions() == null
        ? Optional.empty()
        : node.getStatus().getConditions().stream()
            .filter(c -> type.equals(c.getType()))
            .findFirst();
  }

  private static Map<String, String> labels(Node node) {
    Map<String, String> labels = node.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  /** The deprecated labels take precedence, as upstream. */
  private static String zone(Map<String, String> labels) {
    String zone =
        labels.getOrDefault(
            "failure-domain.beta.kubernetes.io/zone",
            labels.getOrDefault("topology.kubernetes.io/zone", ""));
    String region =
        labels.getOrDefault(
            "failure-domain.beta.kubernetes.io/region",
            labels.getOrDefault("topology.kubernetes.io/region", ""));
    return region.isEmpty() && zone.isEmpty() ? "" : region + ":\0:" + zone;
  }

  boolean isReady() {
    return ready != null && ready.isTrue();
  }

  /** Whether it has one of the two NoExecute taints. */
  boolean isTainted() {
    return notReady || unreachable;
  }

  /** Whether it needs a NoExecute taint and has neither of them. */
  boolean wantsTaint() {
    return ready != null && !ready.isTrue() && !isTainted();
  }

  /** Whether it has the other NoExecute taint, which is swapped without rate limiting. */
  boolean hasOtherTaint() {
    return ready != null
        && switch (ready.status()) {
          case "False" -> unreachable;
          case "Unknown" -> notReady;
          default -> false;
        };
  }
}
