package io.coxswain.console.action;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.console.http.HttpError;
import io.coxswain.console.model.ApiClient;
import io.coxswain.console.summary.Ref;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.CancelledException;
import java.util.List;

/** Performs actions on objects. */
public final class Actions {
  private static final List<String> TRAININGS =
      List.of("trainjobs.trainer.kubeflow.org", "jobsets.jobset.x-k8s.io", "jobs.batch");
  private static final String NODES = "nodes";
  private static final String PODS = "pods";
  private static final int MAX_REPLICAS = 1_000_000;
  private static final String MERGE_PATCH = "application/merge-patch+json";

  private final ApiClient client;

  public Actions(ApiClient client) {
    this.client = client;
  }

  /**
   * Performs an action, or only describes it if the body has {@code dryRun}.
   *
   * @param name suspend, resume, delete, scale, cordon, uncordon or drain
   * @throws HttpError if there is no such action, or it does not fit the object
   */
  public ObjectNode perform(String name, JsonNode body)
      throws HttpError, ApiException, CancelledException {
    Ref ref = ref(body);
    boolean dryRun = body.path("dryRun").asBoolean();
    return switch (name) {
      case "suspend", "resume" -> {
        require(TRAININGS.contains(ref.qualifiedPlural()), name, ref);
        yield suspend(ref, name.equals("suspend"), dryRun);
      }
      case "delete" -> {
        boolean fits =
            TRAININGS.contains(ref.qualifiedPlural()) || ref.qualifiedPlural().equals(PODS);
        require(fits, name, ref);
        yield delete(ref, body.path("uid").asText(""), dryRun);
      }
      case "scale" -> scale(ref, body.path("replicas"), dryRun);
      case "cordon", "uncordon" -> {
        require(ref.qualifiedPlural().equals(NODES), name, ref);
        yield cordon(ref, name, dryRun);
      }
      case "drain" -> {
        require(ref.qualifiedPlural().equals(NODES), name, ref);
        yield drain(ref, dryRun);
      }
      default -> throw new HttpError(404, "NotFound", "there is no action \"" + name + "\"");
    };
  }

  private static Ref ref(JsonNode body) throws HttpError {
    try {
      return Ref.parse(body.path("ref").asText(""));
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest("ref: " + e.getMessage());
    }
  }

  private static void require(boolean fits, String action, Ref ref) throws HttpError {
    if (!fits) {
      throw HttpError.badRequest("ref: cannot " + action + " " + ref.qualifiedPlural());
    }
  }

  private static String kubectl(String verb, Ref ref, String rest) {
    return "kubectl "
        + verb
        + " "
        + ref.qualifiedPlural()
        + "/"
        + ref.key().name()
        + (ref.key().namespace().isEmpty() ? "" : " -n " + ref.key().namespace())
        + rest;
  }

  // ---- the actions

  private ObjectNode suspend(Ref ref, boolean suspend, boolean dryRun)
      throws ApiException, CancelledException {
    ObjectNode patch = Json.NODES.objectNode();
    patch.putObject("spec").put("suspend", suspend);
    String command = kubectl("patch", ref, " --type=merge -p '" + patch + "'");
    return send(
        command,
        ApiRequest.of("PATCH", ref.path()).body(MERGE_PATCH, Json.bytes(patch)),
        dryRun,
        ref.qualifiedPlural() + "/" + ref.key().name() + (suspend ? " suspended" : " resumed"));
  }

  private ObjectNode delete(Ref ref, String uid, boolean dryRun)
      throws ApiException, CancelledException {
    ObjectNode options = Json.NODES.objectNode();
    options.put("apiVersion", "v1").put("kind", "DeleteOptions");
    options.put("propagationPolicy", "Background");
    if (!uid.isEmpty()) {
      options.putObject("preconditions").put("uid", uid);
    }
    return send(
        kubectl("delete", ref, ""),
        ApiRequest.of("DELETE", ref.path()).body("application/json", Json.bytes(options)),
        dryRun,
        ref.qualifiedPlural() + "/" + ref.key().name() + " deleted");
  }

