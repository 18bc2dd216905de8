package io.coxswain.kube.namespace;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.fabric8.kubernetes.api.model.Namespace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes the finalizer {@code kubernetes} from the spec of a namespace, through the subresource
 * {@code finalize}, which accepts only full objects.
 */
final class NamespaceFinalizer {
  private static final String NAME = "kubernetes";

  private final ApiTransport api;
  private final String fieldOwner;

  NamespaceFinalizer(ApiTransport api, String fieldOwner) {
    this.api = api;
    this.fieldOwner = fieldOwner;
  }

  static boolean isFinal(Namespace namespace) {
    return finalizers(namespace).isEmpty();
  }

  private static List<String> finalizers(Namespace namespace) {
    return namespace.getSpec() == null || namespace.getSpec().getFinalizers() == null
        ? List.of()
        : namespace.getSpec().getFinalizers();
  }

  void letGo(Namespace namespace) throws ApiException {
    Namespace free = Json.copy(namespace);
    var left = new ArrayList<>(finalizers(namespace));
    left.remove(NAME);
    free.getSpec().setFinalizers(left);
    String path = ResourceType.of(Namespace.class).path(ObjectKey.of(namespace)) + "/finalize";
    ApiRequest request =
        ApiRequest.of("PUT", path)
            .with("fieldManager", fieldOwner)
            .body("application/json", Json.bytes(free));
    try {
      ApiResponse response = api.call(request);
      if (!response.ok() && response.status() != 404) {
        throw ApiException.of(response.status(), response.body());
      }
    } catch (IOException e) {
      throw ApiException.noAnswer(e);
    }
  }
}
