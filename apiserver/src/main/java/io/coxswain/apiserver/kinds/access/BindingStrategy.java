package io.coxswain.apiserver.kinds.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;

/** RoleBindings and ClusterRoleBindings: their role is immutable. */
public final class BindingStrategy implements Strategy {
  private static final String GROUP = "rbac.authorization.k8s.io";

  private final boolean namespaced;

  public BindingStrategy(boolean namespaced) {
    this.namespaced = namespaced;
  }

  @Override
  public void defaults(ObjectNode binding) {
    Meta.setDefault(Meta.child(binding, "roleRef"), "apiGroup", GROUP);
    for (ObjectNode subject : Meta.objects(binding.path("subjects"))) {
      String kind = subject.path("kind").asText("");
      if (kind.equals("User") || kind.equals("Group")) {
        Meta.setDefault(subject, "apiGroup", GROUP);
      }
    }
  }

  @Override
  public void validate(ObjectNode binding, List<FieldError> errors) {
    Field top = Field.of(binding, errors);
    Field role = top.get("roleRef");
    role.get("apiGroup").oneOf(List.of(GROUP));
    role.get("kind").oneOf(namespaced ? List.of("Role", "ClusterRole") : List.of("ClusterRole"));
    role.get("name").given(Formats::pathSegment);
    top.get("subjects").items().forEach(this::subject);
  }

  private void subject(Field subject) {
    Field name = subject.get("name");
    boolean named = name.isGiven();
    switch (subject.text("kind")) {
      case "ServiceAccount" -> {
        if (named) {
          name.matches(Formats::dnsSubdomain);
        }
        subject.get("apiGroup").oneOf(List.of(""));
        if (!namespaced) {
          subject.get("namespace").isGiven();
        }
      }
      case "User", "Group" -> subject.get("apiGroup").oneOf(List.of(GROUP));
      default -> subject.get("kind").oneOf(List.of("ServiceAccount", "User", "Group"));
    }
  }

  @Override
  public void validateUpdate(ObjectNode binding, ObjectNode before, List<FieldError> errors) {
    JsonNode role = binding.path("roleRef");
    if (!SameJson.same(role, before.path("roleRef"))) {
      Field.of(role, "roleRef", errors).invalidAs("rbac.RoleRef", "cannot change roleRef");
    }
  }
}
