package io.coxswain.runtime.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.runtime.rest.Rest;
import java.util.Optional;

/** Reads single objects from the server: with a get or, where get is forbidden, with a list. */
final class ObjectFetcher {
  static final String JSON = "application/json";

  private final Rest rest;
  private final Permissions permissions;

  ObjectFetcher(Rest rest, Permissions permissions) {
    this.rest = rest;
    this.permissions = permissions;
  }

  /** The encoded object in the given media type; empty if it does not exist. */
  Optional<byte[]> fetch(ResourceType type, ObjectKey key, String accept) throws ApiException {
    if (permissions.mayGet(type)) {
      try {
        ApiRequest request = ApiRequest.get(type.path(scoped(type, key))).header("accept", accept);
        return Optional.of(rest.call(request).body());
      } catch (ApiException.NotFound e) {
        return Optional.empty();
      } catch (ApiException.Forbidden e) {
        if (!Permissions.isForGetting(e)) {
          throw e;
        }
      }
    }
    Optional<byte[]> listed = fetchByListing(type, scoped(type, key));
    permissions.learnListOnly(type);
    return listed;
  }

  /** Reads one object through a list with a field selector for its name. */
  private Optional<byte[]> fetchByListing(ResourceType type, ObjectKey key) throws ApiException {
    ApiRequest request =
        ApiRequest.get(type.path(key.namespace()))
            .with("fieldSelector", "metadata.name=" + key.name())
            .header("accept", JSON);
    for (JsonNode item : Json.tree(rest.call(request).body()).path("items")) {
      if (item instanceof ObjectNode found) {
        found.put("apiVersion", type.apiVersion()).put("kind", type.kind());
        return Optional.of(Json.bytes(found));
      }
    }
    return Optional.empty();
  }

  /** Ignores the namespace for cluster-scoped kinds. */
  static ObjectKey scoped(ResourceType type, ObjectKey key) {
    return type.namespaced() || key.namespace().isEmpty() ? key : ObjectKey.of(key.name());
  }
}
