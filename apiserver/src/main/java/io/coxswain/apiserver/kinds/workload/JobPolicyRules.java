package io.coxswain.apiserver.kinds.workload;

import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The rules for pod failure and success policies of a Job. */
final class JobPolicyRules {
  private static final List<String> ACTIONS = List.of("Count", "FailIndex", "FailJob", "Ignore");
  private static final List<String> OPERATORS = List.of("In", "NotIn");
  private static final List<String> STATUSES = List.of("False", "True", "Unknown");
  private static final int MAX_RULES = 20;
  private static final int MAX_CODES = 255;
  private static final int INDEXES_LIMIT = 64 * 1024;

  private JobPolicyRules() {}

  static void failure(Field spec) {
    Field rules = spec.get("podFailurePolicy.rules");
    if (rules.size() > MAX_RULES) {
      rules.tooMany(MAX_RULES);
    }
    var containers = new TreeSet<String>();
    for (String list : List.of("containers", "initContainers")) {
      spec.get("template.spec")
          .get(list)
          .items()
          .forEach(container -> containers.add(container.text("name")));
    }
    rules.items().forEach(rule -> failureRule(spec, rule, containers));
  }

  private static void failureRule(Field spec, Field rule, Set<String> containers) {
    Field action = rule.get("action");
    if (action.is("FailIndex")) {
      if (!spec.has("backoffLimitPerIndex")) {
        action.invalid("requires the backoffLimitPerIndex to be set");
      }
    } else {
      chosen(action, ACTIONS);
    }
    Field codes = rule.get("onExitCodes");
    Field conditions = rule.get("onPodConditions");
    if (codes.isSet()) {
      exitCodes(codes, containers);
    }
    if (conditions.size() > MAX_RULES) {
      conditions.tooMany(MAX_RULES);
    }
    for (Field condition : conditions.items()) {
      condition.get("type").matches(Formats::qualifiedName);
      chosen(condition.get("status"), STATUSES);
    }
    if (codes.isSet() && !conditions.isEmpty()) {
      rule.invalidOmitted("specifying both OnExitCodes and OnPodConditions is not supported");
    }
    if (!codes.isSet() && conditions.isEmpty()) {
      rule.invalidOmitted("specifying one of OnExitCodes and OnPodConditions is required");
    }
  }

  private static void chosen(Field field, List<String> supported) {
    String shown =
        supported.stream().map(s -> "\"" + s + "\"").collect(Collectors.joining(" ", "[", "]"));
    if (field.isGiven("valid values: " + shown)) {
      field.oneOf(supported);
    }
  }

  private static void exitCodes(Field codes, Set<String> containers) {
    chosen(codes.get("operator"), OPERATORS);
    Field container = codes.get("containerName");
    if (container.isSet() && !containers.contains(container.text())) {
      container.invalid("must be one of the container or initContainer names in the pod template");
    }
    Field values = codes.get("values");
    if (values.isEmpty()) {
      values.invalid("at least one value is required");
    } else if (values.size() > MAX_CODES) {
      values.tooMany(MAX_CODES);
    }
    boolean ordered = true;
    long last = Long.MIN_VALUE;
    var seen = new TreeSet<Long>();
    for (Field value : values.items()) {
      if (codes.get("operator").is("In") && value.number() == 0) {
        value.invalid("must not be 0 for the In operator");
      }
      if (!seen.add(value.number())) {
        value.duplicate();
      }
      ordered &= last <= value.number();
      last = value.number();
    }
    if (!ordered) {
      values.invalid("must be ordered");
    }
  }

  static void success(Field spec) {
    Field rules = spec.get("successPolicy.rules");
    rules.isGiven("at least one rules must be specified when the successPolicy is specified");
    if (rules.size() > MAX_RULES) {
      rules.tooMany(MAX_RULES);
    }
    rules.items().forEach(rule -> successRule(spec.get("completions").number(), rule));
  }

  private static void successRule(long completions, Field rule) {
    Field count = rule.get("succeededCount");
    Field indexes = rule.get("succeededIndexes");
    if (!count.isSet() && !indexes.isSet()) {
      rule.required("at least one of succeededCount or succeededIndexes must be specified");
    }
    long total = 0;
    if (indexes.isSet()) {
      if (indexes.text().length() > INDEXES_LIMIT) {
        indexes.tooLong(INDEXES_LIMIT);
      }
      IndexIntervals parsed = IndexIntervals.parse(indexes.text(), completions);
      total = parsed.total();
      if (!parsed.problem().isEmpty()) {
        indexes.invalid("error parsing succeededIndexes: " + parsed.problem());
      }
    }
    if (count.isSet()) {
      count.nonNegative();
      if (count.number() > completions) {
        count.invalid(
            "must be less than or equal to "
                + completions
                + " (the number of specified completions)");
      }
      if (indexes.isSet() && count.number() > total) {
        count.invalid(
            "must be less than or equal to "
                + total
                + " (the number of indexes in the specified succeededIndexes field)");
      }
    }
  }
}
