package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.protobuf.Protobuf;
import io.coxswain.apiserver.protobuf.ProtobufException;
import io.coxswain.apiserver.schema.GoJson;
import io.coxswain.env.ApiRequest;

/** Reads bodies that are protobuf; refuses malformed ones. */
final class ProtobufBody {
  private ProtobufBody() {}

  /** An object that should be of the given type; what it says it is has yet to be checked. */
  static ObjectNode object(ApiRequest request, ResourceType type, String unrecognized) {
    try {
      return Protobuf.read(request.body(), type.apiVersion(), type.kind());
    } catch (ProtobufException e) {
      throw StatusException.badRequest(
          e.envelope()
              ? unrecognized + e.text() + " (" + GoJson.shown(request.body()) + ")"
              : Body.cannotBeHandled(type) + e.text());
    }
  }

  /** The options of a request, of a kind that every version has. */
  static ObjectNode options(ApiRequest request, String kind) {
    try {
      return Protobuf.read(request.body(), "meta.k8s.io/v1", kind);
    } catch (ProtobufException e) {
      throw StatusException.badRequest(e.text());
    }
  }
}
