package io.coxswain.runtime.client;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.function.Consumer;

/** Writes objects and their subresources other than the status. */
public interface Writer {

  /** Creates the object; the server completes a {@code generateName}. Returns the stored object. */
  <T extends HasMetadata> T create(T object) throws ApiException;

  /** Replaces the object. Its resourceVersion, if set, must match the stored one. */
  <T extends HasMetadata> T update(T object) throws ApiException;

  /**
   * Forced server-side apply: sets every field in {@code desired} and makes this client's field
   * manager its owner. Sends nothing if the cached object is still the result of the same apply.
   */
  <T extends HasMetadata> T apply(T desired) throws ApiException;

  /**
   * Edits a private copy of {@code seen} and sends the difference as a merge patch, with the
   * resourceVersion as a precondition. Sends nothing, and returns {@code seen}, if the edit changes
   * nothing.
   */
  <T extends HasMetadata> T patch(T seen, Consumer<T> edit) throws ApiException;

  /**
   * Like {@link #patch(HasMetadata, Consumer)}, but rejected only if the object with that name has
   * another UID than {@code seen}.
   */
  <T extends HasMetadata> T patchUnlocked(T seen, Consumer<T> edit) throws ApiException;

  /**
   * Sends a JSON, merge or strategic merge patch to the object of that kind and name.
   *
   * @return the stored object
   */
  <T extends HasMetadata> T patch(T object, Patch patch) throws ApiException;

  /**
   * Deletes the given object, with its UID as a precondition. Succeeds if it has already been
   * deleted or replaced.
   */
  void delete(HasMetadata seen, Deletion how) throws ApiException;

  /**
   * Deletes all objects of a kind that match the selector, in one request.
   *
   * @param namespace empty for cluster-scoped kinds; the API cannot delete namespaced objects in
   *     all namespaces at once
   */
  <T extends HasMetadata> void deleteAll(
      Class<T> type, String namespace, LabelSelector selector, Deletion how) throws ApiException;

  /** Creates a subresource, such as a pod's {@code binding} or {@code eviction}. */
  void createSubresource(HasMetadata parent, String subresource, Object body) throws ApiException;

  /**
   * Replaces a subresource with its own type, such as {@code scale}.
   *
   * @return the stored subresource
   */
  <T extends HasMetadata, B> B updateSubresource(T parent, String subresource, B body)
      throws ApiException;
}
