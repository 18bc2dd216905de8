package io.coxswain.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The row of a HorizontalPodAutoscaler, of either version. */
final class AutoscalerCells {
  private AutoscalerCells() {}

  static List<@Nullable Object> of(ObjectNode o, Instant now) {
    JsonNode target = o.at("/spec/scaleTargetRef");
    return Arrays.asList(
        Cell.name(o),
        target.path("kind").asText() + "/" + target.path("name").asText(),
        targets(o),
        Cell.text(o.path("spec"), "minReplicas", Cell.UNSET),
        o.at("/spec/maxReplicas").asInt(),
        o.at("/status/currentReplicas").asInt(),
        Cell.age(o, now));
  }

  private static String targets(ObjectNode o) {
    JsonNode old = o.at("/spec/targetCPUUtilizationPercentage");
    if (old.isNumber()) {
      JsonNode current = o.at("/status/currentCPUUtilizationPercentage");
      return "cpu: " + percent(current) + "/" + old.asInt() + "%";
    }
    JsonNode metrics = o.at("/spec/metrics");
    var texts = new ArrayList<String>();
    for (int i = 0; i < metrics.size() && i < 2; i++) {
      texts.add(metric(metrics.get(i), o.at("/status/currentMetrics").path(i)));
    }
    String text = texts.isEmpty() ? Cell.NONE : String.join(", ", texts);
    return metrics.size() > 2 ? text + " + " + (metrics.size() - 2) + " more..." : text;
  }

  private static String metric(JsonNode metric, JsonNode status) {
    String source =
        switch (metric.path("type").asText()) {
          case "Pods" -> "pods";
          case "Object" -> "object";
          case "External" -> "external";
          case "ContainerResource" -> "containerResource";
          default -> "resource";
        };
    JsonNode target = metric.path(source).path("target");
    JsonNode current = status.path(source).path("current");
    String text;
    if (target.path("averageUtilization").isNumber()) {
      text =
          percent(current.path("averageUtilization"))
              + "/"
              + target.path("averageUtilization").asInt()
              + "%";
    } else if (target.has("averageValue")) {
      text =
          Cell.text(current, "averageValue", "<unknown>")
              + "/"
              + target.path("averageValue").asText()
              + (source.equals("object") || source.equals("external") ? " (avg)" : "");
    } else {
      text = Cell.text(current, "value", "<unknown>") + "/" + target.path("value").asText();
    }
    return source.equals("resource") || source.equals("containerResource")
        ? metric.path(source).path("name").asText() + ": " + text
        : text;
  }

  private static String percent(JsonNode value) {
    return value.isNumber() ? value.asInt() + "%" : "<unknown>";
  }
}
