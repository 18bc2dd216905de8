package io.coxswain.apiserver.crd;

import io.coxswain.api.schema.Rule;
import io.coxswain.api.schema.Schema;
import io.coxswain.cel.Compilation;
import io.coxswain.cel.Environment;
import io.coxswain.cel.Program;
import io.coxswain.cel.type.DeclType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A compiled validation rule of a schema.
 *
 * @param program null if the rule cannot be compiled
 * @param error the compile error; empty if none
 * @param message null if there is no message expression, or it cannot be compiled
 * @param messageError the compile error of the message expression; empty if none
 * @param fieldPath the path that the rule appends to the path of its errors; may be empty
 */
record CompiledRule(
    Rule rule,
    @Nullable Program program,
    String error,
    @Nullable Program message,
    String messageError,
    String fieldPath) {

  /** Compiles the rules of one node of a schema. */
  static List<CompiledRule> all(Schema schema, DeclType type) {
    Environment plain = null;
    Environment optional = null;
    List<CompiledRule> compiled = new ArrayList<>();
    for (Rule rule : schema.rules()) {
      Environment environment;
      if (Boolean.TRUE.equals(rule.optionalOldSelf())) {
        optional = optional == null ? environment(type, DeclType.optional(type)) : optional;
        environment = optional;
      } else {
        plain = plain == null ? environment(type, type) : plain;
        environment = plain;
      }
      compiled.add(one(rule, schema, environment));
    }
    return compiled;
  }

  private static Environment environment(DeclType self, DeclType oldSelf) {
    Map<String, DeclType> variables = new LinkedHashMap<>();
    variables.put("self", self);
    variables.put("oldSelf", oldSelf);
    return Environment.of(variables);
  }

  private static CompiledRule one(Rule rule, Schema schema, Environment environment) {
    String path = path(rule, schema);
    if (rule.rule().isBlank()) {
      return new CompiledRule(rule, null, "", null, "", path);
    }
    Compilation compiled = environment.compile(rule.rule());
    Program program = compiled.program();
    if (program == null) {
      return new CompiledRule(
          rule, null, "compilation failed: " + compiled.error(), null, "", path);
    }
    if (!program.isBool()) {
      return new CompiledRule(rule, null, "cel expression must evaluate to a bool", null, "", path);
    }
    String expression = rule.messageExpression();
    if (expression == null || expression.isEmpty()) {
      return new CompiledRule(rule, program, "", null, "", path);
    }
    Compilation message = environment.compile(expression);
    if (message.program() == null) {
      return new CompiledRule(
          rule,
          program,
          "",
          null,
          "messageExpression compilation failed: " + message.error(),
          path);
    }
    if (!message.program().isString()) {
      return new CompiledRule(
          rule, program, "", null, "messageExpression must evaluate to a string", path);
    }
    return new CompiledRule(rule, program, "", message.program(), "", path);
  }

  private static String path(Rule rule, Schema schema) {
    if (rule.fieldPath() == null || rule.fieldPath().isEmpty()) {
      return "";
    }
    try {
      return FieldPath.of(rule.fieldPath(), schema, true).path();
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  boolean usesOldSelf() {
    return program != null && program.uses("oldSelf");
  }
}
