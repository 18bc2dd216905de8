package io.coxswain.apiserver.kinds.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.ConditionRules;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** DeviceTaintRules. */
final class TaintRuleStrategy implements Strategy {
  private static final int MAX_CONDITIONS = 8;

  @Override
  public void defaults(ObjectNode rule) {
    Meta.child(Meta.child(rule, "spec"), "taint");
    Meta.child(rule, "status");
  }

  @Override
  public void prepareCreate(ObjectNode rule, WriteContext context) {
    DeviceTaints.addTime(taint(rule), context.now());
  }

  @Override
  public void prepareUpdate(ObjectNode rule, ObjectNode before, WriteContext context) {
    DeviceTaints.addTime(taint(rule), context.now());
  }

  private static ObjectNode taint(ObjectNode rule) {
    return Meta.child(Meta.child(rule, "spec"), "taint");
  }

  @Override
  public void validate(ObjectNode rule, List<FieldError> errors) {
    Field spec = Field.of(rule, errors).get("spec");
    Field selector = spec.get("deviceSelector");
    if (selector.get("driver").isSet()) {
      DeviceRules.driverName(selector.get("driver"));
    }
    if (selector.get("pool").isSet()) {
      DeviceRules.poolName(selector.get("pool"));
    }
    if (selector.get("device").isSet()) {
      DeviceRules.label(selector.get("device"));
    }
    DeviceTaints.check(spec.get("taint"));
  }

  @Override
  public void validateStatusUpdate(ObjectNode rule, ObjectNode before, List<FieldError> errors) {
    Field conditions = Field.of(rule, errors).get("status.conditions");
    ConditionRules.check(conditions);
    if (conditions.size() > MAX_CONDITIONS) {
      conditions.tooMany(MAX_CONDITIONS);
    }
  }
}
