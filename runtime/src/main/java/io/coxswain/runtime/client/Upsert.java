package io.coxswain.runtime.client;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The result of creating or updating an object with an edit. For programs that cannot use
 * server-side apply, which does the same in one request.
 *
 * @param object as stored
 */
public record Upsert<T extends HasMetadata>(Result result, T object) {

  /** The operation that was performed. */
  public enum Result {
    UNCHANGED,
    CREATED,
    UPDATED
  }

  /**
   * Reads the object, edits it and writes it back if the edit changed it; creates the edited object
   * if it does not exist.
   *
   * @param template the name and namespace to look for; not modified
   * @param edit must not change name and namespace
   */
  public static <T extends HasMetadata> Upsert<T> of(Client client, T template, Consumer<T> edit)
      throws ApiException {
    ObjectKey key = ObjectKey.of(template);
    @SuppressWarnings("unchecked") // the class of a T
    Optional<T> found = client.get((Class<T>) template.getClass(), key);
    T edited = Json.copy(found.orElse(template));
    edit.accept(edited);
    if (!ObjectKey.of(edited).equals(key)) {
      throw new IllegalArgumentException(
          "the edit made "
              + ObjectKey.of(edited)
              + " of "
              + key
              + ": an edit must not change the name");
    }
    if (found.isEmpty()) {
      return new Upsert<>(Result.CREATED, client.create(edited));
    }
    return Json.tree(edited).equals(Json.tree(found.get()))
        ? new Upsert<>(Result.UNCHANGED, found.get())
        : new Upsert<>(Result.UPDATED, client.update(edited));
  }
}
