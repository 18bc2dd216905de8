package io.coxswain.cli.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.TreeMap;

/** What scripts do to objects of whatever kind. */
final class Cluster {
  /** Where kinds are; those that are not here are not served. */
  private static final Map<String, String> PLURALS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("JobSet", "jobsets"),
              Map.entry("TrainJob", "trainjobs"),
              Map.entry("TrainingRuntime", "trainingruntimes"),
              Map.entry("ClusterTrainingRuntime", "clustertrainingruntimes"),
              Map.entry("PriorityClass", "priorityclasses"),
              Map.entry("ServiceAccount", "serviceaccounts"),
              Map.entry("Role", "roles"),
              Map.entry("RoleBinding", "rolebindings"),
              Map.entry("ResourceClaimTemplate", "resourceclaimtemplates"),
              Map.entry("ValidatingAdmissionPolicy", "validatingadmissionpolicies"),
              Map.entry(
                  "ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybindings")));

  private static final java.util.Set<String> CLUSTER_WIDE =
      new java.util.TreeSet<>(
          java.util.List.of(
              "ClusterTrainingRuntime",
              "PriorityClass",
              "ValidatingAdmissionPolicy",
              "ValidatingAdmissionPolicyBinding"));

  private Cluster() {}

  static boolean knows(ObjectNode object) {
    return PLURALS.containsKey(object.path("kind").asText());
  }

  static void create(World world, ObjectNode object) throws ApiException {
    world
        .objects()
        .call(ApiRequest.of("POST", folder(object)).body("application/json", Json.bytes(object)));
  }

  static JsonNode fetch(World world, ObjectNode object) throws ApiException {
    return Json.tree(world.objects().call(ApiRequest.get(path(object))).body());
  }

  static void merge(World world, ObjectNode object, String patch) throws ApiException {
    world
        .objects()
        .call(
            ApiRequest.of("PATCH", path(object))
                .body(
                    "application/merge-patch+json",
                    patch.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }

  static void delete(World world, ObjectNode object) throws ApiException {
    world.objects().call(ApiRequest.of("DELETE", path(object)));
  }

  static String path(ObjectNode object) {
    return folder(object) + "/" + object.at("/metadata/name").asText();
  }

  private static String folder(ObjectNode object) {
    String kind = object.path("kind").asText();
    String version = object.path("apiVersion").asText();
    String group = version.contains("/") ? "/apis/" + version : "/api/" + version;
    String space = CLUSTER_WIDE.contains(kind) ? "" : "/namespaces/default";
    return group + space + "/" + PLURALS.get(kind);
  }

  /** The status of a condition, or "" where there is none. */
  static String condition(JsonNode object, String type) {
    for (JsonNode condition : object.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText();
      }
    }
    return "";
  }

  /** A node with accelerators of every kind, in a pool of its own size. */
  static Node pooled(int number, int poolSize) {
    var capacity = new TreeMap<String, Quantity>();
    capacity.put("cpu", new Quantity("32"));
    capacity.put("memory", new Quantity("256Gi"));
    capacity.put("pods", new Quantity("110"));
    capacity.put("nvidia.com/gpu", new Quantity("8"));
    capacity.put("google.com/tpu", new Quantity("4"));
    return new NodeBuilder()
        .withNewMetadata()
        .withName("pooled-" + number)
        .addToLabels(SimulatedNodes.KIND_LABEL, SimulatedNodes.KIND)
        .addToLabels("cloud.google.com/gke-nodepool", "pool-" + number / poolSize)
        .addToLabels("cloud.google.com/gke-tpu-accelerator", "tpu-v6e-slice")
        .addToLabels("cloud.google.com/gke-tpu-topology", "4x4")
        .addToLabels("node-type", "training")
        .endMetadata()
        .withNewStatus()
        .withCapacity(capacity)
        .withAllocatable(capacity)
        .endStatus()
        .build();
  }
}
