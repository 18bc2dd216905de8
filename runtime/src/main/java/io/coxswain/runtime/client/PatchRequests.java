package io.coxswain.runtime.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.MergePatch;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.Entry;
import io.coxswain.runtime.cache.KindCache;
import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Sends edits as merge patches with a precondition or, where patch is forbidden, as updates of the
 * complete object.
 */
final class PatchRequests {
  private final Cache cache;
  private final Kinds kinds;
  private final WriteRequests writer;
  private final Permissions permissions;
  private final ObjectFetcher fetcher;

  PatchRequests(
      Cache cache,
      Kinds kinds,
      WriteRequests writer,
      Permissions permissions,
      ObjectFetcher fetcher) {
    this.cache = cache;
    this.kinds = kinds;
    this.writer = writer;
    this.permissions = permissions;
    this.fetcher = fetcher;
  }

  /** The metadata field that must match on the server. */
  enum Precondition {
    UID("uid"),
    RESOURCE_VERSION("resourceVersion");

    private final String field;

    Precondition(String field) {
      this.field = field;
    }

    private String of(HasMetadata seen) {
      String value =
          this == UID ? seen.getMetadata().getUid() : seen.getMetadata().getResourceVersion();
      if (value == null || value.isEmpty()) {
        throw new IllegalArgumentException(
            "cannot patch %s %s: it has no %s"
                .formatted(seen.getKind(), WriteRequests.key(seen), field));
      }
      return value;
    }
  }

  /** Returns the response. */
  byte[] send(HasMetadata seen, ObjectNode patch, String subresource, Precondition precondition)
      throws ApiException {
    patch.withObjectProperty("metadata").put(precondition.field, precondition.of(seen));
    ResourceType type = kinds.of(seen);
    ObjectKey key = WriteRequests.key(seen);
    if (permissions.mayPatch(type, subresource)) {
      try {
        return writer.patch(type, key, Patch.merge(patch).to(subresource));
      } catch (ApiException.Forbidden e) {
        if (!Permissions.isForPatching(e)) {
          throw e;
        }
      }
    }
    byte[] replaced = writer.update(type, key, subresource, whole(seen, key, type, patch));
    permissions.learnUpdateOnly(type, subresource);
    return replaced;
  }

  /** The object, including fields that its class does not declare, with the patch applied. */
  private byte[] whole(HasMetadata seen, ObjectKey key, ResourceType type, ObjectNode patch)
      throws ApiException {
    String version = String.valueOf(seen.getMetadata().getResourceVersion());
    ObjectNode tree = null;
    Entry entry =
        cache
            .find(type)
            .filter(KindCache::isFull)
            .map(kind -> kind.peek(ObjectFetcher.scoped(type, key)))
            .orElse(null);
    if (entry != null && Long.toString(entry.version()).equals(version)) {
      tree = entry.tree();
    }
    if (tree == null) {
      tree =
          fetcher
              .fetch(type, key, ObjectFetcher.JSON)
              .map(Json::tree)
              .orElseGet(() -> Json.tree(seen));
    }
    MergePatch.apply(tree, patch);
    tree.put("apiVersion", type.apiVersion()).put("kind", type.kind());
    return Json.bytes(tree);
  }
}
