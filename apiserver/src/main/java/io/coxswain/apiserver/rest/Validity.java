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

/** Refuses objects that break the rules of their kind. */
final class Validity {
  private Validity() {}

  /** Runs rules over an object; they add what they find wrong with it. */
  static void check(ServedKind kind, ObjectNode object, Consumer<List<FieldError>> rules) {
    var errors = new ArrayList<FieldError>();
    rules.accept(errors);
    if (errors.isEmpty()) {
      return;
    }
    // Once more, since what is wrong is quoted, and is quoted in the order in which Go writes it.
    // Not for custom kinds, whose rules also warn.
    if (!kind.facts().custom() && kind.schema().isPresent()) {
      StructOrder.arrange(object, kind.schema().get());
      errors.clear();
      rules.accept(errors);
    }
    throw StatusException.invalid(kind.type(), Meta.name(object), errors);
  }
}
