package io.coxswain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.CancelledException;
import io.coxswain.trainer.ShippedRuntimes;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.io.IOException;
import java.util.List;

/**
 * Installs our CRDs, also over an earlier version, and the runtimes that Trainer ships. All are
 * sent as bytes, because the decoders are not initialized that early.
 */
final class Definitions {
  private Definitions() {}

  static void install(ApiTransport server, List<ObjectNode> definitions)
      throws ApiException, CancelledException {
    String path = ResourceType.of(CustomResourceDefinition.class).path("");
    for (ObjectNode definition : definitions) {
      String name = definition.at("/metadata/name").asText();
      apply(server, path + "/" + name, "coxswain", Json.bytes(definition));
    }
  }

  static void installRuntimes(ApiTransport server) throws ApiException, CancelledException {
    String path = ResourceType.of(ClusterTrainingRuntime.class).path("");
    for (var runtime : ShippedRuntimes.texts().entrySet()) {
      apply(server, path + "/" + runtime.getKey(), "coxswain-runtimes", runtime.getValue());
    }
  }

  private static void apply(ApiTransport server, String path, String manager, byte[] object)
      throws ApiException, CancelledException {
    try {
      ApiResponse answer =
          server.call(
              ApiRequest.of("PATCH", path)
                  .with("fieldManager", manager)
                  .with("force", "true")
                  .with("fieldValidation", "Strict")
                  .body("application/apply-patch+yaml", object));
      if (!answer.ok()) {
        throw ApiException.of(answer.status(), answer.body());
      }
    } catch (IOException e) {
      throw ApiException.noAnswer(e);
    }
  }
}
