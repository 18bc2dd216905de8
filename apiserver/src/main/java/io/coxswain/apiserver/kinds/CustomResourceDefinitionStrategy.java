package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.crd.DefinitionDefaults;
import io.coxswain.apiserver.crd.DefinitionRules;
import io.coxswain.apiserver.crd.DefinitionStatus;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.List;

/** Definitions of kinds. What upstream leaves to controllers happens with the write. */
final class CustomResourceDefinitionStrategy implements Strategy {

  @Override
  public void defaults(ObjectNode definition) {
    DefinitionDefaults.fill(definition);
  }

  @Override
  public void prepareCreate(ObjectNode definition, WriteContext context) {
    definition.remove("status");
    settle(definition, context);
  }

  @Override
  public void prepareUpdate(ObjectNode definition, ObjectNode before, WriteContext context) {
    settle(definition, context);
  }

  private static void settle(ObjectNode definition, WriteContext context) {
    var others = new ArrayList<ObjectNode>();
    for (Stored other : context.snapshot().collection(CustomKinds.COLLECTION).values()) {
      others.add(other.tree());
    }
    DefinitionStatus.settle(
        definition, DefinitionStatus.TakenNames.of(definition, others), context.now());
  }

  @Override
  public void validateCreate(ObjectNode definition, List<FieldError> errors) {
    errors.addAll(DefinitionRules.check(definition));
  }

  @Override
  public void validateUpdate(ObjectNode definition, ObjectNode before, List<FieldError> errors) {
    errors.addAll(DefinitionRules.check(definition));
    errors.addAll(DefinitionRules.checkUpdate(definition, before));
  }
}
