package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.kinds.Meta;

/** Keeps {@code metadata.managedFields}: who set which field. */
final class Ownership {
  void created(Target target, ObjectNode object) {
    Meta.of(object).remove("managedFields");
  }

  void updated(Target target, ObjectNode before, ObjectNode object) {
    if (before.at("/metadata/managedFields").isMissingNode()) {
      Meta.of(object).remove("managedFields");
    } else {
      Meta.of(object).set("managedFields", before.at("/metadata/managedFields").deepCopy());
    }
  }
}
