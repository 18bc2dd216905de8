package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.schema.Rule;
import io.coxswain.api.schema.Schema;
import io.coxswain.cel.Program;
import io.coxswain.cel.value.JsonValues;
import io.coxswain.cel.value.OptionalValue;
import io.coxswain.env.Cancellation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates the rules of one object within a cost budget. */
final class RuleRun {
  private static final long BUDGET = 10_000_000;
  private static final int MAX_MESSAGE_LENGTH = 5 * 1024;
  private static final String OUT_OF_BUDGET =
      "validation failed due to running out of cost budget, no further validation rules will be"
          + " run";

  private final List<FieldError> errors;
  private final List<String> warnings;
  private long budget = BUDGET;

  RuleRun(List<FieldError> errors, List<String> warnings) {
    this.errors = errors;
    this.warnings = warnings;
  }

  /** Whether the budget is exhausted, so that no further rules are evaluated. */
  boolean exhausted() {
    return budget < 0;
  }

  void evaluate(
      String path,
      JsonNode value,
      @Nullable JsonNode before,
      Schema schema,
      List<CompiledRule> rules,
      Correlation correlation) {
    if (rules.isEmpty() || exhausted()) {
      return;
    }
    if (budget == 0) {
      giveUp(path, schema, OUT_OF_BUDGET);
      return;
    }
    JsonNode old = before == null || before.isNull() ? null : before;
    for (CompiledRule rule : rules) {
      Cancellation.check();
      if (exhausted()) {
        return;
      }
      if (rule.program() == null) {
        if (!rule.error().isEmpty()) {
          errors.add(invalid(path, schema, "rule compile error: " + rule.error()));
        }
        continue;
      }
      boolean optional = Boolean.TRUE.equals(rule.rule().optionalOldSelf());
      if (rule.usesOldSelf() && old == null && !optional) {
        continue;
      }
      evaluate(path, value, old, schema, rule, rule.program(), correlation, optional);
    }
  }

  private void evaluate(
      String path,
      JsonNode value,
      @Nullable JsonNode old,
      Schema schema,
      CompiledRule rule,
      Program program,
      Correlation correlation,
      boolean optional) {
    Program.Variables variables = variables(value, old, schema, optional);
    Program.Outcome outcome = program.evaluate(variables);
    if (outcome.cost() > budget) {
      giveUp(path, schema, OUT_OF_BUDGET);
      return;
    }
    budget -= outcome.cost();
    String text = text(rule.rule());
    if (!outcome.error().isEmpty()) {
      if (outcome.tooExpensive()) {
        giveUp(
            path,
            schema,
            "'"
                + outcome.error()
                + "': no further validation rules will be run due to call cost exceeds limit for"
                + " rule: "
                + text);
      } else if (outcome.error().startsWith("no such overload")) {
        errors.add(
            invalid(
                path,
                schema,
                "'"
                    + outcome.error()
                    + "': call arguments did not match a supported operator, function or macro"
                    + " signature for rule: "
                    + text));
      } else {
        errors.add(invalid(path, schema, outcome.error() + " evaluating rule: " + text));
      }
      return;
    }
    if (outcome.isTrue()) {
      return;
    }
    String at =
        rule.fieldPath().isEmpty() ? path : (path.isEmpty() ? "" : path + ".") + rule.fieldPath();
    String detail = message(at, schema, rule, variables);
    if (detail == null) {
      return;
    }
    boolean aggregate = schema.type().equals("object") || schema.type().equals("array");
    add(error(at, aggregate ? null : value, detail, rule.rule().reason()), rule, correlation);
  }

  private void add(FieldError error, CompiledRule rule, Correlation correlation) {
    if (!rule.usesOldSelf() && correlation.unchanged()) {
      if (!warnings.contains(error.toString())) {
        warnings.add(error.toString());
      }
    } else {
      errors.add(error);
    }
  }

  private static Program.Variables variables(
      JsonNode value, @Nullable JsonNode old, Schema schema, boolean optional) {
    return name -> {
      if (name.equals("self")) {
        return JsonValues.of(value, schema);
      }
      if (!name.equals("oldSelf")) {
        return null;
      }
      Object was = old == null ? null : JsonValues.of(old, schema);
      return optional ? OptionalValue.of(was) : was;
    };
  }

  /** The message of a failed rule; null if the budget was exhausted. */
  private @Nullable String message(
      String path, Schema schema, CompiledRule rule, Program.Variables variables) {
    String fixed =
        rule.rule().message() == null || rule.rule().message().isEmpty()
            ? "failed rule: " + text(rule.rule())
            : rule.rule().message().strip();
    if (rule.message() == null) {
      return fixed;
    }
    Program.Outcome outcome = rule.message().evaluate(variables);
    String quoted =
        com.fasterxml.jackson.databind.node.TextNode.valueOf(rule.message().toString()).toString();
    if (outcome.cost() > budget) {
      giveUp(
          path,
          schema,
          "messageExpression evaluation failed due to running out of cost budget, no further"
              + " validation rules will be run");
      return null;
    }
    if (outcome.tooExpensive()) {
      giveUp(
          path,
          schema,
          "no further validation rules will be run due to call cost exceeds limit for"
              + " messageExpression: "
              + quoted);
      return null;
    }
    budget -= outcome.cost();
    String said = outcome.value() instanceof String text ? text.strip() : "";
    boolean good =
        !said.isEmpty()
            && said.getBytes(StandardCharsets.UTF_8).length <= MAX_MESSAGE_LENGTH
            && !said.contains("\n");
    return good ? said : fixed;
  }

  private void giveUp(String path, Schema schema, String text) {
    errors.add(invalid(path, schema, text));
    budget = -1;
  }

  private static String text(Rule rule) {
    return rule.message() == null || rule.message().isEmpty()
        ? rule.rule().strip()
        : rule.message().strip();
  }

  private static FieldError invalid(String path, Schema schema, String text) {
    return FieldError.invalid(path(path), schema.type(), text);
  }

  /** The root has no name. */
  private static String path(String path) {
    return path.isEmpty() ? "<nil>" : path;
  }

  private static FieldError error(
      String path, @Nullable JsonNode value, String detail, @Nullable String reason) {
    String at = path(path);
    return switch (reason == null ? "" : reason) {
      case "FieldValueForbidden" -> FieldError.forbidden(at, detail);
      case "FieldValueRequired" -> FieldError.required(at, detail);
      case "FieldValueDuplicate" ->
          value == null
              ? new FieldError("FieldValueDuplicate", at, "Duplicate value")
              : FieldError.duplicate(at, value);
      default ->
          value == null
              ? new FieldError("FieldValueInvalid", at, "Invalid value: " + detail)
              : FieldError.invalid(at, value, detail);
    };
  }
}
