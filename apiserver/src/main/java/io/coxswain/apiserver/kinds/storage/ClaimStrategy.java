package io.coxswain.apiserver.kinds.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** PersistentVolumeClaims: immutable once created, except their size. */
final class ClaimStrategy implements Strategy {

  @Override
  public void defaults(ObjectNode claim) {
    VolumeClaimRules.defaults(claim);
  }

  @Override
  public void prepareCreate(ObjectNode claim, WriteContext context) {
    claim.putObject("status").put("phase", "Pending");
    VolumeClaimRules.matchDataSources(claim);
  }

  @Override
  public void prepareUpdate(ObjectNode claim, ObjectNode before, WriteContext context) {
    VolumeClaimRules.matchDataSources(claim);
  }

  @Override
  public void warn(ObjectNode claim, WriteContext context) {
    if (claim.at("/metadata/annotations").has(VolumeClaimRules.CLASS_ANNOTATION)) {
      context
          .warnings()
          .add(
              "metadata.annotations["
                  + VolumeClaimRules.CLASS_ANNOTATION
                  + "]: deprecated since v1.8; use \"storageClassName\" attribute instead");
    }
    VolumeClaimRules.warn(Meta.child(claim, "spec"), context.warnings());
  }

  @Override
  public void validateCreate(ObjectNode claim, List<FieldError> errors) {
    VolumeClaimRules.spec(Field.of(claim, errors).get("spec"));
  }

  @Override
  public void validateUpdate(ObjectNode claim, ObjectNode before, List<FieldError> errors) {
    VolumeClaimRules.spec(Field.of(claim, errors).get("spec"));
    VolumeClaimRules.step(Field.of(claim, errors), before);
  }

  @Override
  public void validateStatusUpdate(ObjectNode claim, ObjectNode before, List<FieldError> errors) {
    VolumeClaimRules.statusStep(Field.of(claim, errors));
  }
}
