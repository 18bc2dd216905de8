package io.coxswain.slurm.reconcile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.MergePatch;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.client.Patch;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Writes rendered objects for their owner. */
public final class OwnedObjects {
  private final Client client;
  private final LastAppliedCache remembered = new LastAppliedCache();

  public OwnedObjects(Client client) {
    this.client = client;
  }

  @CanIgnoreReturnValue
  public <T extends HasMetadata> T ensure(HasMetadata owner, T rendered) throws ApiException {
    return ensure(owner, rendered, List.of());
  }

  /**
   * Brings the object to what is rendered: creates it, or patches the fields of its kind, or, when
   * a dependency has another version than the object was last written for, replaces it.
   *
   * @param rendered not changed
   * @param dependencies as stored; a change of one restarts the pods of the object
   * @return the object as stored
   */
  @CanIgnoreReturnValue
  public <T extends HasMetadata> T ensure(
      HasMetadata owner, T rendered, Collection<? extends HasMetadata> dependencies)
      throws ApiException {
    ObjectNode wanted = Json.tree(rendered);
    Versions.write(wanted, dependencies);
    Optional<T> found = find(rendered);
    if (found.isEmpty()) {
      return remember(wanted, client.create(owned(owner, rendered, wanted)));
    }
    T existing = found.get();
    ObjectNode stored = Json.tree(existing);
    if (!Versions.read(stored).equals(Versions.read(wanted))) {
      T replacement = owned(owner, rendered, wanted);
      replacement.getMetadata().setResourceVersion(existing.getMetadata().getResourceVersion());
      replacement.getMetadata().setUid(existing.getMetadata().getUid());
      return remember(wanted, client.update(replacement));
    }
    if (remembered.same(existing.getMetadata().getUid(), wanted, stored)) {
      return existing;
    }
    ObjectNode patch = MergePatch.between(stored, PatchedFields.wanted(stored, wanted));
    if (patch.isEmpty()) {
      return remember(wanted, existing);
    }
    patch.withObject("/metadata").put("uid", existing.getMetadata().getUid());
    return remember(wanted, client.patch(existing, Patch.merge(patch)));
  }

  /** Creates the object if it does not exist; an existing one is used unchanged. */
  @CanIgnoreReturnValue
  public <T extends HasMetadata> T ensurePresent(HasMetadata owner, T rendered)
      throws ApiException {
    Optional<T> found = find(rendered);
    return found.isPresent()
        ? found.get()
        : client.create(owned(owner, rendered, Json.tree(rendered)));
  }

  /** As {@link #ensurePresent(HasMetadata, HasMetadata)}, for what outlives its cluster. */
  @CanIgnoreReturnValue
  public <T extends HasMetadata> T ensurePresent(T rendered) throws ApiException {
    Optional<T> found = find(rendered);
    return found.isPresent() ? found.get() : client.create(rendered);
  }

  /** Deletes the object if it exists and is controlled by the owner. */
  public <T extends HasMetadata> void delete(HasMetadata owner, Class<T> type, String name)
      throws ApiException {
    Optional<T> found = client.get(type, ObjectKey.of(owner.getMetadata().getNamespace(), name));
    if (found.isPresent() && Owners.isControlledBy(found.get(), owner)) {
      client.delete(found.get(), Deletion.background());
    }
  }

  @SuppressWarnings("unchecked") // the class of a T
  private <T extends HasMetadata> Optional<T> find(T rendered) throws ApiException {
    return client.get((Class<T>) rendered.getClass(), ObjectKey.of(rendered));
  }

  @SuppressWarnings("unchecked") // the class of a T
  private static <T extends HasMetadata> T owned(HasMetadata owner, T rendered, ObjectNode wanted) {
    T object = (T) Json.convert(wanted, rendered.getClass());
    Owners.control(owner, object);
    return object;
  }

  private <T extends HasMetadata> T remember(ObjectNode wanted, T stored) {
    remembered.put(stored, wanted, Json.tree(stored));
    return stored;
  }
}
