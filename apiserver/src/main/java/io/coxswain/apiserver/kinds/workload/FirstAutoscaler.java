package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Conversion;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.rules.InternalForm;
import java.util.List;

/**
 * HorizontalPodAutoscalers in their first version, which supports only CPU utilization. It
 * represents everything else as annotations, so that a round trip loses nothing.
 */
public final class FirstAutoscaler implements Strategy, Conversion {
  private static final String PREFIX = "autoscaling.alpha.kubernetes.io/";
  private static final String METRICS = PREFIX + "metrics";
  private static final String CURRENT_METRICS = PREFIX + "current-metrics";
  private static final String CONDITIONS = PREFIX + "conditions";
  private static final String BEHAVIOR = PREFIX + "behavior";
  private static final List<String> ANNOTATIONS =
      List.of(
          METRICS,
          CURRENT_METRICS,
          CONDITIONS,
          BEHAVIOR,
          PREFIX + "scale-down-tolerance",
          PREFIX + "scale-up-tolerance");
  private static final List<String> CONDITION =
      List.of("type", "status", "lastTransitionTime", "reason", "message");
  private static final String BEHAVIOR_TYPE = "autoscaling.HorizontalPodAutoscalerBehavior";

  private final AutoscalerStrategy stored = new AutoscalerStrategy();

  @Override
  public void defaults(ObjectNode autoscaler) {
    ObjectNode complete = toStored(autoscaler.deepCopy());
    stored.defaults(complete);
    ObjectNode served = toServed(complete);
    autoscaler.removeAll();
    autoscaler.setAll(served);
  }

  @Override
  public void validateCreate(ObjectNode autoscaler, List<FieldError> errors) {
    stored.validateCreate(toStored(autoscaler.deepCopy()), errors);
  }

  @Override
  public void validateUpdate(ObjectNode autoscaler, ObjectNode before, List<FieldError> errors) {
    stored.validateUpdate(toStored(autoscaler.deepCopy()), toStored(before.deepCopy()), errors);
  }

  @Override
  public void validateStatusUpdate(
      ObjectNode autoscaler, ObjectNode before, List<FieldError> errors) {
    stored.validateStatusUpdate(autoscaler, before, errors);
  }

  @Override
  public ObjectNode toServed(ObjectNode object) {
    ObjectNode old = object.deepCopy();
    object.put("apiVersion", "autoscaling/v1");
    JsonNode spec = old.path("spec");
    JsonNode status = old.path("status");
    ObjectNode annotations = Meta.child(Meta.of(object), "annotations");
    annotations.remove(ANNOTATIONS);
    ObjectNode first = object.putObject("spec");
    copy(first, spec, "scaleTargetRef", "minReplicas", "maxReplicas");
    ArrayNode others = Json.MAPPER.createArrayNode();
    for (JsonNode metric : spec.path("metrics")) {
      if (isProcessor(metric, "target")) {
        first.set(
            "targetCPUUtilizationPercentage", metric.at("/resource/target/averageUtilization"));
      } else {
        others.add(AutoscalerMetrics.SPEC.toFirst(metric));
      }
    }
    ObjectNode state = object.putObject("status");
    copy(state, status, "observedGeneration", "lastScaleTime");
    state.put("currentReplicas", status.path("currentReplicas").asInt(0));
    state.put("desiredReplicas", status.path("desiredReplicas").asInt(0));
    ArrayNode current = Json.MAPPER.createArrayNode();
    for (JsonNode metric : status.path("currentMetrics")) {
      if (isProcessor(metric, "current")) {
        state.set(
            "currentCPUUtilizationPercentage", metric.at("/resource/current/averageUtilization"));
      }
      current.add(AutoscalerMetrics.STATUS.toFirst(metric));
    }
    annotate(annotations, METRICS, others);
    annotate(annotations, CURRENT_METRICS, current);
    if (spec.path("behavior").isObject()) {
      annotations.put(BEHAVIOR, InternalForm.of(BEHAVIOR_TYPE, spec.path("behavior")).toString());
    }
    ArrayNode conditions = Json.MAPPER.createArrayNode();
    for (JsonNode condition : status.path("conditions")) {
      ObjectNode ordered = conditions.addObject();
      CONDITION.forEach(field -> copyIfThere(ordered, condition, field));
    }
    annotate(annotations, CONDITIONS, conditions);
    if (annotations.isEmpty()) {
      Meta.of(object).remove("annotations");
    }
    return object;
  }

