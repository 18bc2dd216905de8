package io.coxswain.apiserver.kinds.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** PersistentVolumeClaims: fixed once created, but for their size. */
final class ClaimStrategy implements Strategy {

  @Override
  public void defaults(ObjectNode claim) {
    ClaimRules.defaults(claim);
  }

  @Override
  public void prepareCreate(ObjectNode claim, WriteContext context) {
    claim.putObject("status").put("phase", "Pending");
    ClaimRules.matchDataSources(claim);
  }

  @Override
  public void prepareUpdate(ObjectNode claim, ObjectNode before, WriteContext context) {
    ClaimRules.matchDataSources(claim);
  }

  @Override
  public void warn(ObjectNode claim, WriteContext context) {
    if (claim.at("/metadata/annotations").has(ClaimRules.CLASS_ANNOTATION)) {
      context
          .warnings()
          .add(
              "metadata.annotations["
                  + ClaimRules.CLASS_ANNOTATION
                  + "]: deprecated since v1.8; use \"storageClassName\" attribute instead");
    }
    ClaimRules.warn(Meta.child(claim, "spec"), context.warnings());
  }

  @Override
  public void validateCreate(ObjectNode claim, List<FieldError> errors) {
    ClaimRules.spec(Field.of(claim, errors).get("spec"));
  }

  @Override
  public void validateUpdate(ObjectNode claim, ObjectNode before, List<FieldError> errors) {
    ClaimRules.spec(Field.of(claim, errors).get("spec"));
    ClaimRules.step(Field.of(claim, errors), before);
  }

  @Override
  public void validateStatusUpdate(ObjectNode claim, ObjectNode before, List<FieldError> errors) {
    ClaimRules.statusStep(Field.of(claim, errors));
  }
}
