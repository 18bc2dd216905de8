package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.kinds.Meta;
import java.util.ArrayList;
import java.util.List;

/**
 * One scope of a quota.
 *
 * @param values for the operators In and NotIn
 */
record QuotaScope(String name, String operator, List<String> values) {

  static List<QuotaScope> of(JsonNode quota) {
    var scopes = new ArrayList<QuotaScope>();
    for (JsonNode name : quota.at("/spec/scopes")) {
      scopes.add(new QuotaScope(name.asText(), "Exists", List.of()));
    }
    for (JsonNode expression : quota.at("/spec/scopeSelector/matchExpressions")) {
      scopes.add(
          new QuotaScope(
              Meta.text(expression, "/scopeName"),
              Meta.text(expression, "/operator"),
              Meta.strings(expression.path("values"))));
    }
    return scopes;
  }

  /** Whether what an object has of the scope is wanted; empty if it has nothing. */
  boolean selects(String value) {
    return switch (operator) {
      case "Exists" -> !value.isEmpty();
      case "DoesNotExist" -> value.isEmpty();
      case "In" -> values.contains(value);
      case "NotIn" -> !values.contains(value);
      default -> false;
    };
  }
}
