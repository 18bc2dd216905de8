package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.schema.StructOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Rejects objects that violate the rules of their kind. */
final class Validity {
  private Validity() {}

  /** Applies rules to an object; they add their errors. */
  static void check(ServedKind kind, ObjectNode object, Consumer<List<FieldError>> rules) {
    var errors = new ArrayList<FieldError>();
    rules.accept(errors);
    if (errors.isEmpty()) {
      return;
    }
    // Repeated, because errors quote values in the order in which Go writes them. Not for custom
    // kinds, whose rules
    // also warn.
    if (!kind.facts().custom() && kind.schema().isPresent()) {
      StructOrder.arrange(object, kind.schema().get());
      errors.clear();
      rules.accept(errors);
    }
    throw StatusException.invalid(kind.type(), Meta.name(object), errors);
  }
}
