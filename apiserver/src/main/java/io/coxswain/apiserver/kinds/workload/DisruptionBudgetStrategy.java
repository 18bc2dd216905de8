package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.kinds.Defaults;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.rules.ConditionRules;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.List;

/** PodDisruptionBudgets: the number of pods that may be unavailable. */
public final class DisruptionBudgetStrategy implements Strategy {

  @Override
  public void defaults(ObjectNode budget) {
    Defaults.disruptionBudget(budget);
  }

  @Override
  public void validate(ObjectNode budget, List<FieldError> errors) {
    Field spec = Field.of(budget, errors).get("spec");
    Field available = spec.get("minAvailable");
    Field unavailable = spec.get("maxUnavailable");
    if (available.isSet() && unavailable.isSet()) {
      spec.invalidAs(
          "policy.PodDisruptionBudgetSpec", "minAvailable and maxUnavailable cannot be both set");
    }
    for (Field amount : List.of(available, unavailable)) {
      Amounts.check(amount);
      Amounts.atMostAll(amount);
    }
    LabelRules.selector(spec.get("selector"));
    spec.get("unhealthyPodEvictionPolicy").oneOfIfSet(List.of("AlwaysAllow", "IfHealthyBudget"));
  }

  @Override
  public void validateStatusUpdate(ObjectNode budget, ObjectNode before, List<FieldError> errors) {
    Field status = Field.of(budget, errors).get("status");
    ConditionRules.check(status.get("conditions"));
    ReplicaCounts.nonNegative(
        status, List.of("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"));
  }
}
