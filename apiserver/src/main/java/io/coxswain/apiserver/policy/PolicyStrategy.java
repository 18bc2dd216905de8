package io.coxswain.apiserver.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.rules.ConditionRules;
import io.coxswain.apiserver.rules.Field;
import java.util.List;
import java.util.function.BiConsumer;

/** The kinds of validating and mutating admission policies and of their bindings. */
public final class PolicyStrategy implements Strategy {
  private final boolean binding;
  private final BiConsumer<ObjectNode, List<FieldError>> rules;

  private PolicyStrategy(boolean binding, BiConsumer<ObjectNode, List<FieldError>> rules) {
    this.binding = binding;
    this.rules = rules;
  }

  public static PolicyStrategy ofPolicies() {
    return new PolicyStrategy(false, PolicyChecks::policy);
  }

  public static PolicyStrategy ofBindings() {
    return new PolicyStrategy(true, PolicyChecks::binding);
  }

  public static PolicyStrategy ofMutatingPolicies() {
    return new PolicyStrategy(false, PolicyChecks::mutatingPolicy);
  }

  public static PolicyStrategy ofMutatingBindings() {
    return new PolicyStrategy(true, PolicyChecks::mutatingBinding);
  }

  @Override
  public void defaults(ObjectNode object) {
    if (!(object.get("spec") instanceof ObjectNode spec)) {
      return;
    }
    if (!binding && spec.path("failurePolicy").isMissingNode()) {
      spec.put("failurePolicy", "Fail");
    }
    if (spec.get(binding ? "matchResources" : "matchConstraints") instanceof ObjectNode match) {
      if (match.path("matchPolicy").isMissingNode()) {
        match.put("matchPolicy", "Equivalent");
      }
      for (String selector : List.of("namespaceSelector", "objectSelector")) {
        if (!match.path(selector).isObject()) {
          match.putObject(selector);
        }
      }
      for (String field : List.of("resourceRules", "excludeResourceRules")) {
        for (JsonNode rule : match.path(field)) {
          if (rule instanceof ObjectNode each && each.path("scope").isMissingNode()) {
            each.put("scope", "*");
          }
        }
      }
    }
  }

  @Override
  public void validateStatusUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    Field status = Field.of(object, errors).get("status");
    for (Field warning : status.get("typeChecking.expressionWarnings").items()) {
      warning.get("warning").isGiven();
      warning.get("fieldRef").isGiven();
    }
    ConditionRules.check(status.get("conditions"));
  }

  @Override
  public void validate(ObjectNode object, List<FieldError> errors) {
    rules.accept(object, errors);
  }
}