  private static void copyIfThere(ObjectNode to, JsonNode from, String field) {
    if (from.has(field)) {
      to.set(field, from.get(field));
    }
  }

  private static void annotate(ObjectNode annotations, String name, JsonNode list) {
    if (!list.isEmpty()) {
      annotations.put(name, list.toString());
    }
  }

  private static boolean isProcessor(JsonNode metric, String part) {
    return metric.path("type").asText("").equals("Resource")
        && metric.at("/resource/name").asText("").equals("cpu")
        && metric.path("resource").path(part).path("averageUtilization").isNumber();
  }

  private static void copy(ObjectNode to, JsonNode from, String... fields) {
    for (String field : fields) {
      copyIfThere(to, from, field);
    }
  }

  @Override
  public ObjectNode toStored(ObjectNode object) {
    ObjectNode old = object.deepCopy();
    object.put("apiVersion", "autoscaling/v2");
    JsonNode first = old.path("spec");
    JsonNode state = old.path("status");
    JsonNode noted = old.at("/metadata/annotations");
    ObjectNode spec = object.putObject("spec");
    copy(spec, first, "scaleTargetRef", "minReplicas", "maxReplicas");
    ArrayNode metrics = Json.MAPPER.createArrayNode();
    for (JsonNode metric : parsed(noted.path(METRICS))) {
      metrics.add(AutoscalerMetrics.SPEC.fromFirst(metric));
    }
    JsonNode percentage = first.path("targetCPUUtilizationPercentage");
    if (percentage.isNumber()) {
      ObjectNode metric = metrics.addObject().put("type", "Resource");
      ObjectNode target = metric.putObject("resource").put("name", "cpu").putObject("target");
      target.put("type", "Utilization").set("averageUtilization", percentage);
    }
    if (!metrics.isEmpty()) {
      spec.set("metrics", metrics);
    }
    JsonNode behavior = InternalForm.from(BEHAVIOR_TYPE, parsed(noted.path(BEHAVIOR)));
    if (behavior.isObject() && !behavior.isEmpty()) {
      spec.set("behavior", behavior);
    }
    ObjectNode status = object.putObject("status");
    copy(status, state, "observedGeneration", "lastScaleTime", "desiredReplicas");
    if (state.path("currentReplicas").asInt(0) != 0) {
      status.set("currentReplicas", state.get("currentReplicas"));
    }
    ArrayNode current = Json.MAPPER.createArrayNode();
    for (JsonNode metric : parsed(noted.path(CURRENT_METRICS))) {
      current.add(AutoscalerMetrics.STATUS.fromFirst(metric));
    }
    status.set("currentMetrics", current.isEmpty() ? null : current);
    JsonNode conditions = parsed(noted.path(CONDITIONS));
    if (!conditions.isEmpty()) {
      status.set("conditions", conditions);
    }
    if (Meta.of(object).get("annotations") instanceof ObjectNode annotations) {
      annotations.remove(ANNOTATIONS);
      if (annotations.isEmpty()) {
        Meta.of(object).remove("annotations");
      }
    }
    return object;
  }

  /** The content of an annotation; empty if it cannot be parsed. */
  private static JsonNode parsed(JsonNode annotation) {
    try {
      return Json.MAPPER.readTree(annotation.asText(""));
    } catch (JsonProcessingException e) {
      return Json.MAPPER.createArrayNode();
    }
  }
}
