package io.coxswain.apiserver.policy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.webhook.Conditions;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.cel.Environment;
import io.coxswain.cel.Program;
import io.coxswain.cel.type.PolicyTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Evaluates the match conditions of webhooks and policies. */
public final class MatchConditions implements Conditions {
  private static final int REMEMBERED = 1_000;
  private static final int MAX_REMEMBERED_LENGTH = 10_000;
  private static final ConcurrentHashMap<String, Expression> known = new ConcurrentHashMap<>();

  private final Authorizer authorizer;

  public MatchConditions(Authorizer authorizer) {
    this.authorizer = authorizer;
  }

  /** Created on first use. */
  private static final class Plain {
    static final Environment ENVIRONMENT = Environment.of(PolicyTypes.variables(false, Map.of()));
  }

  @Override
  public boolean hold(JsonNode conditions, Attributes attributes, ServedKind kind)
      throws EvaluationException {
    List<Expression> expressions = new ArrayList<>();
    for (JsonNode condition : conditions) {
      expressions.add(compiled(condition.path("expression").asText()));
    }
    return hold(expressions, new PolicyValues(attributes, kind, authorizer, null, Map.of()));
  }

  private static Expression compiled(String source) {
    Expression expression = known.get(source);
    if (expression == null) {
      expression = Expression.bool(source, Plain.ENVIRONMENT);
      if (known.size() >= REMEMBERED) {
        known.clear();
      }
      if (source.length() <= MAX_REMEMBERED_LENGTH) {
        known.put(source, expression);
      }
    }
    return expression;
  }

  /** One false condition decides; an error matters only if none is false. */
  static boolean hold(List<Expression> conditions, PolicyValues values) throws EvaluationException {
    List<String> failures = new ArrayList<>();
    for (Expression condition : conditions) {
      if (condition.program() == null) {
        failures.add(condition.error());
        continue;
      }
      Program.Outcome outcome = condition.program().evaluate(values);
      if (outcome.value() == null) {
        failures.add(
            "expression '" + condition.source() + "' resulted in error: " + outcome.error());
      } else if (!outcome.isTrue()) {
        return false;
      }
    }
    if (!failures.isEmpty()) {
      throw new EvaluationException(
          failures.size() == 1 ? failures.getFirst() : "[" + String.join(", ", failures) + "]");
    }
    return true;
  }
}
