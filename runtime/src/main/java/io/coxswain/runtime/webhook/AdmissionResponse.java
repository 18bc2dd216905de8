package io.coxswain.runtime.webhook;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;

/**
 * The response to an admission request.
 *
 * @param status as in the API: code, message, reason, details
 * @param patches operations of a JSON patch
 */
public record AdmissionResponse(
    boolean allowed, ObjectNode status, List<ObjectNode> patches, List<String> warnings) {

  public AdmissionResponse {
    patches = List.copyOf(patches);
    warnings = List.copyOf(warnings);
  }

  public static AdmissionResponse allow() {
    return new AdmissionResponse(true, node().put("code", 200), List.of(), List.of());
  }

  public static AdmissionResponse deny(String why) {
    ObjectNode status = node();
    if (!why.isEmpty()) {
      status.put("message", why);
    }
    status.put("reason", "Forbidden").put("code", 403);
    return new AdmissionResponse(false, status, List.of(), List.of());
  }

  /** The request could not be processed. */
  public static AdmissionResponse failed(int code, String why) {
    return new AdmissionResponse(
        false, node().put("message", why).put("code", code), List.of(), List.of());
  }

  /** Rejects the request with an API error. */
  public static AdmissionResponse refuse(ApiException error) {
    ObjectNode status = Json.tree(error.status());
    status.remove(List.of("apiVersion", "kind", "metadata"));
    return new AdmissionResponse(false, status, List.of(), List.of());
  }

  public AdmissionResponse patch(List<ObjectNode> operations) {
    return new AdmissionResponse(allowed, status, operations, warnings);
  }

  public AdmissionResponse warn(Collection<String> more) {
    var combined = new ArrayList<>(warnings);
    combined.addAll(more);
    return new AdmissionResponse(allowed, status, patches, combined);
  }

  /** The response field of a review. */
  ObjectNode tree(String uid) {
    ObjectNode response = node();
    response.put("uid", uid);
    response.put("allowed", allowed);
    ObjectNode result = response.putObject("status");
    result.putObject("metadata");
    result.setAll(status);
    if (result.path("code").asInt() == 0) {
      result.put("code", 200);
    }
    if (!patches.isEmpty()) {
      ArrayNode patch = JsonNodeFactory.instance.arrayNode();
      patches.forEach(patch::add);
      response.put("patch", Base64.getEncoder().encodeToString(Json.bytes(patch)));
      response.put("patchType", "JSONPatch");
    }
    if (!warnings.isEmpty()) {
      ArrayNode warningsArray = response.putArray("warnings");
      warnings.forEach(warningsArray::add);
    }
    return response;
  }

  private static ObjectNode node() {
    return JsonNodeFactory.instance.objectNode();
  }
}
