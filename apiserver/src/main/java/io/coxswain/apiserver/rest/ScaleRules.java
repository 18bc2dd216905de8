package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.kinds.ScaleFields;
import io.coxswain.apiserver.kinds.ServedKind;
import java.util.List;

/** What custom resources must keep to where their definition says they have replicas. */
final class ScaleRules {
  private ScaleRules() {}

  static void validate(ServedKind kind, ObjectNode object, List<FieldError> errors) {
    if (!kind.facts().custom() || kind.subresource("scale").isEmpty()) {
      return;
    }
    ScaleFields fields = kind.scale();
    for (String pointer : List.of(fields.specReplicas(), fields.statusReplicas())) {
      JsonNode replicas = object.at(pointer);
      String field = pointer.replace('/', '.');
      if (replicas.isIntegralNumber() && replicas.asLong() < 0) {
        errors.add(FieldError.invalid(field, replicas, "should be a non-negative integer"));
      } else if (replicas.isIntegralNumber() && replicas.asLong() > Integer.MAX_VALUE) {
        errors.add(
            FieldError.invalid(
                field, replicas, "should be less than or equal to " + Integer.MAX_VALUE));
      }
    }
  }
}
