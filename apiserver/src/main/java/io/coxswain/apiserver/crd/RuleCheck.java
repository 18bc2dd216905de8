package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.schema.Schema;
import io.coxswain.cel.Program;
import io.coxswain.cel.type.DeclType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Compiles the CEL rules of a schema and sums their estimated costs. */
final class RuleCheck {
  private static final long RULE_LIMIT = 10_000_000;
  private static final long SCHEMA_LIMIT = 100_000_000;
  private static final int MAX_NAMED = 4;

  private record Expensive(String path, long cost) {}

  private final List<FieldError> errors = new ArrayList<>();
  private final List<Expensive> expensive = new ArrayList<>();
  private long total;

  List<FieldError> errors() {
    return errors;
  }

  void check(
      String path,
      Schema schema,
      JsonNode rules,
      boolean resource,
      String uncorrelatable,
      @Nullable Long cardinality) {
    DeclType type = DeclType.of("selfType", schema, resource);
    if (type == null) {
      errors.add(
          new FieldError(
              "InternalError",
              path + ".x-kubernetes-validations",
              "Internal error: internal error: failed to construct type information for"
                  + " x-kubernetes-validations rules: unable to convert structural schema to CEL"
                  + " declarations"));
      return;
    }
    List<CompiledRule> compiled = CompiledRule.all(schema, type);
    long times = cardinality == null ? type.maxCardinality() : cardinality;
    for (int i = 0; i < compiled.size(); i++) {
      String at = path + ".x-kubernetes-validations[" + i + "]";
      one(at, rules.get(i), compiled.get(i), times, uncorrelatable);
    }
  }

  private void one(String at, JsonNode json, CompiledRule rule, long times, String uncorrelatable) {
    Program program = rule.program();
    if (program != null) {
      observe(at + ".rule", "estimated rule cost", multiply(program.maxCost(), times));
    }
    if (!rule.error().isEmpty()) {
      errors.add(FieldError.invalid(at + ".rule", InternalSchema.rule(json), rule.error()));
    }
    if (!rule.messageError().isEmpty()) {
      errors.add(
          FieldError.invalid(
              at + ".messageExpression", InternalSchema.rule(json), rule.messageError()));
    } else if (rule.message() != null) {
      observe(
          at + ".messageExpression", "estimated messageExpression cost", rule.message().maxCost());
    }
    if (rule.usesOldSelf()) {
      if (!uncorrelatable.isEmpty()) {
        errors.add(
            FieldError.invalid(
                at + ".rule",
                json.path("rule"),
                "oldSelf cannot be used on the uncorrelatable portion of the schema within "
                    + uncorrelatable));
      }
    } else if (json.has("optionalOldSelf")) {
      errors.add(
          FieldError.invalid(
              at + ".optionalOldSelf",
              json.path("optionalOldSelf"),
              "may not be set if oldSelf is not used in rule"));
    }
  }

  private void observe(String path, String name, long cost) {
    if (cost > RULE_LIMIT) {
      errors.add(FieldError.forbidden(path, tooExpensive(name, cost, RULE_LIMIT)));
    }
    total = total + cost < 0 ? Long.MAX_VALUE : total + cost;
    if (cost >= SCHEMA_LIMIT / 100) {
      expensive.add(new Expensive(path, cost));
      expensive.sort(Comparator.comparingLong(Expensive::cost).reversed());
      if (expensive.size() > MAX_NAMED) {
        expensive.removeLast();
      }
    }
  }

  /** Checks the total cost of all rules. */
  void checkTotal(String path, List<FieldError> all) {
    if (total <= SCHEMA_LIMIT) {
      return;
    }
    for (Expensive each : expensive) {
      all.add(
          FieldError.forbidden(
              each.path,
              "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3"
                  + " schema"));
    }
    all.add(
        FieldError.forbidden(
            path,
            tooExpensive(
                "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
                total,
                SCHEMA_LIMIT)));
  }

  private static String tooExpensive(String name, long cost, long limit) {
    double factor = (double) cost / limit;
    String times =
        factor > 100
            ? "more than 100x"
            : String.format(Locale.ROOT, factor < 1.5 ? "%fx" : "%.1fx", factor);
    return name
        + " exceeds budget by factor of "
        + times
        + " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where"
        + " arrays, maps, and strings are declared)";
  }

  static long multiply(long cost, long times) {
    return cost != 0 && times > Long.MAX_VALUE / cost ? Long.MAX_VALUE : cost * times;
  }
}
