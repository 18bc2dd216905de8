package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** HorizontalPodAutoscalers in their storage version. */
public final class AutoscalerStrategy implements Strategy {
  private static final int PERIOD_SECONDS = 15;
  private static final int UP_PODS = 4;
  private static final int ALL_PERCENT = 100;
  static final int DEFAULT_UTILIZATION = 80;

  @Override
  public void defaults(ObjectNode autoscaler) {
    ObjectNode spec = Meta.child(autoscaler, "spec");
    Meta.setDefault(spec, "minReplicas", 1);
    if (spec.path("metrics").isEmpty()) {
      ObjectNode metric = spec.putArray("metrics").addObject();
      metric.put("type", "Resource");
      metric
          .putObject("resource")
          .put("name", "cpu")
          .putObject("target")
          .put("type", "Utilization")
          .put("averageUtilization", DEFAULT_UTILIZATION);
    }
    if (spec.get("behavior") instanceof ObjectNode behavior) {
      up(Meta.child(behavior, "scaleUp"));
      down(Meta.child(behavior, "scaleDown"));
    }
    ObjectNode status = Meta.child(autoscaler, "status");
    if (!status.has("currentMetrics")) {
      status.putNull("currentMetrics");
    }
    if (!status.has("desiredReplicas")) {
      status.put("desiredReplicas", 0);
    }
  }

  private static void up(ObjectNode rules) {
    Meta.setDefault(rules, "stabilizationWindowSeconds", 0);
    Meta.setDefault(rules, "selectPolicy", "Max");
    if (!rules.has("policies")) {
      ArrayNode policies = rules.putArray("policies");
      policy(policies, "Pods", UP_PODS);
      policy(policies, "Percent", ALL_PERCENT);
    }
  }

  private static void down(ObjectNode rules) {
    Meta.setDefault(rules, "selectPolicy", "Max");
    if (!rules.has("policies")) {
      policy(rules.putArray("policies"), "Percent", ALL_PERCENT);
    }
  }

  private static void policy(ArrayNode policies, String type, int value) {
    policies.addObject().put("type", type).put("value", value).put("periodSeconds", PERIOD_SECONDS);
  }

  @Override
  public void validateCreate(ObjectNode autoscaler, List<FieldError> errors) {
    check(autoscaler, MissingNode.getInstance(), errors);
  }

  @Override
  public void validateUpdate(ObjectNode autoscaler, ObjectNode before, List<FieldError> errors) {
    check(autoscaler, before.path("spec"), errors);
  }

  static void check(ObjectNode autoscaler, JsonNode old, List<FieldError> errors) {
    new AutoscalerRules(Field.of(autoscaler, errors).get("spec"), old).check();
  }

  @Override
  public void validateStatusUpdate(
      ObjectNode autoscaler, ObjectNode before, List<FieldError> errors) {
    Field status = Field.of(autoscaler, errors).get("status");
    ReplicaCounts.nonNegative(status, List.of("currentReplicas", "desiredReplicas"));
  }
}
