package io.coxswain.node.registry;

import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.NodeSystemInfoBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** Writes the objects of a node. */
public final class NodeObjects {
  /** On a Node: it keeps silent while this is {@code true}. */
  public static final String SILENT = "coxswain.io/silent";

  static final String LEASE_NAMESPACE = "kube-node-lease";
  private static final String NOT_READY = "node.kubernetes.io/not-ready";
  static final Duration RENEWAL = Duration.ofSeconds(10);
  private static final int LEASE_SECONDS = 40;
  static final Duration HEARTBEAT = Duration.ofMinutes(5);

  private NodeObjects() {}

  public static Node node(String name, NodeProfile profile) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("kubernetes.io/hostname", name)
        .addToLabels("kubernetes.io/os", profile.operatingSystem())
        .addToLabels("kubernetes.io/arch", profile.architecture())
        .addToLabels("node.kubernetes.io/instance-type", profile.kind())
        .addToLabels(profile.labels())
        .endMetadata()
        .withNewSpec()
        .withProviderID(profile.kind() + "://" + name)
        .endSpec()
        .build();
  }

  /** The status of the node; the previous one while it is correct and fresh. */
  static NodeStatus status(Node node, NodeProfile profile, Instant now) {
    NodeStatus known = node.getStatus() == null ? new NodeStatus() : node.getStatus();
    NodeStatus status = new NodeStatusBuilder(known).build();
    status.setCapacity(new LinkedHashMap<>(profile.capacity()));
    status.setAllocatable(new LinkedHashMap<>(profile.capacity()));
    status.setAddresses(
        List.of(
            new NodeAddress(profile.address(), "InternalIP"),
            new NodeAddress(node.getMetadata().getName(), "Hostname")));
    status.setNodeInfo(
        new NodeSystemInfoBuilder()
            .withArchitecture(profile.architecture())
            .withOperatingSystem(profile.operatingSystem())
            .withOsImage(profile.kind())
            .withKernelVersion("")
            .withMachineID("")
            .withSystemUUID("")
            .withBootID("")
            .withContainerRuntimeVersion(profile.kind() + "://1")
            .withKubeletVersion("v1.35.0-coxswain")
            .withKubeProxyVersion("")
            .build());
    var own = new LinkedHashMap<String, NodeCondition>();
    String pressure = "kubelet has sufficient memory available";
    put(own, known, "MemoryPressure", "False", "KubeletHasSufficientMemory", pressure, now);
    String disk = "kubelet has no disk pressure";
    put(own, known, "DiskPressure", "False", "KubeletHasNoDiskPressure", disk, now);
    String pids = "kubelet has sufficient PID available";
    put(own, known, "PIDPressure", "False", "KubeletHasSufficientPID", pids, now);
    String ready = profile.kind() + " node is posting ready status";
    put(own, known, "Ready", "True", "KubeletReady", ready, now);
    status.setConditions(with(own, known.getConditions()));
    return status;
  }

  /** The node's own conditions; those of others stay as they are. */
  private static List<NodeCondition> with(
      SequencedMap<String, NodeCondition> own, List<NodeCondition> known) {
    var conditions = new ArrayList<>(own.values());
    known.stream().filter(c -> !own.containsKey(c.getType())).forEach(conditions::add);
    return conditions;
  }

  /** The time of the next status update without changes. */
  static Instant nextHeartbeat(NodeStatus status, Instant now) {
    return status.getConditions().stream()
        .filter(c -> c.getType().equals("Ready") && c.getLastHeartbeatTime() != null)
        .map(c -> Timestamps.instant(c.getLastHeartbeatTime()).plus(HEARTBEAT))
        .findFirst()
        .orElse(now);
  }

  /**
   * The node's taints except the one that a server adds to every new node. In a complete cluster
   * the node lifecycle controller removes it when the node is ready, which ours are from the start.
   */
  static List<Taint> openTaints(Node node) {
    return node.getSpec().getTaints().stream()
        .filter(taint -> !taint.getKey().equals(NOT_READY))
        .toList();
  }

  public static boolean isSilent(Node node) {
    return node.getMetadata().getAnnotations() != null
        && "true".equals(node.getMetadata().getAnnotations().get(SILENT));
  }

  private static void put(
      Map<String, NodeCondition> own,
      NodeStatus known,
      String type,
      String value,
      String reason,
      String message,
      Instant now) {
    Optional<NodeCondition> old =
        known.getConditions().stream()
            .filter(c -> c.getType().equals(type) && c.getStatus().equals(value))
            .findFirst();
    if (old.isPresent() && isFresh(old.get(), now)) {
      own.put(type, old.get());
      return;
    }
    String time = Timestamps.format(now);
    own.put(
        type,
        new NodeConditionBuilder()
            .withType(type)
            .withStatus(value)
            .withReason(reason)
            .withMessage(message)
            .withLastHeartbeatTime(time)
            .withLastTransitionTime(old.map(NodeCondition::getLastTransitionTime).orElse(time))
            .build());
  }

  private static boolean isFresh(NodeCondition condition, Instant now) {
    return condition.getLastHeartbeatTime() != null
        && now.isBefore(Timestamps.instant(condition.getLastHeartbeatTime()).plus(HEARTBEAT));
  }

  static Lease lease(Node node, Instant now) {
    return new LeaseBuilder()
        .withNewMetadata()
        .withNamespace(LEASE_NAMESPACE)
        .withName(node.getMetadata().getName())
        .addNewOwnerReference()
        .withApiVersion("v1")
        .withKind("Node")
        .withName(node.getMetadata().getName())
        .withUid(node.getMetadata().getUid())
        .endOwnerReference()
        .endMetadata()
        .withNewSpec()
        .withHolderIdentity(node.getMetadata().getName())
        .withLeaseDurationSeconds(LEASE_SECONDS)
        .withRenewTime(time(now))
        .endSpec()
        .build();
  }

  static ZonedDateTime time(Instant now) {
    return now.truncatedTo(ChronoUnit.MICROS).atZone(ZoneOffset.UTC);
  }
}
