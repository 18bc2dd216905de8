package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.apiserver.schema.SameJson;
import java.util.List;

/** PriorityClasses: their value is for good. */
public final class PriorityClassStrategy implements Strategy {
  public static final String COLLECTION = "priorityclasses.scheduling.k8s.io";

  @Override
  public void defaults(ObjectNode priorityClass) {
    Defaults.priorityClass(priorityClass);
  }

  @Override
  public void validateUpdate(ObjectNode now, ObjectNode before, List<FieldError> errors) {
    for (String field : List.of("value", "preemptionPolicy")) {
      if (!SameJson.same(now.path(field), before.path(field))) {
        errors.add(
            field.equals("value")
                ? FieldError.forbidden(field, "may not be changed in an update.")
                : FieldError.invalid(field, now.path(field), "field is immutable"));
      }
    }
  }
}
