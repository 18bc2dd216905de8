package io.coxswain.apiserver.kinds.pod;

import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rules for scheduling: affinity, tolerations, topology spread, gates. */
public final class SchedulingRules {
  private static final String NOT_AN_OPERATOR = "not a valid selector operator";
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  private SchedulingRules() {}

  static void affinity(Field affinity) {
    Field node = affinity.get("nodeAffinity");
    if (node.has(REQUIRED)) {
      nodeSelector(node.get(REQUIRED));
    }
    for (Field term : node.get(PREFERRED).items()) {
      weight(term.get("weight"));
      nodeSelectorTerm(term.get("preference"));
    }
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      Field pod = affinity.get(kind);
      pod.get(REQUIRED).items().forEach(SchedulingRules::podTerm);
      for (Field term : pod.get(PREFERRED).items()) {
        weight(term.get("weight"));
        podTerm(term.get("podAffinityTerm"));
      }
    }
  }

  private static void weight(Field weight) {
    if (weight.number() <= 0 || weight.number() > 100) {
      weight.orZero().invalid("must be in the range 1-100");
    }
  }

  /** A node selector, with at least one term. */
  public static void nodeSelector(Field selector) {
    Field terms = selector.get("nodeSelectorTerms");
    if (terms.isGiven("must have at least one node selector term")) {
      terms.items().forEach(SchedulingRules::nodeSelectorTerm);
    }
  }

  private static void nodeSelectorTerm(Field term) {
    term.get("matchExpressions").items().forEach(SchedulingRules::nodeExpression);
    term.get("matchFields").items().forEach(SchedulingRules::nodeField);
  }

  private static void nodeExpression(Field expression) {
    Field values = expression.get("values");
    switch (expression.text("operator")) {
      case "In", "NotIn" -> values.isGiven("must be specified when `operator` is 'In' or 'NotIn'");
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
      }
      case "Gt", "Lt" -> {
        if (values.size() != 1) {
          values.required("must be specified single value when `operator` is 'Lt' or 'Gt'");
        }
      }
      default -> expression.get("operator").orEmpty().invalid(NOT_AN_OPERATOR);
    }
    expression.get("key").matches(Formats::qualifiedName);
    values.items().forEach(value -> value.matches(Formats::labelValue));
  }

  private static void nodeField(Field expression) {
    Field values = expression.get("values");
    if (List.of("In", "NotIn").contains(expression.text("operator"))) {
      if (values.size() != 1) {
        values.required(
            "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
      }
    } else {
      expression.get("operator").orEmpty().invalid(NOT_AN_OPERATOR);
    }
    if (!expression.get("key").is("metadata.name")) {
      expression.get("key").orEmpty().invalid("not a valid field selector key");
    } else {
      values.items().forEach(value -> value.matches(Formats::dnsSubdomain));
    }
  }

  private static void podTerm(Field term) {
    LabelRules.selector(term.get("labelSelector"));
    LabelRules.selector(term.get("namespaceSelector"));
    for (Field namespace : term.get("namespaces").items()) {
      namespace.at(term.path() + ".namespace").matches(Formats::dnsLabel);
    }
    labelKeys(term);
    term.get("topologyKey").isGiven("can not be empty");
    term.get("topologyKey").matches(Formats::qualifiedName);
  }

  /** Keys whose values come from the pod's own labels. */
  private static void labelKeys(Field term) {
    Field selector = term.get("labelSelector");
    for (String list : List.of("matchLabelKeys", "mismatchLabelKeys")) {
      Field keys = term.get(list);
      if (!keys.isEmpty() && !selector.isSet()) {
        keys.forbidden("must not be specified when labelSelector is not set");
      } else {
        keys.items().forEach(key -> key.matches(Formats::qualifiedName));
      }
    }
    var positions = new TreeMap<String, Integer>();
    int position = 0;
    for (Field key : term.get("matchLabelKeys").items()) {
      positions.put(key.text(), position++);
    }
    var selected = new TreeSet<String>();
    selector.get("matchLabels").entries().forEach(label -> selected.add(label.key()));
    for (Field expression : selector.get("matchExpressions").items()) {
      String key = expression.text("key");
      Integer at = positions.get(key);
      if (at != null && selected.contains(key)) {
        term.at(term.path() + "[" + at + "]")
            .with(key)
            .invalid("exists in both matchLabelKeys and labelSelector");
      }
      selected.add(key);
    }
    var mismatched = new TreeSet<String>();
    term.get("mismatchLabelKeys").items().forEach(key -> mismatched.add(key.text()));
    for (Field key : term.get("matchLabelKeys").items()) {
      if (mismatched.contains(key.text())) {
        key.invalid("exists in both matchLabelKeys and mismatchLabelKeys");
      }
    }
  }

  static void tolerations(Field tolerations) {
    tolerations.items().forEach(SchedulingRules::toleration);
  }

  private static void toleration(Field toleration) {
    Field key = toleration.get("key");
    Field operator = toleration.get("operator").orEmpty();
    Field effect = toleration.get("effect").orEmpty();
    String value = toleration.text("value");
    key.matchesIfGiven(Formats::qualifiedName);
    if (key.isEmpty() && !operator.is("Exists")) {
      operator.invalid(
          "operator must be Exists when `key` is empty, which means \"match all values and all"
              + " keys\"");
    }
    if (toleration.has("tolerationSeconds") && !effect.is("NoExecute")) {
      effect.invalid("effect must be 'NoExecute' when `tolerationSeconds` is set");
    }
    switch (operator.text()) {
      case "Equal", "" -> {
        List<String> problems = Formats.labelValue(value);
        if (!problems.isEmpty()) {
          operator.invalid(value, String.join(";", problems));
        }
      }
      case "Exists" -> {
        if (!value.isEmpty()) {
          operator.invalid(value, "value must be empty when `operator` is 'Exists'");
        }
      }
      case "Lt", "Gt" -> operator.unsupported("Equal", "Exists", "Lt", "Gt");
      default -> operator.unsupported("Equal", "Exists");
    }
    if (!effect.isEmpty()) {
      effect.oneOf(List.of("NoSchedule", "PreferNoSchedule", "NoExecute"));
    }
  }

  static void spreading(Field constraints) {
    List<Field> all = constraints.items();
    for (int i = 0; i < all.size(); i++) {
      Field constraint = all.get(i);
      constraint.get("maxSkew").aboveZero();
      constraint.get("topologyKey").isGiven("can not be empty");
      Field action = constraint.get("whenUnsatisfiable");
      action.oneOf(List.of("DoNotSchedule", "ScheduleAnyway"));
      notRepeated(constraint, all.subList(i + 1, all.size()));
      Field domains = constraint.get("minDomains");
      if (domains.isSet()) {
        domains.aboveZero();
        if (!action.is("DoNotSchedule")) {
          domains.invalid(
              "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + action.text());
        }
      }
      constraint.get("nodeAffinityPolicy").oneOfIfSet(List.of("Honor", "Ignore"));
      constraint.get("nodeTaintsPolicy").oneOfIfSet(List.of("Honor", "Ignore"));
      labelKeys(constraint);
      LabelRules.selector(constraint.get("labelSelector"));
    }
  }

  private static void notRepeated(Field constraint, List<Field> later) {
    String key = constraint.text("topologyKey");
    String action = constraint.text("whenUnsatisfiable");
    for (Field other : later) {
      if (other.get("topologyKey").is(key) && other.get("whenUnsatisfiable").is(action)) {
        constraint
            .at(constraint.path() + ".{topologyKey, whenUnsatisfiable}")
            .with("{" + key + ", " + action + "}")
            .duplicate();
        return;
      }
    }
  }

  static void gates(Field gates) {
    var seen = new TreeSet<String>();
    for (Field gate : gates.items()) {
      Field name = gate.with(gate.text("name"));
      name.matches(Formats::qualifiedName);
      name.notAmong(seen);
    }
  }
}
