package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.kinds.pod.PodTemplateRules;
import io.coxswain.apiserver.kinds.pod.PodWarnings;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.InternalForm;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.List;

/** DaemonSets. */
public final class DaemonSetStrategy extends TemplateStrategy {
  /** The template generation; formerly a field, now an annotation. */
  private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

  @Override
  void specDefaults(ObjectNode spec) {
    Meta.setDefault(spec, "revisionHistoryLimit", 10);
    ObjectNode update = Meta.child(spec, "updateStrategy");
    Meta.setDefault(update, "type", "RollingUpdate");
    if (update.path("type").asText().equals("RollingUpdate")) {
      ObjectNode rolling = Meta.child(update, "rollingUpdate");
      Meta.setDefaultAmount(rolling, "maxUnavailable", IntNode.valueOf(1));
      Meta.setDefaultAmount(rolling, "maxSurge", IntNode.valueOf(0));
    } else if (update.get("rollingUpdate") instanceof ObjectNode rolling) {
      Meta.setDefaultAmount(rolling, "maxUnavailable", IntNode.valueOf(0));
      Meta.setDefaultAmount(rolling, "maxSurge", IntNode.valueOf(0));
    }
  }

  @Override
  List<String> counts() {
    return List.of(
        "currentNumberScheduled", "numberMisscheduled", "desiredNumberScheduled", "numberReady");
  }

  @Override
  boolean namesPods() {
    return false;
  }

  @Override
  public void defaults(ObjectNode set) {
    super.defaults(set);
    setTemplateGeneration(set, templateGeneration(set));
  }

  @Override
  public void prepareCreate(ObjectNode set, WriteContext context) {
    super.prepareCreate(set, context);
    setTemplateGeneration(set, Math.max(1, templateGeneration(set)));
  }

  @Override
  public void prepareUpdate(ObjectNode set, ObjectNode before, WriteContext context) {
    super.prepareUpdate(set, before, context);
    boolean changed = !SameJson.same(set.at("/spec/template"), before.at("/spec/template"));
    setTemplateGeneration(set, templateGeneration(before) + (changed ? 1 : 0));
  }

  @Override
  public void prepareStatusUpdate(ObjectNode set, ObjectNode before, WriteContext context) {
    setTemplateGeneration(set, templateGeneration(before));
  }

  private static long templateGeneration(ObjectNode set) {
    String text = set.path("metadata").path("annotations").path(TEMPLATE_GENERATION).asText("");
    return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
  }

  private static void setTemplateGeneration(ObjectNode set, long generation) {
    Meta.child(Meta.of(set), "annotations").put(TEMPLATE_GENERATION, Long.toString(generation));
  }

  @Override
  public void warnOnUpdate(ObjectNode set, ObjectNode before, WriteContext context) {
    if (templateGeneration(set) != templateGeneration(before)) {
      PodWarnings.add(set.at("/spec/template"), "spec.template", context.warnings());
    }
  }

  @Override
  void check(Field set) {
    Field spec = set.get("spec");
    LabelRules.selector(spec.get("selector"));
    if (SelectorRules.isUsable(spec)) {
      SelectorRules.templateLabels(spec, false);
    }
    if (LabelRules.isEmpty(spec.get("selector"))) {
      spec.get("selector")
          .invalidAs(SelectorRules.SELECTOR, "empty selector is invalid for daemonset");
    }
    PodTemplateRules.check(spec.get("template"));
    SelectorRules.lasting(spec.get("template"), "DaemonSet");
    spec.get("minReadySeconds").nonNegative();
    update(spec.get("updateStrategy"));
    spec.get("revisionHistoryLimit").nonNegative();
  }

  @Override
  public void validateUpdate(ObjectNode set, ObjectNode before, List<FieldError> errors) {
    Field now = Field.of(set, errors);
    now.get("spec.selector").unchangedFrom(before.at("/spec/selector"), SelectorRules.SELECTOR);
    check(now);
  }

  private static void update(Field strategy) {
    switch (strategy.text("type")) {
      case "OnDelete" -> {}
      case "RollingUpdate" -> rolling(strategy.get("rollingUpdate"));
      default ->
          strategy
              .with(InternalForm.of("apps.DaemonSetUpdateStrategy", strategy.node()))
              .unsupported("RollingUpdate", "OnDelete");
    }
  }

  private static void rolling(Field rolling) {
    Field unavailable = rolling.get("maxUnavailable");
    Field surge = rolling.get("maxSurge");
    Amounts.check(unavailable);
    Amounts.check(surge);
    Amounts.atMostAll(unavailable);
    Amounts.atMostAll(surge);
    boolean someUnavailable = Amounts.value(unavailable) != 0;
    boolean someSurge = Amounts.value(surge) != 0;
    if (someUnavailable && someSurge) {
      surge.invalid("may not be set when maxUnavailable is non-zero");
    } else if (!someUnavailable && !someSurge) {
      unavailable.required("cannot be 0 when maxSurge is 0");
    }
  }

  @Override
  public void validateStatusUpdate(ObjectNode set, ObjectNode before, List<FieldError> errors) {
    Field status = Field.of(set, errors).get("status");
    ReplicaCounts.nonNegative(
        status,
        List.of(
            "currentNumberScheduled",
            "numberMisscheduled",
            "desiredNumberScheduled",
            "numberReady",
            "observedGeneration",
            "updatedNumberScheduled",
            "numberAvailable",
            "numberUnavailable",
            "collisionCount"));
    ReplicaCounts.collisions(status, before.path("status"));
  }
}
