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
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What scripts do to objects of whatever kind. */
public final class Cluster {
  /** Where kinds are; those that are not here are not served. */
  private static final Map<String, String> PLURALS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("JobSet", "jobsets"),
              Map.entry("TrainJob", "trainjobs"),
              Map.entry("TrainingRuntime", "trainingruntimes"),
              Map.entry("ClusterTrainingRuntime", "clustertrainingruntimes"),
              Map.entry("PriorityClass", "priorityclasses"),
              Map.entry("ValidatingWebhookConfiguration", "validatingwebhookconfigurations"),
              Map.entry("ServiceAccount", "serviceaccounts"),
              Map.entry("Role", "roles"),
              Map.entry("RoleBinding", "rolebindings"),
              Map.entry("ResourceClaimTemplate", "resourceclaimtemplates"),
              Map.entry("ValidatingAdmissionPolicy", "validatingadmissionpolicies"),
              Map.entry("ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybindings")));

  private static final SortedSet<String> CLUSTER_WIDE =
      new TreeSet<>(
          List.of(
              "ClusterTrainingRuntime",
              "PriorityClass",
              "ValidatingWebhookConfiguration",
              "ValidatingAdmissionPolicy",
              "ValidatingAdmissionPolicyBinding"));

  private Cluster() {}

  public static boolean knows(ObjectNode object) {
    return PLURALS.containsKey(object.path("kind").asText());
  }

  public static void create(World world, ObjectNode object) throws ApiException {
    world
        .objects()
        .call(ApiRequest.of("POST", folder(object)).body("application/json", Json.bytes(object)));
  }

  /** What the server says besides: warnings, with quotes as people would write them. */
  public static String createForWarning(World world, ObjectNode object) throws ApiException {
    var response =
        world
            .objects()
            .call(
                ApiRequest.of("POST", folder(object)).body("application/json", Json.bytes(object)));
    return String.join("\n", response.headers().getOrDefault("warning", List.of()))
        .replace("\\\"", "\"");
  }

  public static JsonNode fetch(World world, ObjectNode object) throws ApiException {
    return Json.tree(world.objects().call(ApiRequest.get(path(object))).body());
  }

  public static void merge(World world, ObjectNode object, String patch) throws ApiException {
    world
        .objects()
        .call(
            ApiRequest.of("PATCH", path(object))
                .body("application/merge-patch+json", patch.getBytes(StandardCharsets.UTF_8)));
  }

  public static void delete(World world, ObjectNode object) throws ApiException {
    world.objects().call(ApiRequest.of("DELETE", path(object)));
  }

  public static String path(ObjectNode object) {
    return folder(object) + "/" + object.at("/metadata/name").asText();
  }

  private static String folder(ObjectNode object) {
    String kind = object.path("kind").asText();
    String version = object.path("apiVersion").asText();
    String group = version.contains("/") ? "/apis/" + version : "/api/" + version;
    String space = CLUSTER_WIDE.contains(kind) ? "" : "/namespaces/default";
    return group + space + "/" + PLURALS.get(kind);
  }

  /** An object written as YAML. */
  public static ObjectNode yaml(String text) {
    try {
      return (ObjectNode) Json.yamlMapper().readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks again for as long as webhooks do not answer yet. */
  public static void createPatiently(World world, ObjectNode object) throws Exception {
    for (int tries = 1; ; tries++) {
      try {
        create(world, object);
        return;
      } catch (ApiException e) {
        if (e.code() < 500 || tries > 60) {
          throw e;
        }
        world.run(Duration.ofSeconds(1));
      }
    }
  }

  public static void awaitCondition(World world, ObjectNode object, String type, String status) {
    world.await(
        type + "=" + status,
        () -> condition(fetch(world, object), type).equals(status),
        Duration.ofMinutes(30));
  }

  public static boolean exists(World world, ObjectNode object) throws ApiException {
    try {
      var _ = fetch(world, object);
      return true;
    } catch (ApiException.NotFound e) {
      return false;
    }
  }

  /** Reason and note of every event about a kind of object. */
  public static List<String> events(World world, String kind) throws ApiException {
    return world.objects().list(Event.class, "default").stream()
        .filter(event -> kind.equals(event.getRegarding().getKind()))
        .map(event -> event.getReason() + ": " + event.getNote())
        .toList();
  }

  /** The status of a condition, or "" where there is none. */
  public static String condition(JsonNode object, String type) {
    for (JsonNode condition : object.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText();
      }
    }
    return "";
  }

  /** A node with accelerators of every kind, in a pool of its own size. */
  public static Node pooled(int number, int poolSize) {
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
