package io.coxswain.runtime.client;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What became of an object that should be as an edit makes it, whether or not it is there. For
 * programs that cannot use server-side apply, which does the same in one request.
 *
 * @param object as stored
 */
public record Upsert<T extends HasMetadata>(Result result, T object) {

  /** What was done. */
  public enum Result {
    UNCHANGED,
    CREATED,
    UPDATED
  }

  /**
   * Reads the object, edits it and writes it back if the edit changed it; creates it, edited, if
   * there is none.
   *
   * @param template with the name and namespace to look for; not changed
   * @param edit must leave name and namespace as they are
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
          "the edit made " + ObjectKey.of(edited) + " of " + key + ": it cannot change the name");
    }
    if (found.isEmpty()) {
      return new Upsert<>(Result.CREATED, client.create(edited));
    }
    return Json.tree(edited).equals(Json.tree(found.get()))
        ? new Upsert<>(Result.UNCHANGED, found.get())
        : new Upsert<>(Result.UPDATED, client.update(edited));
  }
}
