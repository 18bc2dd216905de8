package io.coxswain.sim;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * API objects for scripts: requests go straight to the server, without a cache, and no other task
 * runs during a request.
 */
public final class Objects {
  private static final String METADATA =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

  private final ApiTransport api;
  private final Consumer<ApiRequest> wrote;

  /**
   * @param wrote notified of each request that is not a GET
   */
  public Objects(ApiTransport api, Consumer<ApiRequest> wrote) {
    this.api = api;
    this.wrote = wrote;
  }

  public <T extends HasMetadata> T create(T object) throws ApiException {
    String path = type(object).path(ObjectKey.of(object).namespace());
    return send(object, ApiRequest.of("POST", path));
  }

  /** Replaces the object; its resourceVersion, if set, must be the stored one. */
  public <T extends HasMetadata> T update(T object) throws ApiException {
    return send(object, ApiRequest.of("PUT", type(object).path(ObjectKey.of(object))));
  }

  public <T extends HasMetadata> T updateStatus(T object) throws ApiException {
    String path = type(object).path(ObjectKey.of(object)) + "/status";
    return send(object, ApiRequest.of("PUT", path));
  }

  /** Reads, edits and replaces. */
  public <T extends HasMetadata> T edit(Class<T> type, ObjectKey key, Consumer<T> edit)
      throws ApiException {
    T object = fetch(type, key);
    edit.accept(object);
    return update(object);
  }

  public <T extends HasMetadata> void delete(Class<T> type, ObjectKey key) throws ApiException {
    call(ApiRequest.of("DELETE", ResourceType.of(type).path(key)));
  }

  public <T extends HasMetadata> T fetch(Class<T> type, ObjectKey key) throws ApiException {
    ApiResponse response = call(ApiRequest.get(ResourceType.of(type).path(key)));
    return Json.read(response.body(), type);
  }

  public <T extends HasMetadata> Optional<T> find(Class<T> type, ObjectKey key)
      throws ApiException {
    try {
      return Optional.of(fetch(type, key));
    } catch (ApiException.NotFound e) {
      return Optional.empty();
    }
  }

  /**
   * Returns all objects of a kind in a namespace, in the order of their names; of all namespaces if
   * empty.
   */
  public <T extends HasMetadata> List<T> list(Class<T> type, String namespace) throws ApiException {
    ApiResponse response = call(ApiRequest.get(ResourceType.of(type).path(namespace)));
    var items = new ArrayList<T>();
    for (JsonNode item : Json.tree(response.body()).path("items")) {
      items.add(Json.convert(item, type));
    }
    return items;
  }

  /**
   * Returns the keys of all objects of a kind in a namespace, in order; nothing else is sent or
   * decoded.
   */
  public List<ObjectKey> keys(Class<? extends HasMetadata> type, String namespace)
      throws ApiException {
    ApiResponse response =
        call(ApiRequest.get(ResourceType.of(type).path(namespace)).header("accept", METADATA));
    var keys = new ArrayList<ObjectKey>();
    for (JsonNode item : Json.tree(response.body()).path("items")) {
      JsonNode metadata = item.path("metadata");
      keys.add(ObjectKey.of(metadata.path("namespace").asText(""), metadata.path("name").asText()));
    }
    return keys;
  }

  /** Installs a CRD; its kind is served from now on. */
  public void define(JsonNode definition) throws ApiException {
    call(
        ApiRequest.of("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions")
            .body("application/json", Json.bytes(definition)));
  }

  /** Sends any request. */
  public ApiResponse call(ApiRequest request) throws ApiException {
    try {
      ApiResponse response = api.call(request);
      if (!request.method().equals("GET")) {
        wrote.accept(request);
      }
      if (!response.ok()) {
        throw ApiException.of(response.status(), response.body());
      }
      return response;
    } catch (IOException e) {
      throw ApiException.noAnswer(e);
    }
  }

  @SuppressWarnings("unchecked") // the server responds with the kind it was sent
  private <T extends HasMetadata> T send(T object, ApiRequest request) throws ApiException {
    ApiResponse response = call(request.body("application/json", Json.bytes(object)));
    return (T) Json.read(response.body(), object.getClass());
  }

  private static ResourceType type(HasMetadata object) {
    return ResourceType.of(object.getClass());
  }
}
