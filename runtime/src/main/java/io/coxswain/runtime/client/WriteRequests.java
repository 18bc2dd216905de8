package io.coxswain.runtime.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.runtime.cache.ResourceVersions;
import io.coxswain.runtime.rest.Rest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sends writes to the server, and reports each of them to the current reconcile. */
final class WriteRequests {
  private static final Pattern UID_CONFLICT = Pattern.compile("UID in (the )?precondition");

  private final Rest rest;
  private final @Nullable String owner;
  private final boolean dryRun;
  private final String fieldValidation;
  private final boolean tracked;

  /**
   * @param owner the field manager; null for the server's default, which is taken from the
   *     User-Agent
   * @param dryRun whether the server only validates
   * @param fieldValidation Ignore, Warn or Strict; empty for the server's default
   * @param tracked whether all writes are reported to the reconcile, or only those without a
   *     response
   */
  private WriteRequests(
      Rest rest, @Nullable String owner, boolean dryRun, String fieldValidation, boolean tracked) {
    this.rest = rest;
    this.owner = owner;
    this.dryRun = dryRun;
    this.fieldValidation = fieldValidation;
    this.tracked = tracked;
  }

  static WriteRequests to(Rest rest) {
    return new WriteRequests(rest, null, false, "", true);
  }

  WriteRequests through(Rest other) {
    return new WriteRequests(other, owner, dryRun, fieldValidation, tracked);
  }

  WriteRequests ownedBy(String manager) {
    return new WriteRequests(rest, manager, dryRun, fieldValidation, tracked);
  }

  WriteRequests dryRun() {
    return new WriteRequests(rest, owner, true, fieldValidation, tracked);
  }

  WriteRequests validating(String how) {
    return new WriteRequests(rest, owner, dryRun, how, tracked);
  }

  WriteRequests untracked() {
    return new WriteRequests(rest, owner, dryRun, fieldValidation, false);
  }

  /** The key of an object to be written; the name is empty if the server generates it. */
  static ObjectKey key(HasMetadata object) {
    @Nullable String name = object.getMetadata().getName();
    @Nullable String namespace = object.getMetadata().getNamespace();
    return ObjectKey.of(namespace == null ? "" : namespace, name == null ? "" : name);
  }

  String owner() {
    return owner == null ? rest.program() : owner;
  }

  boolean isDryRun() {
    return dryRun;
  }

  byte[] create(ResourceType type, ObjectKey key, byte[] object) throws ApiException {
    return write(type, key, owned(post(type.path(key.namespace()), object)));
  }

  byte[] update(ResourceType type, ObjectKey key, String subresource, byte[] object)
      throws ApiException {
    var request =
        ApiRequest.of("PUT", path(type, key, subresource)).body("application/json", object);
    return write(type, key, owned(request));
  }

  byte[] patch(ResourceType type, ObjectKey key, Patch patch) throws ApiException {
    var request =
        ApiRequest.of("PATCH", path(type, key, patch.subresource()))
            .body(patch.mediaType(), patch.body());
    return write(type, key, owned(request));
  }

  byte[] apply(ResourceType type, ObjectKey key, String subresource, byte[] desired)
      throws ApiException {
    // JSON is YAML.
    ApiRequest request =
        ApiRequest.of("PATCH", path(type, key, subresource))
            .body("application/apply-patch+yaml", desired)
            .with("fieldManager", owner())
            .with("force", "true")
            .with("fieldValidation", "Strict");
    return write(type, key, dry(request));
  }

  void createSubresource(ResourceType type, ObjectKey key, String subresource, byte[] body)
      throws ApiException {
    byte[] answer = send(type, key, owned(post(path(type, key, subresource), body)));
    if (dryRun) {
      return;
    }
    long version = ResourceVersions.of(answer);
    report(
        log -> {
          if (version == ResourceVersions.UNKNOWN) {
            log.unsure(type, key); // the response to a binding does not contain the pod
          } else {
            log.wrote(type, version);
          }
        });
  }

