package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ResourceType;
import io.coxswain.api.protobuf.ProtobufException;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.protobuf.Protobuf;
import io.coxswain.apiserver.schema.GoJson;
import io.coxswain.env.ApiRequest;

/** Decodes protobuf bodies; rejects malformed ones. */
final class ProtobufBody {
  private ProtobufBody() {}

  /** An object that should have the given type; its own kind and version have yet to be checked. */
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

  /** The options of a request, whose kind exists in every version. */
  static ObjectNode options(ApiRequest request, String kind) {
    try {
      return Protobuf.read(request.body(), "meta.k8s.io/v1", kind);
    } catch (ProtobufException e) {
      throw StatusException.badRequest(e.text());
    }
  }
}
