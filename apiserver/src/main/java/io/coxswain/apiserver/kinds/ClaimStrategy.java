package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.apiserver.schema.SameJson;
import java.util.List;

/** PersistentVolumeClaims: fixed once created. */
final class ClaimStrategy implements Strategy {
  @Override
  public void defaults(ObjectNode claim) {
    Defaults.claim(claim);
  }

  @Override
  public void prepareCreate(ObjectNode claim, WriteContext context) {
    claim.putObject("status").put("phase", "Pending");
  }

  @Override
  public void validate(ObjectNode claim, List<FieldError> errors) {
    if (claim.at("/spec/accessModes").isEmpty()) {
      errors.add(FieldError.required("spec.accessModes", "at least 1 access mode is required"));
    }
    if (claim.at("/spec/resources/requests/storage").isMissingNode()) {
      errors.add(FieldError.required("spec.resources[storage]", ""));
    }
  }

  @Override
  public void validateUpdate(ObjectNode claim, ObjectNode before, List<FieldError> errors) {
    ObjectNode now = Meta.child(claim, "spec").deepCopy();
    ObjectNode old = Meta.child(before, "spec").deepCopy();
    for (String field : List.of("resources", "volumeAttributesClassName")) {
      now.remove(field);
      old.remove(field);
    }
    if (!old.has("volumeName")) {
      now.remove("volumeName");
    }
    if (!old.has("storageClassName")) {
      now.remove("storageClassName");
    }
    if (!SameJson.same(now, old)) {
      errors.add(
          FieldError.forbidden(
              "spec",
              "spec is immutable after creation except resources.requests and"
                  + " volumeAttributesClassName for bound claims"));
    }
  }
}
