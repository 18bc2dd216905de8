package io.coxswain.node.registry;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeSystemInfoBuilder;
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
import java.util.Optional;

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

  /**
   * Edits the status; leaves it alone while nothing has changed and the last heartbeat is fresh.
   */
  static void describe(Node node, NodeProfile profile, Instant now) {
    NodeStatus status = node.getStatus() == null ? new NodeStatus() : node.getStatus();
    node.setStatus(status);
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
    var conditions = new ArrayList<NodeCondition>();
    String pressure = "kubelet has sufficient memory available";
    conditions.add(
        condition(status, "MemoryPressure", "False", "KubeletHasSufficientMemory", pressure, now));
    conditions.add(
        condition(
            status,
            "DiskPressure",
            "False",
            "KubeletHasNoDiskPressure",
            "kubelet has no disk pressure",
            now));
    conditions.add(
        condition(
            status,
            "PIDPressure",
            "False",
            "KubeletHasSufficientPID",
            "kubelet has sufficient PID available",
            now));
    conditions.add(
        condition(
            status,
            "Ready",
            "True",
            "KubeletReady",
            profile.kind() + " node is posting ready status",
            now));
    status.setConditions(conditions);
  }

  /**
   * Takes off the taint that a server puts on every new node. In a whole cluster the node lifecycle
   * controller does so when the node says it is ready, which ours are from the first.
   */
  static void open(Node node) {
    node.getSpec().getTaints().removeIf(taint -> taint.getKey().equals(NOT_READY));
  }

  public static boolean isSilent(Node node) {
    return node.getMetadata().getAnnotations() != null
        && "true".equals(node.getMetadata().getAnnotations().get(SILENT));
  }

  private static NodeCondition condition(
      NodeStatus status, String type, String value, String reason, String message, Instant now) {
    Optional<NodeCondition> old =
        status.getConditions().stream()
            .filter(c -> c.getType().equals(type) && c.getStatus().equals(value))
            .findFirst();
    if (old.isPresent() && isFresh(old.get(), now)) {
      return old.get();
    }
    String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    return new NodeConditionBuilder()
        .withType(type)
        .withStatus(value)
        .withReason(reason)
        .withMessage(message)
        .withLastHeartbeatTime(time)
        .withLastTransitionTime(old.map(NodeCondition::getLastTransitionTime).orElse(time))
        .build();
  }

  private static boolean isFresh(NodeCondition condition, Instant now) {
    return condition.getLastHeartbeatTime() != null
        && now.isBefore(Instant.parse(condition.getLastHeartbeatTime()).plus(HEARTBEAT));
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
