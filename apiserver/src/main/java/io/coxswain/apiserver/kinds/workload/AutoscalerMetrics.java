package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.util.List;

/**
 * Maps metrics between the two versions of autoscalers. One table per source: the field of the
 * first version, and its path in the second.
 */
final class AutoscalerMetrics {
  static final AutoscalerMetrics SPEC =
      new AutoscalerMetrics(
          true,
          List.of(
              new Source(
                  "object",
                  List.of(
                      "target /describedObject",
                      "metricName /metric/name",
                      "targetValue /target/value",
                      "selector /metric/selector",
                      "averageValue /target/averageValue")),
              new Source(
                  "pods",
                  List.of(
                      "metricName /metric/name",
                      "targetAverageValue /target/averageValue",
                      "selector /metric/selector")),
              new Source(
                  "resource",
                  List.of(
                      "name /name",
                      "targetAverageUtilization /target/averageUtilization",
                      "targetAverageValue /target/averageValue")),
              new Source(
                  "containerResource",
                  List.of(
                      "name /name",
                      "targetAverageUtilization /target/averageUtilization",
                      "targetAverageValue /target/averageValue",
                      "container /container")),
              new Source(
                  "external",
                  List.of(
                      "metricName /metric/name",
                      "metricSelector /metric/selector",
                      "targetValue /target/value",
                      "targetAverageValue /target/averageValue"))));

  static final AutoscalerMetrics STATUS =
      new AutoscalerMetrics(
          false,
          List.of(
              new Source(
                  "object",
                  List.of(
                      "target /describedObject",
                      "metricName /metric/name",
                      "currentValue /current/value",
                      "selector /metric/selector",
                      "averageValue /current/averageValue")),
              new Source(
                  "pods",
                  List.of(
                      "metricName /metric/name",
                      "currentAverageValue /current/averageValue",
                      "selector /metric/selector")),
              new Source(
                  "resource",
                  List.of(
                      "name /name",
                      "currentAverageUtilization /current/averageUtilization",
                      "currentAverageValue /current/averageValue")),
              new Source(
                  "containerResource",
                  List.of(
                      "name /name",
                      "currentAverageUtilization /current/averageUtilization",
                      "currentAverageValue /current/averageValue",
                      "container /container")),
              new Source(
                  "external",
                  List.of(
                      "metricName /metric/name",
                      "metricSelector /metric/selector",
                      "currentValue /current/value",
                      "currentAverageValue /current/averageValue"))));

  private final boolean wanted;
  private final List<Source> sources;

  private AutoscalerMetrics(boolean wanted, List<Source> sources) {
    this.wanted = wanted;
    this.sources = sources;
  }

  private record Source(String name, List<String> fields) {}

  ObjectNode toFirst(JsonNode metric) {
    ObjectNode first = Json.MAPPER.createObjectNode();
    first.set("type", metric.path("type"));
    for (Source source : sources) {
      JsonNode second = metric.path(source.name);
      if (!second.isObject()) {
        continue;
      }
      ObjectNode renamed = first.putObject(source.name);
      for (String field : source.fields) {
        String[] names = field.split(" ");
        JsonNode value = second.at(names[1]);
        if (!value.isMissingNode() && !value.isNull()) {
          renamed.set(names[0], value);
        }
      }
    }
    return first;
  }

  ObjectNode fromFirst(JsonNode metric) {
    ObjectNode second = Json.MAPPER.createObjectNode();
    second.set("type", metric.path("type"));
    for (Source source : sources) {
      JsonNode first = metric.path(source.name);
      if (!first.isObject()) {
        continue;
      }
      ObjectNode renamed = second.putObject(source.name);
      for (String field : source.fields) {
        String[] names = field.split(" ");
        JsonNode value = first.path(names[0]);
        if (value.isMissingNode() || value.isNull()) {
          continue;
        }
        int last = names[1].lastIndexOf('/');
        ObjectNode parent = last == 0 ? renamed : renamed.withObject(names[1].substring(0, last));
        parent.set(names[1].substring(last + 1), value);
      }
      if (wanted) {
        renamed.withObject("/target").put("type", targetType(renamed.path("target")));
      }
    }
    return second;
  }

  /** The first version does not contain it. */
  private static String targetType(JsonNode target) {
    if (target.has("averageUtilization")) {
      return "Utilization";
    }
    return target.has("averageValue") ? "AverageValue" : "Value";
  }
}
