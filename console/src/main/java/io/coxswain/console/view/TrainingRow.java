package io.coxswain.console.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.console.model.MetricHistory;
import io.coxswain.console.summary.ConditionSummary;
import io.coxswain.console.summary.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The row of a training in the list; also the head of its page. */
final class TrainingRow {
  private static final int SPARKLINE = 60;

  private TrainingRow() {}

  static ObjectNode of(TrainingFacts facts, MetricHistory history) {
    ObjectNode row = Json.NODES.objectNode();
    row.put("namespace", facts.trainJob.key().namespace()).put("name", facts.trainJob.key().name());
    row.put("ref", facts.trainJob.ref().toString());
    row.put("uid", facts.trainJob.uid());
    Documents.put(row, "runtime", Fields.text(facts.trainJob.spec().path("runtimeRef"), "name"));
    Documents.put(row, "created", facts.trainJob.created());
    Documents.put(row, "started", facts.started());
    TrainingFacts.State state = facts.state();
    row.put("state", state.title);
    Optional<ConditionSummary> ended = facts.ended();
    ended.ifPresent(
        condition -> {
          Documents.put(row, "finished", condition.time());
          Documents.put(row, "message", condition.message());
        });
    row.put("nodes", facts.nodes());
    row.putObject("pods")
        .put("want", facts.wanted())
        .put("running", facts.count("Running"))
        .put("ready", facts.pods.stream().filter(pod -> pod.isReady()).count())
        .put("pending", facts.count("Pending"))
        .put("failed", facts.count("Failed"))
        .put("succeeded", facts.count("Succeeded"));
    row.put("restarts", facts.restarts());
    progress(row, facts.trainJob.status().path("trainerStatus"));
    sparkline(row, history.of(facts.trainJob.uid()));
    if (state != TrainingFacts.State.RUNNING) {
      Documents.waiting(row, facts.waiting());
    }
    return row;
  }

  private static void progress(ObjectNode row, JsonNode reported) {
    if (reported.has("progressPercentage")) {
      row.put("progress", reported.path("progressPercentage").asInt());
    }
    if (reported.has("estimatedRemainingSeconds")) {
      row.put("remainingSeconds", reported.path("estimatedRemainingSeconds").asInt());
    }
    Documents.put(row, "reported", Fields.time(reported, "lastUpdatedTime"));
    ObjectNode metrics = Json.NODES.objectNode();
    for (JsonNode metric : reported.path("metrics")) {
      metrics.put(Fields.text(metric, "name"), Fields.text(metric, "value"));
    }
    if (!metrics.isEmpty()) {
      row.set("metrics", metrics);
    }
  }

  private static void sparkline(ObjectNode row, Map<String, List<MetricHistory.Point>> series) {
    String chosen =
        series.keySet().stream()
            .filter(name -> name.equals("loss"))
            .findFirst()
            .or(() -> series.keySet().stream().filter(name -> name.contains("loss")).findFirst())
            .or(() -> series.keySet().stream().findFirst())
            .orElse("");
    List<MetricHistory.Point> points = series.getOrDefault(chosen, List.of());
    if (points.isEmpty()) {
      return;
    }
    ArrayNode list = row.putObject("sparkline").put("metric", chosen).putArray("points");
    int count = Math.min(points.size(), SPARKLINE);
    for (int i = 0; i < count; i++) {
      int at = count == 1 ? 0 : (int) ((long) i * (points.size() - 1) / (count - 1));
      list.add(points.get(at).value());
    }
  }
}
