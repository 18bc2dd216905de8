package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.kinds.AdmissionException;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.WriteContext;

/** The step between decoding and validation in which the server itself may change or refuse. */
final class Admission {
  private Admission() {}

  static void run(Target target, ObjectNode object, JsonNode before, WriteContext context) {
    try {
      target.kind().strategy().admit(object, before, context);
    } catch (AdmissionException e) {
      throw StatusException.forbidden(
          target.kind().type(), Meta.name(object), String.valueOf(e.getMessage()));
    }
  }
}
