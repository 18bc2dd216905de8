package io.coxswain.apiserver.kinds.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.List;

/** Roles and ClusterRoles. */
public final class RoleStrategy implements Strategy {
  private final boolean namespaced;

  public RoleStrategy(boolean namespaced) {
    this.namespaced = namespaced;
  }

  @Override
  public void defaults(ObjectNode role) {
    if (!role.has("rules")) {
      role.putNull("rules");
    }
  }

  @Override
  public void validate(ObjectNode role, List<FieldError> errors) {
    Field top = Field.of(role, errors);
    top.get("rules").items().forEach(this::rule);
    if (!namespaced && top.has("aggregationRule")) {
      Field selectors = top.get("aggregationRule.clusterRoleSelectors");
      if (selectors.isGiven(
          "at least one clusterRoleSelector required if aggregationRule is non-nil")) {
        selectors.items().forEach(LabelRules::selector);
      }
    }
  }

  private void rule(Field rule) {
    rule.get("verbs").isGiven("verbs must contain at least one value");
    Field paths = rule.get("nonResourceURLs");
    if (paths.isEmpty()) {
      rule.get("apiGroups").isGiven("resource rules must supply at least one api group");
      rule.get("resources").isGiven("resource rules must supply at least one resource");
      return;
    }
    if (namespaced) {
      paths.invalid("namespaced rules cannot apply to non-resource URLs");
    }
    if (List.of("apiGroups", "resources", "resourceNames").stream()
        .anyMatch(name -> !rule.get(name).isEmpty())) {
      paths.invalid("rules cannot apply to both regular resources and non-resource URLs");
    }
  }
}
