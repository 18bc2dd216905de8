package io.coxswain.apiserver.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Commit;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports in the condition {@code Dangling} of each FlowSchema whether its priority level exists.
 * Runs after a change of these objects, at most once at a time.
 */
public final class FlowConditions {
  private static final Logger log = LoggerFactory.getLogger(FlowConditions.class);
  private static final String LEVELS = "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io";
  private static final String SCHEMAS = "flowschemas.flowcontrol.apiserver.k8s.io";
  private static final String API = "flowcontrol.apiserver.k8s.io/v1";

  private final Env env;
  private final Supplier<Snapshot> head;
  private final Function<ApiRequest, ApiResponse> server;
  private final AtomicBoolean pending = new AtomicBoolean();

  /**
   * @param server handles requests of the server itself
   */
  public FlowConditions(
      Env env, Supplier<Snapshot> head, Function<ApiRequest, ApiResponse> server) {
    this.env = env;
    this.head = head;
    this.server = server;
  }

  /** Notes a commit of any object. */
  public void noted(Commit commit) {
    String collection = commit.collection();
    if ((collection.equals(SCHEMAS) || collection.equals(LEVELS))
        && pending.compareAndSet(false, true)) {
      var _ = env.timers().after(Duration.ZERO, this::update);
    }
  }

  private void update() {
    pending.set(false);
    Snapshot snapshot = head.get();
    for (Stored schema : snapshot.collection(SCHEMAS).values()) {
      ObjectNode wanted = wanted(schema.tree(), snapshot);
      if (wanted != null) {
        write(schema.key().name(), wanted);
      }
    }
  }

  /** The condition to write; null if it is set already. */
  private @Nullable ObjectNode wanted(JsonNode schema, Snapshot snapshot) {
    String level = schema.at("/spec/priorityLevelConfiguration/name").asText();
    boolean found = snapshot.find(LEVELS, ObjectKey.of(level)) != null;
    ObjectNode condition =
        Json.MAPPER
            .createObjectNode()
            .put("type", "Dangling")
            .put("status", found ? "False" : "True")
            .put("reason", found ? "Found" : "NotFound")
            .put(
                "message",
                "This FlowSchema references the PriorityLevelConfiguration object named \""
                    + level
                    + "\" "
                    + (found ? "and it exists" : "but there is no such object"));
    for (JsonNode known : schema.at("/status/conditions")) {
      if (known.path("type").asText().equals("Dangling")
          && known.path("status").equals(condition.path("status"))
          && known.path("message").equals(condition.path("message"))) {
        return null;
      }
    }
    return condition.put("lastTransitionTime", Meta.time(env.clock().now()));
  }

  private void write(String name, ObjectNode condition) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    object.put("apiVersion", API).put("kind", "FlowSchema");
    object.putObject("metadata").put("name", name);
    object.putObject("status").putArray("conditions").add(condition);
    ApiResponse response =
        server.apply(
            ApiRequest.of("PATCH", "/apis/" + API + "/flowschemas/" + name + "/status")
                .with("fieldManager", "api-priority-and-fairness-config-consumer-v1")
                .with("force", "true")
                .body("application/apply-patch+yaml", Json.bytes(object)));
    if (!response.ok() && response.status() != 404) {
      log.warn(
          "failed to update the status of a FlowSchema: flowSchema={} code={}",
          name,
          response.status());
    }
  }
}
