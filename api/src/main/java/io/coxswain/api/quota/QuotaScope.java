package io.coxswain.api.quota;

import com.fasterxml.jackson.databind.JsonNode;
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
              expression.at("/scopeName").asText(""),
              expression.at("/operator").asText(""),
              strings(expression.path("values"))));
    }
    return scopes;
  }

  private static List<String> strings(JsonNode list) {
    var strings = new ArrayList<String>();
    list.forEach(item -> strings.add(item.asText()));
    return strings;
  }

  /** Whether the scope selects an object with this value; empty if it has none. */
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
