package io.coxswain.apiserver.kinds.resource;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** ResourceClaimTemplates. */
final class ClaimTemplateStrategy implements Strategy {
  private final DisabledDeviceFields disabled;

  ClaimTemplateStrategy(DisabledDeviceFields disabled) {
    this.disabled = disabled;
  }

  @Override
  public void defaults(ObjectNode template) {
    ResourceClaimRules.templateDefaults(template);
  }

  @Override
  public void prepareCreate(ObjectNode template, WriteContext context) {
    disabled.dropFromClaim(template.at("/spec/spec/devices"), MissingNode.getInstance());
  }

  @Override
  public void prepareUpdate(ObjectNode template, ObjectNode before, WriteContext context) {
    disabled.dropFromClaim(template.at("/spec/spec/devices"), before.at("/spec/spec/devices"));
  }

  @Override
  public void validateCreate(ObjectNode template, WriteContext context, List<FieldError> errors) {
    ResourceClaimRules.template(Field.of(template, errors));
    AdminAccess.requested(
        template, template.at("/spec/spec/devices/requests"), context.snapshot(), errors);
  }

  @Override
  public void validateUpdate(ObjectNode template, ObjectNode before, List<FieldError> errors) {
    ResourceClaimRules.templateStep(Field.of(template, errors), before);
  }
}
