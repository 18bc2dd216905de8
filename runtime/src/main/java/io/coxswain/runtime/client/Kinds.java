package io.coxswain.runtime.client;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.runtime.rest.Rest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The kind of an object: by its class or, for generic objects, by its apiVersion and kind. */
final class Kinds {
  private final Discovery discovery;
  private final Map<Name, ResourceType> discovered = new ConcurrentHashMap<>();

  private record Name(String apiVersion, String kind) {}

  Kinds(Rest rest) {
    this.discovery = new Discovery(rest);
  }

  Discovery discovery() {
    return discovery;
  }

  void learn(ResourceType type) {
    discovered.put(new Name(type.apiVersion(), type.kind()), type);
  }

  ResourceType of(HasMetadata object) throws ApiException {
    if (!(object instanceof GenericKubernetesResource)) {
      return ResourceType.of(object.getClass());
    }
    var name = new Name(object.getApiVersion(), object.getKind());
    ResourceType type = discovered.get(name);
    if (type == null) {
      discovery.all().forEach(served -> learn(served.type()));
      type = discovered.get(name);
    }
    if (type == null) {
      throw unknown(name);
    }
    return type;
  }

  private static ApiException unknown(Name name) {
    var status =
        new StatusBuilder()
            .withStatus("Failure")
            .withReason("NotFound")
            .withCode(404)
            .withMessage(
                "no matches for kind \"" + name.kind + "\" in version \"" + name.apiVersion + "\"")
            .build();
    return ApiException.of(404, Json.bytes(status));
  }
}
