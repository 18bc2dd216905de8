package io.coxswain.apiserver.policy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.cel.Environment;
import io.coxswain.cel.type.DeclType;
import io.coxswain.cel.type.PolicyTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A compiled policy.
 *
 * @param variables in the order of their definition; each may use the preceding ones
 */
record Policy(
    List<Expression> conditions,
    List<String> conditionNames,
    Map<String, Expression> variables,
    List<Validation> validations,
    List<AuditAnnotation> auditAnnotations,
    List<Mutation> mutations) {
  /** More are rejected. */
  static final int MAX_AUDIT_ANNOTATIONS = 20;

  private static final int REMEMBERED = 200;
  private static final int MAX_REMEMBERED_LENGTH = 100_000;
  private static final ConcurrentHashMap<String, Policy> known = new ConcurrentHashMap<>();

  /** One entry of {@code validations}. */
  record Validation(
      Expression expression,
      @Nullable Expression messageExpression,
      String message,
      String reason) {}

  /** One entry of {@code auditAnnotations}. */
  record AuditAnnotation(String key, Expression value) {}

  /**
   * One entry of {@code mutations}.
   *
   * @param expression without a program if the type of the patch is unknown
   */
  record Mutation(boolean jsonPatch, Expression expression) {}

  /** Equal specs yield the same value in all servers. */
  static Policy of(JsonNode spec) {
    String content = spec.toString();
    Policy policy = known.get(content);
    if (policy == null) {
      policy = compile(spec);
      if (known.size() >= REMEMBERED) {
        known.clear();
      }
      if (content.length() <= MAX_REMEMBERED_LENGTH) {
        known.put(content, policy);
      }
    }
    return policy;
  }

  private static Policy compile(JsonNode spec) {
    boolean params = spec.path("paramKind").isObject();
    Environment plain = Environment.of(PolicyTypes.variables(params, Map.of()));
    List<Expression> conditions = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (JsonNode condition : spec.path("matchConditions")) {
      conditions.add(Expression.bool(condition.path("expression").asText(), plain));
      names.add(condition.path("name").asText());
    }
    Map<String, DeclType> types = new LinkedHashMap<>();
    Map<String, Expression> variables = new LinkedHashMap<>();
    boolean composed = !spec.path("variables").isEmpty();
    for (JsonNode variable : spec.path("variables")) {
      Environment environment =
          Environment.of(PolicyTypes.variables(params, PolicyTypes.composed(types)));
      Expression expression = Expression.of(variable.path("expression").asText(), environment);
      String name = variable.path("name").asText();
      variables.put(name, expression);
      if (expression.program() != null) {
        types.put(name, expression.program().type());
      }
    }
    Environment all =
        composed
            ? Environment.of(PolicyTypes.variables(params, PolicyTypes.composed(types)))
            : plain;
    List<Validation> validations = new ArrayList<>();
    for (JsonNode validation : spec.path("validations")) {
      String message = validation.path("messageExpression").asText();
      validations.add(
          new Validation(
              Expression.bool(validation.path("expression").asText(), all),
              message.isBlank() ? null : Expression.string(message, all),
              validation.path("message").asText(),
              validation.path("reason").asText()));
    }
    List<AuditAnnotation> auditAnnotations = new ArrayList<>();
    for (JsonNode annotation : spec.path("auditAnnotations")) {
      if (auditAnnotations.size() < MAX_AUDIT_ANNOTATIONS) {
        auditAnnotations.add(
            new AuditAnnotation(
                annotation.path("key").asText(),
                Expression.stringOrNull(annotation.path("valueExpression").asText(), all)));
      }
    }
    return new Policy(
        conditions,
        names,
        variables,
        validations,
        auditAnnotations,
        mutations(
            spec,
            PolicyTypes.variables(params, composed ? PolicyTypes.composed(types) : Map.of())));
  }

  private static List<Mutation> mutations(JsonNode spec, Map<String, DeclType> variables) {
    List<Mutation> mutations = new ArrayList<>();
    if (spec.path("mutations").isEmpty()) {
      return mutations;
    }
    Environment environment = Environment.ofMutations(variables);
    for (JsonNode mutation : spec.path("mutations")) {
      boolean jsonPatch = mutation.path("patchType").asText().equals("JSONPatch");
      String field = jsonPatch ? "jsonPatch" : "applyConfiguration";
      String source = mutation.path(field).path("expression").asText();
      mutations.add(
          new Mutation(
              jsonPatch,
              jsonPatch
                  ? Expression.patch(source, environment)
                  : Expression.configuration(source, environment)));
    }
    return mutations;
  }
}
