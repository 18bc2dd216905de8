package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.schema.FieldError;
import java.util.List;

/** What can be said of a CEL rule without compiling it. */
final class RuleForm {
  private static final List<String> REASONS =
      List.of(
          "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

  private RuleForm() {}

  static void check(String path, JsonNode rules, List<FieldError> errors) {
    for (int i = 0; i < rules.size(); i++) {
      JsonNode rule = rules.get(i);
      String at = path + ".x-kubernetes-validations[" + i + "]";
      String text = rule.path("rule").asText();
      if (text.isBlank()) {
        errors.add(FieldError.required(at + ".rule", "rule is not specified"));
        continue;
      }
      JsonNode message = rule.path("message");
      if (message.isTextual() && !message.asText().isEmpty() && message.asText().isBlank()) {
        errors.add(FieldError.invalid(at + ".message", message, "must be non-empty if specified"));
      } else if (message.asText().contains("\n")) {
        errors.add(FieldError.invalid(at + ".message", message, "must not contain line breaks"));
      } else if (text.contains("\n") && message.asText().isEmpty()) {
        errors.add(
            FieldError.required(
                at + ".message", "message must be specified if rule contains line breaks"));
      }
      JsonNode reason = rule.path("reason");
      if (reason.isTextual() && !REASONS.contains(reason.asText())) {
        errors.add(FieldError.notSupported(at + ".reason", reason, REASONS));
      }
      if (rule.has("optionalOldSelf") && !text.contains("oldSelf")) {
        errors.add(
            FieldError.invalid(
                at + ".optionalOldSelf",
                rule.path("optionalOldSelf"),
                "may not be set if oldSelf is not used in rule"));
      }
    }
  }
}
