package io.coxswain.kube.common;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Patch;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Adds and removes finalizers. */
public final class Finalizers {
  /** Number of attempts to patch the list of finalizers, which is patched as a whole. */
  private static final int MAX_ATTEMPTS = 4;

  private Finalizers() {}

  public static List<String> of(HasMetadata object) {
    List<String> finalizers = object.getMetadata().getFinalizers();
    return finalizers == null ? List.of() : finalizers;
  }

  public static boolean has(HasMetadata object, String finalizer) {
    return of(object).contains(finalizer);
  }

  /** Adds the finalizer to the given object only, not on the server. */
  public static void add(HasMetadata object, String finalizer) {
    if (!has(object, finalizer)) {
      var finalizers = new ArrayList<>(of(object));
      finalizers.add(finalizer);
      object.getMetadata().setFinalizers(finalizers);
    }
  }

  /** Removes the finalizer from the given object only, not on the server. */
  public static void strip(HasMetadata object, String finalizer) {
    strip(object.getMetadata(), finalizer);
  }

  private static void strip(ObjectMeta metadata, String finalizer) {
    var finalizers = new ArrayList<>(metadata.getFinalizers());
    finalizers.removeIf(finalizer::equals);
    metadata.setFinalizers(finalizers);
  }

  /**
   * Removes the finalizer on the server, with the object's UID as a precondition. Succeeds if the
   * object has been deleted or replaced.
   */
  public static <T extends HasMetadata> void remove(Client client, T seen, String finalizer)
      throws ApiException {
    T current = seen;
    for (int attempt = 1; ; attempt++) {
      try {
        client.discardingResponses().patchMetadata(current, metadata -> strip(metadata, finalizer));
        return;
      } catch (ApiException.NotFound e) {
        return;
      } catch (ApiException.Conflict e) {
        Optional<T> found = reread(client, current);
        if (found.isEmpty() || !has(found.get(), finalizer)) {
          return;
        }
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
        current = found.get();
      }
    }
  }

  /**
   * As {@link #remove}, but only from the version that was seen, for a finalizer whose removal
   * depends on the rest of the object.
   *
   * @throws ApiException.Conflict if the object has changed
   */
  public static void removeIfUnchanged(Client client, HasMetadata seen, String finalizer)
      throws ApiException {
    try {
      client.discardingResponses().patchMetadata(seen, metadata -> strip(metadata, finalizer));
    } catch (ApiException.NotFound e) {
      return;
    }
  }

  /**
   * As {@link #remove}, regardless of concurrent changes: removes only this entry of the list. Only
   * for built-in kinds that the caller may patch.
   */
  public static void cut(Client client, HasMetadata seen, String finalizer) throws ApiException {
    ObjectNode patch = Json.MAPPER.createObjectNode();
    patch
        .putObject("metadata")
        .put("uid", seen.getMetadata().getUid())
        .putArray("$deleteFromPrimitiveList/finalizers")
        .add(finalizer);
    try {
      client.discardingResponses().patch(seen, Patch.strategic(patch));
    } catch (ApiException.NotFound e) {
      return;
    } catch (ApiException.Conflict e) {
      if (reread(client, seen).filter(found -> has(found, finalizer)).isPresent()) {
        throw e;
      }
    }
  }

  @SuppressWarnings("unchecked") // the class of an object is the class of its kind
  private static <T extends HasMetadata> Optional<T> reread(Client client, T seen)
      throws ApiException {
    return client
        .live()
        .get((Class<T>) seen.getClass(), ObjectKey.of(seen))
        .filter(o -> o.getMetadata().getUid().equals(seen.getMetadata().getUid()));
  }
}
