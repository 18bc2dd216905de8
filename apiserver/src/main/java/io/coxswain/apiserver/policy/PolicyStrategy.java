package io.coxswain.apiserver.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.rules.ConditionRules;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** The kinds ValidatingAdmissionPolicy and ValidatingAdmissionPolicyBinding. */
public final class PolicyStrategy implements Strategy {
  private final boolean binding;

  private PolicyStrategy(boolean binding) {
    this.binding = binding;
  }

  public static PolicyStrategy ofPolicies() {
    return new PolicyStrategy(false);
  }

  public static PolicyStrategy ofBindings() {
    return new PolicyStrategy(true);
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
    if (binding) {
      PolicyChecks.binding(object, errors);
    } else {
      PolicyChecks.policy(object, errors);
    }
  }
}
