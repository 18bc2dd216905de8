package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.ResourceLists;
import io.coxswain.apiserver.rules.Field;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The rules of ResourceQuotas. */
final class QuotaRules {
  private static final List<List<String>> OPPOSED =
      List.of(List.of("BestEffort", "NotBestEffort"), List.of("Terminating", "NotTerminating"));
  private static final List<String> WITHOUT_VALUES =
      List.of(
          "BestEffort",
          "NotBestEffort",
          "Terminating",
          "NotTerminating",
          "CrossNamespacePodAffinity");
  private static final List<String> OF_PODS =
      List.of(
          "pods",
          "cpu",
          "memory",
          "requests.cpu",
          "requests.memory",
          "limits.cpu",
          "limits.memory");
  private static final List<String> OF_CLAIMS =
      List.of("persistentvolumeclaims", "requests.storage");

  private QuotaRules() {}

  static void defaults(ObjectNode quota) {
    ResourceLists.roundUp(Meta.child(quota, "spec").path("hard"));
    ObjectNode status = Meta.child(quota, "status");
    ResourceLists.roundUp(status.path("hard"));
    ResourceLists.roundUp(status.path("used"));
  }

  static void quota(Field quota) {
    Field spec = quota.get("spec");
    amounts(spec.get("hard"));
    scopes(spec);
    selector(spec);
  }

  private static void amounts(Field amounts) {
    for (Field entry : amounts.entries()) {
      ResourceNames.checkForQuota(entry);
      ResourceNames.checkQuantity(entry, entry.key());
    }
  }

  private static boolean isScope(String scope) {
    return WITHOUT_VALUES.contains(scope)
        || scope.equals("PriorityClass")
        || scope.equals("VolumeAttributesClass");
  }

  private static boolean applies(String scope, String resource) {
    return switch (scope) {
      case "BestEffort" -> resource.equals("pods");
      case "NotBestEffort",
          "Terminating",
          "NotTerminating",
          "PriorityClass",
          "CrossNamespacePodAffinity" ->
          OF_PODS.contains(resource);
      case "VolumeAttributesClass" -> OF_CLAIMS.contains(resource);
      default -> true;
    };
  }

  private static void scopes(Field spec) {
    Field scopes = spec.get("scopes");
    var seen = new TreeSet<String>();
    for (String scope : Meta.strings(scopes.node())) {
      if (!isScope(scope)) {
        scopes.invalid("unsupported scope");
      }
      checkResources(spec, scope, scopes);
      seen.add(scope);
    }
    checkOpposed(seen, scopes, scopes);
  }

  private static void checkResources(Field spec, String scope, Field place) {
    for (Field entry : spec.get("hard").entries()) {
      if (ResourceNames.isStandardForQuota(entry.key()) && !applies(scope, entry.key())) {
        place.invalid("unsupported scope applied to resource");
      }
    }
  }

  private static void checkOpposed(Set<String> seen, Field place, Field shown) {
    for (List<String> pair : OPPOSED) {
      if (seen.containsAll(pair)) {
        place.invalid(shown.node(), "conflicting scopes");
      }
    }
  }

  private static void selector(Field spec) {
    Field all = spec.get("scopeSelector.matchExpressions");
    var seen = new TreeSet<String>();
    for (Field expression : all.items()) {
      String scope = expression.text("scopeName");
      String operator = expression.text("operator");
      if (!isScope(scope)) {
        all.get("scopeName").with(scope).invalid("unsupported scope");
      }
      checkResources(spec, scope, all.with(spec.get("scopeSelector").node()));
      if (WITHOUT_VALUES.contains(scope) && !operator.equals("Exists")) {
        all.get("operator")
            .with(operator)
            .invalid(
                "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating,"
                    + " ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort,"
                    + " ResourceQuotaScopeNotBestEffort or"
                    + " ResourceQuotaScopeCrossNamespacePodAffinity");
      }
      values(all, expression, operator);
      seen.add(scope);
    }
    checkOpposed(seen, all, spec.get("scopes"));
  }

  private static void values(Field all, Field expression, String operator) {
    Field values = all.get("values").with(expression.get("values").node());
    switch (operator) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          values.required(
              "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          values.invalid(
              "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
        }
      }
      default -> all.get("operator").with(operator).invalid("not a valid selector operator");
    }
  }

  static void step(Field quota, ObjectNode before) {
    Field scopes = quota.get("spec.scopes");
    var now = new TreeSet<>(Meta.strings(scopes.node()));
    if (!now.equals(new TreeSet<>(Meta.strings(before.at("/spec/scopes"))))) {
      scopes.invalid("field is immutable");
    }
  }

  static void statusStep(Field quota, ObjectNode before) {
    amounts(quota.get("status.hard"));
    amounts(quota.get("status.used"));
  }
}
