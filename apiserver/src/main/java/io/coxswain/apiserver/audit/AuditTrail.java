package io.coxswain.apiserver.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.protobuf.ProtobufException;
import io.coxswain.apiserver.audit.AuditPolicy.Level;
import io.coxswain.apiserver.audit.AuditPolicy.Stage;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.kinds.AuditAnnotations;
import io.coxswain.apiserver.protobuf.Protobuf;
import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Clock;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** The audit events of one request. Belongs to the task of the request. */
public final class AuditTrail {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final AuditLog log;
  private final Clock clock;
  private final AuditPolicy.Decision decision;
  private final RequestInfo info;
  private final ApiRequest request;
  private final User user;
  private final @Nullable String peer;
  private final String id;
  private final Instant received;
  private final AuditAnnotations annotations = new AuditAnnotations();
  private @Nullable User impersonated;

  AuditTrail(
      AuditLog log,
      Clock clock,
      AuditPolicy.Decision decision,
      RequestInfo info,
      ApiRequest request,
      User user,
      @Nullable String peer,
      String id) {
    this.log = log;
    this.clock = clock;
    this.decision = decision;
    this.info = info;
    this.request = request;
    this.user = user;
    this.peer = peer;
    this.id = id;
    this.received = clock.now();
  }

  /** The annotations of later events. */
  public AuditAnnotations annotations() {
    return annotations;
  }

  /** Records that the request came; false if it must not go on. */
  public boolean received() {
    return write(Stage.RequestReceived, 0, null);
  }

  /** The caller acts on behalf of another user. */
  public void impersonates(User other) {
    impersonated = other;
  }

  /** A response of unknown length has begun. */
  public void started(int status) {
    var _ = write(Stage.ResponseStarted, status, null);
  }

  /** The response has ended. */
  public void completed(int status) {
    var _ = write(Stage.ResponseComplete, status, null);
  }

  public void completed(ApiResponse response) {
    var _ = write(Stage.ResponseComplete, response.status(), response);
  }

  private boolean write(Stage stage, int status, @Nullable ApiResponse response) {
    if (decision.omitted().contains(stage)) {
      return true;
    }
    ObjectNode event = Json.MAPPER.createObjectNode();
    event.put("kind", "Event").put("apiVersion", "audit.k8s.io/v1");
    event.put("level", decision.level().name());
    event.put("auditID", id).put("stage", stage.name());
    event.put("requestURI", request.target()).put("verb", verb());
    event.set("user", json(user));
    if (impersonated != null) {
      event.set("impersonatedUser", json(impersonated));
    }
    if (peer != null) {
      event.putArray("sourceIPs").add(peer);
    }
    String agent = request.header("user-agent");
    if (agent != null) {
      event.put("userAgent", agent);
    }
    if (info.isResource()) {
      reference(event.putObject("objectRef"));
    }
    if (status > 0) {
      event.set("responseStatus", status(status, response));
    }
    if (stage != Stage.RequestReceived) {
      bodies(event, response);
    }
    event.put("requestReceivedTimestamp", MICROS.format(received));
    event.put("stageTimestamp", MICROS.format(clock.now()));
    if (!annotations.all().isEmpty()) {
      ObjectNode json = event.putObject("annotations");
      annotations.all().forEach(json::put);
    }
    return log.write(event);
  }

  private String verb() {
    return info.isResource() ? info.verb() : request.method().toLowerCase(java.util.Locale.ROOT);
  }

  private static ObjectNode json(User user) {
    ObjectNode json = Json.MAPPER.createObjectNode().put("username", user.name());
    if (!user.uid().isEmpty()) {
      json.put("uid", user.uid());
    }
    if (!user.groups().isEmpty()) {
      ArrayNode groups = json.putArray("groups");
      user.groups().forEach(groups::add);
    }
    if (!user.extra().isEmpty()) {
      ObjectNode extra = json.putObject("extra");
      user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
    }
    return json;
  }

  private void reference(ObjectNode reference) {
    put(reference, "resource", info.resource());
    put(reference, "namespace", info.namespace());
    put(reference, "name", info.name());
    put(reference, "apiGroup", info.group());
    put(reference, "apiVersion", info.version());
    put(reference, "subresource", info.subresource());
  }

  private static void put(ObjectNode node, String field, String value) {
    if (!value.isEmpty()) {
      node.put(field, value);
    }
  }

  private static ObjectNode status(int code, @Nullable ApiResponse response) {
    ObjectNode status = Json.MAPPER.createObjectNode();
    status.putObject("metadata");
    JsonNode body =
        response == null || code < 400
            ? null
            : object(response.header("content-type"), response.body());
    if (body != null && body.path("kind").asText().equals("Status")) {
      for (String field : new String[] {"status", "message", "reason"}) {
        put(status, field, body.path(field).asText());
      }
    }
    return status.put("code", code);
  }

  /** Requests are recorded at one level, responses at the next; what is no object is left out. */
  private void bodies(ObjectNode event, @Nullable ApiResponse response) {
    boolean resource = info.isResource();
    if (resource && decision.level().compareTo(Level.Request) >= 0 && request.body().length > 0) {
      JsonNode object = object(request.header("content-type"), request.body());
      if (object != null) {
        event.set("requestObject", trimmed(object));
      }
    }
    if (resource && decision.level() == Level.RequestResponse && response != null) {
      JsonNode object = object(response.header("content-type"), response.body());
      if (object != null) {
        event.set("responseObject", trimmed(object));
      }
    }
  }

  private JsonNode trimmed(JsonNode object) {
    if (decision.omitManagedFields()) {
      if (object.path("metadata") instanceof ObjectNode metadata) {
        metadata.remove("managedFields");
      }
      for (JsonNode item : object.path("items")) {
        if (item.path("metadata") instanceof ObjectNode metadata) {
          metadata.remove("managedFields");
        }
      }
    }
    return object;
  }

  private static @Nullable JsonNode object(@Nullable String type, byte[] body) {
    try {
      if (type != null && type.startsWith(Protobuf.MEDIA_TYPE)) {
        return Protobuf.read(body, "", "");
      }
      return body.length > 0 && (body[0] == '{' || body[0] == '[')
          ? Json.read(body, JsonNode.class)
          : null;
    } catch (ProtobufException | UncheckedIOException | IllegalArgumentException e) {
      return null;
    }
  }
}
