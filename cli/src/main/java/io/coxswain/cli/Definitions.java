package io.coxswain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.CancelledException;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.io.IOException;
import java.util.List;

/** Teaches a server our own kinds, also one that knew them in an earlier version. */
final class Definitions {
  private Definitions() {}

  static void install(ApiTransport server, List<ObjectNode> definitions)
      throws ApiException, CancelledException {
    String path = ResourceType.of(CustomResourceDefinition.class).path("");
    for (ObjectNode definition : definitions) {
      try {
        ApiResponse answer =
            server.call(
                ApiRequest.of("PATCH", path + "/" + definition.at("/metadata/name").asText())
                    .with("fieldManager", "coxswain")
                    .with("force", "true")
                    .body("application/apply-patch+yaml", Json.bytes(definition)));
        if (!answer.ok()) {
          throw ApiException.of(answer.status(), answer.body());
        }
      } catch (IOException e) {
        throw ApiException.noAnswer(e);
      }
    }
  }
}