  private ObjectNode scale(Ref ref, JsonNode replicas, boolean dryRun)
      throws HttpError, ApiException, CancelledException {
    if (!replicas.isInt() || replicas.asInt() < 0 || replicas.asInt() > MAX_REPLICAS) {
      throw HttpError.badRequest("replicas: must be a number from 0 to " + MAX_REPLICAS);
    }
    ObjectNode patch = Json.NODES.objectNode();
    patch.putObject("spec").put("replicas", replicas.asInt());
    return send(
        kubectl("scale", ref, " --replicas=" + replicas.asInt()),
        ApiRequest.of("PATCH", ref.path() + "/scale").body(MERGE_PATCH, Json.bytes(patch)),
        dryRun,
        ref.qualifiedPlural() + "/" + ref.key().name() + " scaled");
  }

  private ObjectNode cordon(Ref ref, String verb, boolean dryRun)
      throws ApiException, CancelledException {
    ObjectNode patch = Json.NODES.objectNode();
    patch.putObject("spec").put("unschedulable", verb.equals("cordon"));
    return send(
        "kubectl " + verb + " " + ref.key().name(),
        ApiRequest.of("PATCH", ref.path()).body(MERGE_PATCH, Json.bytes(patch)),
        dryRun,
        "node/" + ref.key().name() + " " + verb + "ed");
  }

  /** Cordons the node and evicts its pods, as far as their disruption budgets permit now. */
  private ObjectNode drain(Ref ref, boolean dryRun) throws ApiException, CancelledException {
    ObjectNode result = cordon(ref, "cordon", dryRun);
    result.put(
        "command",
        "kubectl drain " + ref.key().name() + " --ignore-daemonsets --delete-emptydir-data");
    if (dryRun || !result.path("done").asBoolean()) {
      return result;
    }
    ArrayNode pods = result.putArray("pods");
    int failed = 0;
    JsonNode list =
        Json.tree(
            client
                .call(
                    ApiRequest.get("/api/v1/pods")
                        .with("fieldSelector", "spec.nodeName=" + ref.key().name()))
                .body());
    for (JsonNode pod : list.path("items")) {
      if (isEvictable(pod)) {
        failed += evict(pod, pods.addObject()) ? 0 : 1;
      }
    }
    return result
        .put("done", failed == 0)
        .put(
            "message",
            failed == 0
                ? "node/" + ref.key().name() + " drained"
                : failed + " pods could not be evicted yet; repeat to continue");
  }

  private static boolean isEvictable(JsonNode pod) {
    for (JsonNode owner : pod.path("metadata").path("ownerReferences")) {
      if (owner.path("kind").asText().equals("DaemonSet")) {
        return false;
      }
    }
    boolean mirror = pod.path("metadata").path("annotations").has("kubernetes.io/config.mirror");
    String phase = pod.path("status").path("phase").asText();
    return !mirror && !phase.equals("Succeeded") && !phase.equals("Failed");
  }

  private boolean evict(JsonNode pod, ObjectNode entry) throws ApiException, CancelledException {
    Ref ref = Ref.core(PODS, Ref.keyOf(pod));
    ObjectNode eviction = Json.NODES.objectNode();
    eviction.put("apiVersion", "policy/v1").put("kind", "Eviction");
    eviction
        .putObject("metadata")
        .put("name", ref.key().name())
        .put("namespace", ref.key().namespace());
    ApiResponse response =
        client.answer(
            ApiRequest.of("POST", ref.path() + "/eviction")
                .body("application/json", Json.bytes(eviction)));
    entry.put("ref", ref.toString()).put("done", response.ok());
    entry.put("message", response.ok() ? "evicted" : message(response));
    return response.ok();
  }

  // ---- sending

  private ObjectNode send(String command, ApiRequest request, boolean dryRun, String done)
      throws ApiException, CancelledException {
    ObjectNode result = Json.NODES.objectNode().put("command", command);
    if (dryRun) {
      return result.put("done", false).put("dryRun", true);
    }
    ApiResponse response = client.answer(request);
    return result
        .put("done", response.ok())
        .put("code", response.status())
        .put("message", response.ok() ? done : message(response));
  }

  private static String message(ApiResponse response) {
    return String.valueOf(ApiException.of(response.status(), response.body()).getMessage());
  }
}
