package io.coxswain.kube.services;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.api.net.Ip;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a pod that services need.
 *
 * @param labels only looked up, not iterated: the order is arbitrary
 * @param hasAddress whether the pod has an address in any field
 * @param addresses as published in endpoints
 * @param readySince the last change of readiness
 * @param ports the named ports, in lookup order
 */
public record PodFacts(
    ObjectKey key,
    String uid,
    Map<String, String> labels,
    String nodeName,
    String hostname,
    String subdomain,
    boolean hasAddress,
    List<Address> addresses,
    boolean ready,
    @Nullable Instant readySince,
    boolean ended,
    boolean deleting,
    List<NamedPort> ports) {

  /** An address of a pod. */
  public record Address(boolean v6, String text) {}

  /** A named port of a container. */
  public record NamedPort(String name, String protocol, int number) {}

  public static PodFacts of(Pod pod) {
    ObjectMeta meta = pod.getMetadata();
    PodStatus status = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
    Optional<PodCondition> ready = condition(status, "Ready");
    return new PodFacts(
        ObjectKey.of(pod),
        meta.getUid(),
        labels(meta),
        Objects.requireNonNullElse(pod.getSpec().getNodeName(), ""),
        Objects.requireNonNullElse(pod.getSpec().getHostname(), ""),
        Objects.requireNonNullElse(pod.getSpec().getSubdomain(), ""),
        !Objects.requireNonNullElse(status.getPodIP(), "").isEmpty()
            || !status.getPodIPs().isEmpty(),
        addresses(status),
        ready.filter(c -> "True".equals(c.getStatus())).isPresent(),
        ready.flatMap(c -> Timestamps.parse(c.getLastTransitionTime())).orElse(null),
        "Succeeded".equals(status.getPhase()) || "Failed".equals(status.getPhase()),
        meta.getDeletionTimestamp() != null,
        namedPorts(pod));
  }

  /** Interns label texts, because many pods have the same labels. */
  private static Map<String, String> labels(ObjectMeta meta) {
    if (meta.getLabels() == null || meta.getLabels().isEmpty()) {
      return Map.of();
    }
    var labels = new HashMap<String, String>();
    meta.getLabels().forEach((label, value) -> labels.put(label.intern(), value.intern()));
    return Map.copyOf(labels);
  }

  private static Optional<PodCondition> condition(PodStatus status, String type) {
    return status.getConditions().stream().filter(c -> type.equals(c.getType())).findFirst();
  }

  private static List<Address> addresses(PodStatus status) {
    var addresses = new ArrayList<Address>(status.getPodIPs().size());
    for (PodIP each : status.getPodIPs()) {
      Ip ip = each.getIp() == null ? null : Ip.parse(each.getIp());
      if (ip != null) {
        addresses.add(new Address(ip.v6(), ip.toString()));
      }
    }
    return List.copyOf(addresses);
  }

  private static List<NamedPort> namedPorts(Pod pod) {
    var ports = new ArrayList<NamedPort>();
    for (Container container : pod.getSpec().getContainers()) {
      addPorts(container, ports);
    }
    for (Container container : pod.getSpec().getInitContainers()) {
      if ("Always".equals(container.getRestartPolicy())) {
        addPorts(container, ports);
      }
    }
    return List.copyOf(ports);
  }

  private static void addPorts(Container container, List<NamedPort> ports) {
    for (ContainerPort port : container.getPorts()) {
      if (port.getName() != null && !port.getName().isEmpty()) {
        ports.add(
            new NamedPort(
                port.getName(),
                Objects.requireNonNullElse(port.getProtocol(), "TCP"),
                port.getContainerPort()));
      }
    }
  }

  /** Whether the pod can be an endpoint, now or soon. */
  public boolean canServe() {
    return !ended && hasAddress;
  }

  /** Whether the pod has its own DNS name below the service's. */
  public boolean isNamedBelow(String service) {
    return !hostname.isEmpty() && subdomain.equals(service);
  }

  /** The target reference of endpoints. */
  public ObjectReference reference() {
    return new ObjectReferenceBuilder()
        .withKind("Pod")
        .withNamespace(key.namespace())
        .withName(key.name())
        .withUid(uid)
        .build();
  }

  /** Whether the change may affect which services select the pod. */
  boolean movesFrom(PodFacts old) {
    return !labels.equals(old.labels)
        || !hostname.equals(old.hostname)
        || !subdomain.equals(old.subdomain);
  }

  /** Whether the change affects endpoints. */
  boolean showsAgainst(PodFacts old) {
    return deleting
        || old.deleting
        || ready != old.ready
        || ended != old.ended
        || !uid.equals(old.uid)
        || !addresses.equals(old.addresses);
  }
}
