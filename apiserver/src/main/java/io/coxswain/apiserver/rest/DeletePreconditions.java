package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
import org.jspecify.annotations.Nullable;

/** The uid and the resourceVersion that an object must have to be deleted. */
final class DeletePreconditions {
  private DeletePreconditions() {}

  static void check(ServedKind kind, ObjectKey key, JsonNode object, DeleteOptions options) {
    check(
        kind,
        key,
        "UID",
        options.uid(),
        Meta.uid(object),
        "The object might have been deleted and then recreated");
    check(
        kind,
        key,
        "ResourceVersion",
        options.resourceVersion(),
        Meta.resourceVersion(object),
        "The object might have been modified");
  }

  private static void check(
      ServedKind kind,
      ObjectKey key,
      String field,
      @Nullable String expected,
      String actual,
      String hint) {
    if (expected == null || expected.equals(actual)) {
      return;
    }
    if (kind.strategy().deletion().checksPreconditionsInStorage()) {
      throw StatusException.conflict(
          kind.type(),
          key.name(),
          "Precondition failed: %s in precondition: %s, %s in object meta: %s"
              .formatted(field, expected, field, actual));
    }
    throw StatusException.deletePrecondition(
        kind.type(),
        key.name(),
        "the %s in the precondition (%s) does not match the %s in record (%s). %s"
            .formatted(field, expected, field, actual, hint));
  }
}
