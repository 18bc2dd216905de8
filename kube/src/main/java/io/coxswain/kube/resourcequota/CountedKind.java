package io.coxswain.kube.resourcequota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.quota.QuotaUsage;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.List;
import java.util.Optional;

/** The kinds for which a quota counts more than the number of objects. */
@SuppressWarnings("ImmutableEnumChecker") // immutable lists and stateless usages
enum CountedKind {
  PODS(
      Pod.class,
      "pods",
      List.of(
          "metadata.deletionTimestamp",
          "metadata.deletionGracePeriodSeconds",
          "spec.activeDeadlineSeconds",
          "spec.priorityClassName",
          "spec.affinity",
          "spec.overhead",
          "spec.resources",
          "spec.containers.name",
          "spec.containers.resources",
          "spec.initContainers.name",
          "spec.initContainers.resources",
          "spec.initContainers.restartPolicy",
          "status.phase",
          "status.conditions.type",
          "status.conditions.reason",
          "status.containerStatuses.name",
          "status.containerStatuses.resources",
          "status.containerStatuses.allocatedResources",
          "status.initContainerStatuses.name",
          "status.initContainerStatuses.resources",
          "status.initContainerStatuses.allocatedResources")),
  SERVICES(
      Service.class,
      "services",
      List.of("spec.type", "spec.ports.nodePort", "spec.allocateLoadBalancerNodePorts")),
  CLAIMS(
      PersistentVolumeClaim.class,
      "persistentvolumeclaims",
      List.of(
          "metadata.annotations",
          "spec.storageClassName",
          "spec.resources",
          "spec.volumeAttributesClassName",
          "status.allocatedResources")),
  DEVICES(ResourceClaim.class, "resourceclaims.resource.k8s.io", List.of("spec.devices"));

  private final Class<? extends HasMetadata> type;
  private final String collection;
  private final List<List<String>> facts;
  private final QuotaUsage usage;

  CountedKind(Class<? extends HasMetadata> type, String collection, List<String> facts) {
    this.type = type;
    this.collection = collection;
    this.facts = facts.stream().map(fact -> List.of(fact.split("\\."))).toList();
    this.usage = QuotaUsage.of(collection);
  }

  static Optional<CountedKind> of(String collection) {
    return List.of(values()).stream().filter(k -> k.collection.equals(collection)).findFirst();
  }

  Class<? extends HasMetadata> type() {
    return type;
  }

  /** The plural with its group. */
  String collection() {
    return collection;
  }

  QuotaUsage usage() {
    return usage;
  }

  /**
   * Reduces an object to the fields that determine its usage, so that objects of one template are
   * equal. List items keep their positions.
   */
  JsonNode digest(HasMetadata object) {
    JsonNode tree = Json.tree(object);
    ObjectNode digest = Json.MAPPER.createObjectNode();
    facts.forEach(path -> copy(tree, digest, path));
    return digest;
  }

  private static void copy(JsonNode from, ObjectNode to, List<String> path) {
    String name = path.getFirst();
    JsonNode value = from.path(name);
    List<String> rest = path.subList(1, path.size());
    if (value.isMissingNode() || value.isNull()) {
      return;
    }
    if (rest.isEmpty()) {
      to.set(name, value);
    } else if (value.isArray()) {
      ArrayNode list = to.withArrayProperty(name);
      while (list.size() < value.size()) {
        list.addObject();
      }
      for (int i = 0; i < value.size(); i++) {
        copy(value.get(i), (ObjectNode) list.get(i), rest);
      }
    } else {
      copy(value, to.withObjectProperty(name), rest);
    }
  }
}
