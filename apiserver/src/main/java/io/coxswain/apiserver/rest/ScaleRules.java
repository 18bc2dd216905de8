package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.kinds.ScaleFields;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.patch.GoText;
import java.util.List;
import java.util.Optional;

/** The rules for custom resources with a scale subresource. */
final class ScaleRules {
  private ScaleRules() {}

  static void validate(ServedKind kind, ObjectNode object, List<FieldError> errors) {
    if (!kind.facts().custom() || kind.subresource("scale").isEmpty()) {
      return;
    }
    ScaleFields fields = kind.scale();
    replicas(object, fields.specReplicas(), errors);
    replicas(object, fields.statusReplicas(), errors);
    if (!fields.selector().isEmpty()) {
      JsonNode selector = object.at(fields.selector());
      Optional<String> problem =
          parentProblem(object, fields.selector())
              .or(() -> typeProblem(fields.selector(), selector, selector.isTextual(), "string"));
      problem.ifPresent(
          text -> errors.add(FieldError.invalid(dotted(fields.selector()), "", text)));
    }
  }

  private static void replicas(ObjectNode object, String pointer, List<FieldError> errors) {
    JsonNode replicas = object.at(pointer);
    String field = dotted(pointer);
    boolean integer = replicas.isInt() || replicas.isLong();
    Optional<String> problem =
        parentProblem(object, pointer).or(() -> typeProblem(pointer, replicas, integer, "int64"));
    if (problem.isPresent()) {
      errors.add(FieldError.invalid(field, IntNode.valueOf(0), problem.get()));
    } else if (replicas.asLong() < 0) {
      errors.add(FieldError.invalid(field, replicas, "should be a non-negative integer"));
    } else if (replicas.asLong() > Integer.MAX_VALUE) {
      errors.add(
          FieldError.invalid(
              field, replicas, "should be less than or equal to " + Integer.MAX_VALUE));
    }
  }

  /** The error about a value on the way to the field that is no object, if any. */
  private static Optional<String> parentProblem(ObjectNode object, String pointer) {
    JsonNode parent = object;
    int end = pointer.indexOf('/', 1);
    int start = 1;
    while (end > 0) {
      parent = parent.path(pointer.substring(start, end));
      if (parent.isMissingNode() || parent.isNull()) {
        return Optional.empty();
      }
      if (!parent.isObject()) {
        return typeProblem(pointer.substring(0, end), parent, false, "map[string]interface{}");
      }
      start = end + 1;
      end = pointer.indexOf('/', start);
    }
    return Optional.empty();
  }

  private static Optional<String> typeProblem(
      String pointer, JsonNode value, boolean fits, String wanted) {
    if (fits || value.isMissingNode()) {
      return Optional.empty();
    }
    return Optional.of(
        dotted(pointer)
            + " accessor error: "
            + GoText.of(value)
            + " is of the type "
            + (value.isNull() ? "<nil>" : GoText.typeOf(value))
            + ", expected "
            + wanted);
  }

  private static String dotted(String pointer) {
    return pointer.replace('/', '.');
  }
}
