package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.cluster.NamespaceStrategy;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;

/** The {@code finalize} subresource of namespaces: changes the finalizers in their spec. */
final class NamespaceFinalizeHandler implements RequestHandler {
  private final UpdateHandler updates;

  NamespaceFinalizeHandler(UpdateHandler updates) {
    this.updates = updates;
  }

  @Override
  public HandlerResponse handle(Target target) {
    ObjectNode wanted = Body.object(target.request(), target.kind());
    UpdateHandler.checkName(wanted, target.info().name());
    var errors = new ArrayList<FieldError>();
    NamespaceStrategy.validateFinalize(wanted, errors);
    if (!errors.isEmpty()) {
      throw StatusException.invalid(target.kind().type(), target.info().name(), errors);
    }
    Stored stored =
        updates.updateExisting(
            target, current -> finalized(current, wanted), UpdateHandler.Owners.TRACK);
    return new HandlerResponse.Whole(
        Representation.of(target).object(200, target.kind(), stored, target.warnings()));
  }

  private static ObjectNode finalized(ObjectNode current, ObjectNode wanted) {
    ObjectNode finalized = wanted.deepCopy();
    finalized.set("status", current.path("status"));
    ObjectNode spec = Meta.child(current, "spec");
    if (wanted.at("/spec/finalizers").isEmpty()) {
      spec.remove("finalizers");
    } else {
      spec.set("finalizers", wanted.at("/spec/finalizers"));
    }
    finalized.set("spec", spec);
    return finalized;
  }
}
