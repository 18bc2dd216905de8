package io.coxswain.apiserver.kinds.resource;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** ResourceClaims. */
final class ResourceClaimStrategy implements Strategy {
  private final DisabledDeviceFields disabled;

  ResourceClaimStrategy(DisabledDeviceFields disabled) {
    this.disabled = disabled;
  }

  @Override
  public void defaults(ObjectNode claim) {
    ResourceClaimRules.defaults(claim);
  }

  @Override
  public void prepareCreate(ObjectNode claim, WriteContext context) {
    disabled.dropFromClaim(claim.at("/spec/devices"), MissingNode.getInstance());
  }

  @Override
  public void prepareUpdate(ObjectNode claim, ObjectNode before, WriteContext context) {
    disabled.dropFromClaim(claim.at("/spec/devices"), before.at("/spec/devices"));
  }

  @Override
  public void prepareStatusUpdate(ObjectNode claim, ObjectNode before, WriteContext context) {
    ClaimStatusRules.prepare(claim);
  }

  @Override
  public void validateCreate(ObjectNode claim, WriteContext context, List<FieldError> errors) {
    ResourceClaimRules.spec(Field.of(claim, errors).get("spec"));
    AdminAccess.requested(claim, claim.at("/spec/devices/requests"), context.snapshot(), errors);
  }

  @Override
  public void validateUpdate(ObjectNode claim, ObjectNode before, List<FieldError> errors) {
    ResourceClaimRules.step(Field.of(claim, errors), before);
  }

  @Override
  public void validateStatusUpdate(
      ObjectNode claim, ObjectNode before, WriteContext context, List<FieldError> errors) {
    ClaimStatusRules.step(Field.of(claim, errors), before);
    AdminAccess.allocated(claim, before, context.snapshot(), errors);
  }
}
