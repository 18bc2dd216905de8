package io.coxswain.runtime.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the cache, writes to the server. All methods block; none may be called with a lock
 * held.
 */
public interface Client {

  /**
   * One object from the cache; the first read of a kind starts its watch and waits until it is in
   * sync.
   */
  <T extends HasMetadata> Optional<T> get(Class<T> type, ObjectKey key) throws ApiException;

  /** Objects from the cache, in the order of namespace and name. */
  <T extends HasMetadata> Listing<T> list(Class<T> type);

  /**
   * As {@link #get(Class, ObjectKey)} for a kind known only at run time; the result holds metadata
   * alone.
   */
  Optional<GenericKubernetesResource> getMetadata(ResourceType type, ObjectKey key)
      throws ApiException;

  /** As {@link #list(Class)} for a kind known only at run time; the results hold metadata alone. */
  Listing<GenericKubernetesResource> listMetadata(ResourceType type);

  /** The same client, with reads that go to the server. */
  Client live();

  /** The same client, writing under the given field manager. */
  Client fieldOwner(String manager);

  /** The same client, whose writes the server only pretends to do. */
  Client dryRun();

  /** The same client, telling the server what to do about unknown fields in creates and updates. */
  Client fieldValidation(FieldValidation how);

  /** The same client, with requests held back to so many a second after so many at once. */
  Client limited(double perSecond, int burst);

  /**
   * The same client, for a writer that remembers itself what it wrote: its next pass need not wait
   * until the cache shows that, except for writes without an answer, which may have happened or
   * not.
   */
  Client untracked();

  /** What the server does about fields it does not know. */
  enum FieldValidation {
    IGNORE,
    WARN,
    STRICT
  }

  /**
   * Creates the object; a {@code generateName} is completed by the server. Returns it as stored.
   */
  <T extends HasMetadata> T create(T object) throws ApiException;

  /**
   * As {@link #create}, for one of many of which only the name is of interest: the answer is not
   * decoded.
   *
   * @return the name it got
   */
  String createNamed(HasMetadata object) throws ApiException;

  /** Replaces the object. Its resourceVersion, when set, must be the stored one. */
  <T extends HasMetadata> T update(T object) throws ApiException;

  /** Replaces the status of the object. */
  <T extends HasMetadata> T updateStatus(T object) throws ApiException;

  /**
   * Forced server-side apply: every field in {@code desired} becomes so and is owned by this
   * client's field owner. Sends nothing when the cached object is still just what the same apply
   * made of it.
   */
  <T extends HasMetadata> T apply(T desired) throws ApiException;

  /** Forced server-side apply to the status. */
  <T extends HasMetadata> T applyStatus(T desired) throws ApiException;

  /**
   * Edits a private copy of {@code seen} and sends the difference as a merge patch that is refused
   * with a conflict unless the stored object is still just the one seen. Sends nothing, and returns
   * {@code seen}, when the edit changed nothing.
   */
  <T extends HasMetadata> T patch(T seen, Consumer<T> edit) throws ApiException;

  /**
   * As {@link #patch}, for an edit of the metadata alone. Costs less: nothing else is looked at,
   * and the answer is not decoded.
   */
  void patchMetadata(HasMetadata seen, Consumer<ObjectMeta> edit) throws ApiException;

  /** As {@link #patch}, to the status. */
  <T extends HasMetadata> T patchStatus(T seen, Consumer<T> edit) throws ApiException;

  /**
   * As {@link #patchStatus(HasMetadata, Consumer)}, for a status that is worked out already. Costs
   * less: nothing else of the object is looked at, and the answer is not decoded.
   *
   * @param was the status of the object seen; null when it has none
   * @param is what it should be
   */
  void patchStatus(HasMetadata seen, @Nullable Object was, Object is) throws ApiException;

  /**
   * As {@link #patch}, but refused only if the object of that name is another one (by UID) than
   * {@code seen}.
   */
  <T extends HasMetadata> T patchUnlocked(T seen, Consumer<T> edit) throws ApiException;

  /**
   * Sends a patch written by hand to the object of that kind and name: JSON, merge or strategic.
   *
   * @return the object as stored
   */
  <T extends HasMetadata> T patch(T object, Patch patch) throws ApiException;

  /** As {@link #patch(HasMetadata, Patch)}, for those who need no answer: it is not decoded. */
  void sendPatch(HasMetadata object, Patch patch) throws ApiException;

  /**
   * Deletes the very object seen (by UID). One that is gone or replaced already counts as deleted.
   */
  void delete(HasMetadata seen, Deletion how) throws ApiException;

  /**
   * Deletes all objects of a kind that the selector matches, in one request.
   *
   * @param namespace empty for cluster-scoped kinds; the server has no way to delete namespaced
   *     objects of all namespaces at once
   */
  <T extends HasMetadata> void deleteAll(
      Class<T> type, String namespace, LabelSelector selector, Deletion how) throws ApiException;

  /** Creates a subresource, such as a pod's {@code binding} or {@code eviction}. */
  void createSubresource(HasMetadata parent, String subresource, Object body) throws ApiException;

  /**
   * Replaces a subresource, such as {@code scale}, that has a type of its own.
   *
   * @return it as stored
   */
  <T extends HasMetadata, B> B updateSubresource(T parent, String subresource, B body)
      throws ApiException;

  /**
   * What the server itself answers to a GET of the path: for what is no object of a kind, such as a
   * subresource, a metric or a list of resources.
   */
  ObjectNode fetch(String path, SortedMap<String, String> parameters) throws ApiException;

  /** The kinds that the server offers now, with the verbs they support. */
  List<Served> discover() throws ApiException;

  /** A kind that the server offers in the version it prefers. */
  record Served(ResourceType type, List<String> verbs) {}
}
