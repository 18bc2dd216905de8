package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.schema.DecodeException;
import io.coxswain.apiserver.schema.Defaulting;
import io.coxswain.apiserver.schema.Pruning;
import io.coxswain.apiserver.schema.TypedForm;

/** Prunes and defaults an object that a webhook or a policy has mutated. */
public final class ObjectNormalizer {
  private ObjectNormalizer() {}

  /**
   * @param type of the object; that of the kind, except for subresources with their own objects
   */
  public static void normalize(ObjectNode object, ServedKind kind, ResourceType type) {
    if (kind.schema().isEmpty() || !type.kind().equals(kind.type().kind())) {
      return;
    }
    var schema = kind.schema().get();
    try {
      if (kind.facts().custom()) {
        Pruning.prune(object, schema);
        Defaulting.dropNulls(object, schema);
        Defaulting.fill(object, schema);
      } else {
        TypedForm.decode(object, schema);
        kind.strategy().defaults(object);
      }
    } catch (DecodeException e) {
      throw StatusException.internal(e.text());
    }
  }
}
