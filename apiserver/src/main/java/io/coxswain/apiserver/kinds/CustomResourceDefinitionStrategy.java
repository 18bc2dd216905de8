package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.crd.CrdTermination;
import io.coxswain.apiserver.crd.DefinitionDefaults;
import io.coxswain.apiserver.crd.DefinitionRules;
import io.coxswain.apiserver.crd.DefinitionStatus;
import io.coxswain.apiserver.json.Meta;
import java.time.Instant;
import java.util.List;

/** CRDs. Whether their names are free is decided after the write. */
public final class CustomResourceDefinitionStrategy implements Strategy {
  /** The storage name of CRDs. */
  public static final String COLLECTION = "customresourcedefinitions.apiextensions.k8s.io";

  private static final DeletionStrategy DELETION = new Deletion();

  /** A CRD stays until its objects have been deleted. */
  private static final class Deletion implements DeletionStrategy {
    @Override
    public boolean checksPreconditionsInStorage() {
      return true;
    }

    @Override
    public boolean start(ObjectNode definition, Propagation propagation, Instant now) {
      CrdTermination.request(definition, now);
      return true;
    }
  }

  @Override
  public DeletionStrategy deletion() {
    return DELETION;
  }

  @Override
  public void defaults(ObjectNode definition) {
    DefinitionDefaults.fill(definition);
  }

  @Override
  public void prepareCreate(ObjectNode definition, WriteContext context) {
    definition.remove("status");
    DefinitionStatus.begin(definition);
  }

  @Override
  public void prepareUpdate(ObjectNode definition, ObjectNode before, WriteContext context) {
    DefinitionStatus.recordStorage(definition, Meta.child(definition, "status"));
  }

  @Override
  public void prepareStatusUpdate(ObjectNode definition, ObjectNode before, WriteContext context) {
    DefinitionStatus.recordStorage(definition, Meta.child(definition, "status"));
  }

  @Override
  public void validateCreate(ObjectNode definition, List<FieldError> errors) {
    errors.addAll(DefinitionRules.check(definition));
  }

  @Override
  public void validateUpdate(ObjectNode definition, ObjectNode before, List<FieldError> errors) {
    errors.addAll(DefinitionRules.checkUpdate(definition, before));
  }

  @Override
  public void validateStatusUpdate(
      ObjectNode definition, ObjectNode before, List<FieldError> errors) {
    errors.addAll(DefinitionRules.checkStatusUpdate(definition));
  }
}
