package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.apiserver.schema.SameJson;
import java.util.List;

/** RoleBindings and ClusterRoleBindings: they stay bound to their role. */
final class RoleBindingStrategy implements Strategy {

  @Override
  public void defaults(ObjectNode binding) {
    Defaults.roleBinding(binding);
  }

  @Override
  public void validateUpdate(ObjectNode binding, ObjectNode before, List<FieldError> errors) {
    JsonNode role = binding.path("roleRef");
    if (!SameJson.same(role, before.path("roleRef"))) {
      errors.add(FieldError.invalid("roleRef", role, "cannot change roleRef"));
    }
  }
}
