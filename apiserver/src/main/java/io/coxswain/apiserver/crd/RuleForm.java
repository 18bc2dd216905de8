package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks of a CEL rule that need no compilation. */
final class RuleForm {
  private static final List<String> REASONS =
      List.of(
          "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

  private RuleForm() {}

  static void check(String path, JsonNode rules, @Nullable Schema schema, List<FieldError> errors) {
    for (int i = 0; i < rules.size(); i++) {
      one(path + ".x-kubernetes-validations[" + i + "]", rules.get(i), schema, errors);
    }
  }

  private static void one(
      String at, JsonNode rule, @Nullable Schema schema, List<FieldError> errors) {
    String text = rule.path("rule").asText().strip();
    JsonNode message = rule.path("message");
    String said = message.asText().strip();
    if (text.isEmpty()) {
      errors.add(FieldError.required(at + ".rule", "rule is not specified"));
    } else if (!message.asText().isEmpty() && said.isEmpty()) {
      errors.add(FieldError.invalid(at + ".message", message, "must be non-empty if specified"));
    } else if (hasLineBreak(said)) {
      errors.add(FieldError.invalid(at + ".message", message, "must not contain line breaks"));
    } else if (hasLineBreak(text) && said.isEmpty()) {
      errors.add(
          FieldError.required(
              at + ".message", "message must be specified if rule contains line breaks"));
    }
    String expression = rule.path("messageExpression").asText();
    if (!expression.isEmpty() && expression.isBlank()) {
      errors.add(
          FieldError.required(
              at + ".messageExpression", "messageExpression must be non-empty if specified"));
    }
    JsonNode reason = rule.path("reason");
    if (reason.isTextual() && !REASONS.contains(reason.asText())) {
      errors.add(FieldError.notSupported(at + ".reason", reason, REASONS));
    }
    fieldPath(at + ".fieldPath", rule.path("fieldPath"), schema, errors);
  }

  private static void fieldPath(
      String at, JsonNode path, @Nullable Schema schema, List<FieldError> errors) {
    String text = path.asText();
    if (text.isEmpty()) {
      return;
    }
    if (text.isBlank()) {
      errors.add(FieldError.invalid(at, path, "must be non-empty if specified"));
    }
    if (hasLineBreak(text)) {
      errors.add(FieldError.invalid(at, path, "must not contain line breaks"));
    }
    try {
      if (schema != null) {
        FieldPath.of(text, schema, true);
      }
    } catch (IllegalArgumentException e) {
      errors.add(FieldError.invalid(at, path, "must be a valid path"));
    }
  }

  private static boolean hasLineBreak(String text) {
    return text.contains("\n") || text.contains("\r");
  }
}
