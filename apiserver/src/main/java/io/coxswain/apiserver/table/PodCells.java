package io.coxswain.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The row of a pod: its state in one word, computed from all its containers. */
final class PodCells {
  private final JsonNode spec;
  private final JsonNode status;
  private String reason;
  private int ready;
  private int total;
  private int restarts;
  private @Nullable Instant lastRestart;

  private PodCells(ObjectNode pod) {
    spec = pod.path("spec");
    status = pod.path("status");
    reason = Cell.text(status, "reason", status.path("phase").asText());
    total = spec.path("containers").size();
  }

  static List<@Nullable Object> of(ObjectNode pod, Instant now) {
    var cells = new PodCells(pod);
    cells.work(pod);
    return Arrays.asList(
        Cell.name(pod),
        cells.ready + "/" + cells.total,
        cells.reason,
        cells.restartsText(now),
        Cell.age(pod, now),
        Cell.text(cells.status.path("podIPs").path(0), "ip", "<none>"),
        Cell.text(cells.spec, "nodeName", "<none>"),
        Cell.text(cells.status, "nominatedNodeName", "<none>"),
        cells.gates());
  }

  /** The additional condition in the row of a finished pod. */
  static Optional<ObjectNode> completion(ObjectNode object) {
    if (!object.path("kind").asText().equals("Pod")
        || !object.path("apiVersion").asText().equals("v1")) {
      return Optional.empty();
    }
    String phase = object.path("status").path("phase").asText();
    String message =
        switch (phase) {
          case "Succeeded" -> "The pod has completed successfully.";
          case "Failed" -> "The pod failed.";
          default -> "";
        };
    return message.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Json.MAPPER
                .createObjectNode()
                .put("type", "Completed")
                .put("status", "True")
                .put("reason", phase)
                .put("message", message));
  }

  private void work(ObjectNode pod) {
    if (Cell.condition(status, "PodScheduled").path("reason").asText().equals("SchedulingGated")) {
      reason = "SchedulingGated";
    }
    for (JsonNode container : spec.path("initContainers")) {
      total += isRestartable(container.path("name").asText()) ? 1 : 0;
    }
    boolean initializing = initContainers();
    if (!initializing || Cell.isTrue(status, "Initialized")) {
      containers();
    }
    boolean deleting = pod.path("metadata").has("deletionTimestamp");
    String phase = status.path("phase").asText();
    if (deleting && status.path("reason").asText().equals("NodeLost")) {
      reason = "Unknown";
    } else if (deleting && !phase.equals("Succeeded") && !phase.equals("Failed")) {
      reason = "Terminating";
    }
  }

  private boolean isRestartable(String name) {
    for (JsonNode container : spec.path("initContainers")) {
      if (container.path("name").asText().equals(name)) {
        return container.path("restartPolicy").asText().equals("Always");
      }
    }
    return false;
  }

  /** Returns whether an init container is still running. */
  private boolean initContainers() {
    JsonNode statuses = status.path("initContainerStatuses");
    for (int i = 0; i < statuses.size(); i++) {
      JsonNode container = statuses.get(i);
      countRestarts(container);
      JsonNode terminated = container.path("state").path("terminated");
      String waiting = container.path("state").path("waiting").path("reason").asText();
      if (terminated.isObject() && terminated.path("exitCode").asInt() == 0) {
        continue;
      }
      if (isRestartable(container.path("name").asText()) && container.path("started").asBoolean()) {
        ready += container.path("ready").asBoolean() ? 1 : 0;
        continue;
      }
      if (terminated.isObject()) {
        reason = "Init:" + ending(terminated);
      } else if (!waiting.isEmpty() && !waiting.equals("PodInitializing")) {
        reason = "Init:" + waiting;
      } else {
        reason = "Init:" + i + "/" + spec.path("initContainers").size();
      }
      return true;
    }
    return false;
  }

  private void containers() {
    restarts = 0;
    lastRestart = null;
    for (JsonNode container : status.path("initContainerStatuses")) {
      if (isRestartable(container.path("name").asText())) {
        countRestarts(container);
      }
    }
    boolean running = false;
    JsonNode statuses = status.path("containerStatuses");
    for (int i = statuses.size() - 1; i >= 0; i--) {
      JsonNode container = statuses.get(i);
      countRestarts(container);
      JsonNode state = container.path("state");
      String waiting = state.path("waiting").path("reason").asText();
      if (!waiting.isEmpty()) {
        reason = waiting;
      } else if (state.path("terminated").isObject()) {
        reason = ending(state.path("terminated"));
      } else if (container.path("ready").asBoolean() && state.path("running").isObject()) {
        running = true;
        ready++;
      }
    }
    if (reason.equals("Completed") && running) {
      reason = Cell.isTrue(status, "Ready") ? "Running" : "NotReady";
    }
  }

  private static String ending(JsonNode terminated) {
    String reason = terminated.path("reason").asText();
    if (!reason.isEmpty()) {
      return reason;
    }
    int signal = terminated.path("signal").asInt();
    return signal != 0 ? "Signal:" + signal : "ExitCode:" + terminated.path("exitCode").asInt();
  }

  private void countRestarts(JsonNode container) {
    restarts += container.path("restartCount").asInt();
    JsonNode finished = container.path("lastState").path("terminated").path("finishedAt");
    if (finished.isTextual()) {
      Instant at = Timestamps.instant(finished.asText());
      if (lastRestart == null || lastRestart.isBefore(at)) {
        lastRestart = at;
      }
    }
  }

  private String restartsText(Instant now) {
    return restarts == 0 || lastRestart == null
        ? String.valueOf(restarts)
        : restarts + " (" + Ages.of(Duration.between(lastRestart, now)) + " ago)";
  }

  private String gates() {
    JsonNode gates = spec.path("readinessGates");
    int open = 0;
    for (JsonNode gate : gates) {
      open += Cell.isTrue(status, gate.path("conditionType").asText()) ? 1 : 0;
    }
    return gates.isEmpty() ? "<none>" : open + "/" + gates.size();
  }
}