  void delete(ResourceType type, ObjectKey key, ObjectMeta seen, Deletion how) throws ApiException {
    ApiRequest request =
        ApiRequest.of("DELETE", type.path(key))
            .body("application/json", Json.bytes(options(seen, how)));
    request = dry(request);
    try {
      byte[] answer = send(type, key, request);
      if (dryRun) {
        return;
      }
      if (ResourceVersions.isDeleting(answer)) {
        report(log -> log.wrote(type, ResourceVersions.of(answer))); // it still has finalizers
        return;
      }
    } catch (ApiException.NotFound e) {
      // The object has been deleted, but perhaps not yet from the cache.
    } catch (ApiException.Conflict e) {
      if (!UID_CONFLICT.matcher(String.valueOf(e.getMessage())).find()) {
        throw e;
      }
    }
    report(log -> log.deleted(type, key, seen.getUid()));
  }

  void deleteAll(ResourceType type, String namespace, LabelSelector selector, Deletion how)
      throws ApiException {
    ApiRequest request =
        ApiRequest.of("DELETE", type.path(namespace))
            .body("application/json", Json.bytes(options(how)));
    if (!selector.terms().isEmpty()) {
      request = request.with("labelSelector", selector.toString());
    }
    byte[] answer = send(type, ObjectKey.of(namespace, ""), dry(request));
    if (dryRun) {
      return;
    }
    for (JsonNode item : Json.tree(answer).path("items")) {
      var metadata = item.path("metadata");
      var key =
          ObjectKey.of(metadata.path("namespace").asText(""), metadata.path("name").asText(""));
      if (metadata.hasNonNull("deletionTimestamp")) {
        report(
            log ->
                log.wrote(
                    type, ResourceVersions.parse(metadata.path("resourceVersion").asText(""))));
      } else {
        report(log -> log.deleted(type, key, metadata.path("uid").asText("")));
      }
    }
  }

  private static ObjectNode options(Deletion how) {
    ObjectNode options = JsonNodeFactory.instance.objectNode();
    options.put("apiVersion", "v1").put("kind", "DeleteOptions");
    how.graceSeconds().ifPresent(seconds -> options.put("gracePeriodSeconds", seconds));
    how.propagation().ifPresent(p -> options.put("propagationPolicy", camelCase(p.name())));
    return options;
  }

  private static ObjectNode options(ObjectMeta seen, Deletion how) {
    ObjectNode options = options(how);
    ObjectNode preconditions = options.putObject("preconditions");
    preconditions.put("uid", seen.getUid());
    if (how.onlyIfUnchanged()) {
      preconditions.put("resourceVersion", seen.getResourceVersion());
    }
    return options;
  }

  private static String camelCase(String name) {
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }

  private static String path(ResourceType type, ObjectKey key, String subresource) {
    return subresource.isEmpty() ? type.path(key) : type.path(key) + "/" + subresource;
  }

  private static ApiRequest post(String path, byte[] body) {
    return ApiRequest.of("POST", path).body("application/json", body);
  }

  private ApiRequest owned(ApiRequest request) {
    ApiRequest owned = owner == null ? request : request.with("fieldManager", owner);
    return dry(fieldValidation.isEmpty() ? owned : owned.with("fieldValidation", fieldValidation));
  }

  private ApiRequest dry(ApiRequest request) {
    return dryRun ? request.with("dryRun", "All") : request;
  }

  private byte[] write(ResourceType type, ObjectKey key, ApiRequest request) throws ApiException {
    byte[] answer = send(type, key, request);
    if (!dryRun) {
      report(log -> log.wrote(type, ResourceVersions.of(answer)));
    }
    return answer;
  }

  private byte[] send(ResourceType type, ObjectKey key, ApiRequest request) throws ApiException {
    try {
      return rest.call(request).body();
    } catch (ApiException.NoAnswer e) {
      if (!dryRun && WriteLog.CURRENT.isBound()) {
        WriteLog.CURRENT.get().unsure(type, key);
      }
      throw e;
    }
  }

  private interface Report {
    void to(WriteLog log);
  }

  /** Reports a write with a response to the reconcile. */
  private void report(Report report) {
    if (tracked && WriteLog.CURRENT.isBound()) {
      report.to(WriteLog.CURRENT.get());
    }
  }
}
