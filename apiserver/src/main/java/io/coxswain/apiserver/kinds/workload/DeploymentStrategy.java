package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.InternalForm;
import java.util.List;

/** Deployments. */
public final class DeploymentStrategy extends TemplateStrategy {
  private static final List<String> COUNTS =
      List.of(
          "observedGeneration",
          "replicas",
          "updatedReplicas",
          "readyReplicas",
          "availableReplicas",
          "unavailableReplicas",
          "terminatingReplicas",
          "collisionCount");

  @Override
  void specDefaults(ObjectNode spec) {
    Meta.setDefault(spec, "replicas", 1);
    Meta.setDefault(spec, "revisionHistoryLimit", 10);
    Meta.setDefault(spec, "progressDeadlineSeconds", 600);
    ObjectNode strategy = Meta.child(spec, "strategy");
    Meta.setDefault(strategy, "type", "RollingUpdate");
    if (strategy.path("type").asText().equals("RollingUpdate")) {
      ObjectNode rolling = Meta.child(strategy, "rollingUpdate");
      Meta.setDefaultAmount(rolling, "maxUnavailable", TextNode.valueOf("25%"));
      Meta.setDefaultAmount(rolling, "maxSurge", TextNode.valueOf("25%"));
    }
  }

  @Override
  void check(Field deployment) {
    Field spec = deployment.get("spec");
    spec.get("replicas").nonNegative();
    SelectorRules.replicated(spec);
    strategy(spec.get("strategy"));
    spec.get("minReadySeconds").nonNegative();
    spec.get("revisionHistoryLimit").nonNegative();
    Field deadline = spec.get("progressDeadlineSeconds");
    deadline.nonNegative();
    if (deadline.isSet() && deadline.number() <= spec.get("minReadySeconds").number()) {
      deadline.invalid("must be greater than minReadySeconds");
    }
  }

  private static void strategy(Field strategy) {
    Field rolling = strategy.get("rollingUpdate");
    switch (strategy.text("type")) {
      case "Recreate" -> {
        if (rolling.isSet()) {
          rolling.forbidden("may not be specified when strategy `type` is 'Recreate'");
        }
      }
      case "RollingUpdate" -> {
        Field unavailable = rolling.get("maxUnavailable");
        Field surge = rolling.get("maxSurge");
        Amounts.check(unavailable);
        Amounts.check(surge);
        if (Amounts.value(unavailable) == 0 && Amounts.value(surge) == 0) {
          unavailable.invalid("may not be 0 when `maxSurge` is 0");
        }
        Amounts.atMostAll(unavailable);
      }
      default ->
          strategy
              .with(InternalForm.of("apps.DeploymentStrategy", strategy.node()))
              .unsupported("Recreate", "RollingUpdate");
    }
  }

  @Override
  public void prepareStatusUpdate(ObjectNode object, ObjectNode before, WriteContext context) {
    if (before.at("/metadata/labels").isMissingNode()) {
      Meta.of(object).remove("labels");
    } else {
      Meta.of(object).set("labels", before.at("/metadata/labels"));
    }
  }

  @Override
  public void validateStatusUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    Field status = Field.of(object, errors).get("status");
    ReplicaCounts.nonNegative(status, COUNTS);
    ReplicaCounts.within(status, List.of("updatedReplicas", "readyReplicas", "availableReplicas"));
    ReplicaCounts.available(status, "readyReplicas");
    ReplicaCounts.collisions(status, before.path("status"));
  }
}
