package io.coxswain.runtime.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Binding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An admission request of the API server.
 *
 * @param operation CREATE, UPDATE, DELETE or CONNECT
 * @param kind of the object, as group, version and kind
 * @param object null for DELETE
 * @param oldObject null for CREATE
 */
public record AdmissionRequest(
    String uid,
    String operation,
    Kind kind,
    String resource,
    String subResource,
    ObjectKey key,
    String user,
    List<String> groups,
    boolean dryRun,
    @Nullable ObjectNode object,
    @Nullable ObjectNode oldObject) {

  /** The current request, for code that needs the requesting user. */
  public static final Binding<AdmissionRequest> CURRENT = new Binding<>();

  /** The kind of the object. */
  public record Kind(String group, String version, String kind) {}

  static AdmissionRequest read(JsonNode request) {
    JsonNode kind = request.path("kind");
    JsonNode resource = request.path("resource");
    JsonNode user = request.path("userInfo");
    var groups = new ArrayList<String>();
    user.path("groups").forEach(group -> groups.add(group.asText()));
    return new AdmissionRequest(
        request.path("uid").asText(""),
        request.path("operation").asText(""),
        new Kind(
            kind.path("group").asText(""),
            kind.path("version").asText(""),
            kind.path("kind").asText("")),
        qualified(resource),
        request.path("subResource").asText(""),
        ObjectKey.of(request.path("namespace").asText(""), request.path("name").asText("")),
        user.path("username").asText(""),
        List.copyOf(groups),
        request.path("dryRun").asBoolean(),
        object(request.path("object")),
        object(request.path("oldObject")));
  }

  private static String qualified(JsonNode resource) {
    String group = resource.path("group").asText("");
    String plural = resource.path("resource").asText("");
    return group.isEmpty() ? plural : plural + "." + group;
  }

  private static @Nullable ObjectNode object(JsonNode node) {
    return node instanceof ObjectNode object ? object : null;
  }
}
