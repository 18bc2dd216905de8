package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import java.util.List;

/** Leases. */
public final class LeaseStrategy implements Strategy {

  @Override
  public void defaults(ObjectNode lease) {
    Meta.child(lease, "spec");
  }

  @Override
  public void validate(ObjectNode lease, List<FieldError> errors) {
    JsonNode duration = lease.at("/spec/leaseDurationSeconds");
    if (duration.isNumber() && duration.asLong() <= 0) {
      errors.add(
          FieldError.invalid("spec.leaseDurationSeconds", duration, "must be greater than 0"));
    }
    JsonNode transitions = lease.at("/spec/leaseTransitions");
    if (transitions.isNumber() && transitions.asLong() < 0) {
      errors.add(
          FieldError.invalid(
              "spec.leaseTransitions", transitions, "must be greater than or equal to 0"));
    }
  }
}
