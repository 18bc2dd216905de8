package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** ControllerRevisions: immutable snapshots of a workload's template. */
public final class ControllerRevisionStrategy implements Strategy {

  @Override
  public void validate(ObjectNode object, List<FieldError> errors) {
    Field.of(object, errors).get("revision").nonNegative();
  }

  @Override
  public void validateCreate(ObjectNode object, List<FieldError> errors) {
    Field data = Field.of(object, errors).get("data");
    if (!data.isSet()) {
      data.required("data is mandatory");
    } else if (!data.node().isObject()) {
      data.required("data must be a valid JSON object");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    Field.of(object, errors).get("data").unchangedFrom(before.path("data"));
  }
}
