package io.coxswain.slurm.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
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
import io.coxswain.slurm.reconcile.TemplatePlan.Mark;
import io.coxswain.slurm.reconcile.TemplatePlan.Owner;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Writes rendered objects for their owner. */
public final class OwnedObjects {
  private static final String ANNOTATIONS = "/metadata/annotations";

  private final Client client;
  private final LastAppliedCache remembered = new LastAppliedCache();

  public OwnedObjects(Client client) {
    this.client = client;
  }

  @CanIgnoreReturnValue
  public <T extends HasMetadata> T ensure(HasMetadata owner, T rendered) throws ApiException {
    return ensure(owner, rendered, List.of());
  }

  @CanIgnoreReturnValue
  public <T extends HasMetadata> T ensure(
      HasMetadata owner, T rendered, Collection<? extends HasMetadata> dependencies)
      throws ApiException {
    return ensure(owner, rendered, dependencies, PodTemplate.isRollOutAsked(owner));
  }

  /**
   * Brings the object to what is rendered: creates it, or patches the fields of its kind, or, when
   * a dependency has another version than the object was last written for, replaces it. A pod
   * template of another operator stays at first, see {@link TemplatePlan}.
   *
   * @param rendered not changed
   * @param dependencies as stored; a change of one restarts the pods of the object
   * @param rollOut whether a pod template of another operator is replaced
   * @return the object as stored
   */
  @CanIgnoreReturnValue
  <T extends HasMetadata> T ensure(
      HasMetadata owner,
      T rendered,
      Collection<? extends HasMetadata> dependencies,
      boolean rollOut)
      throws ApiException {
    ObjectNode wanted = Json.tree(rendered);
    Versions.write(wanted, dependencies);
    Optional<T> found = find(rendered);
    if (found.isEmpty()) {
      ObjectNode marked = wanted.deepCopy();
      if (PodTemplate.isIn(wanted)) {
        mark(marked, new Mark(Owner.OURS, PodTemplate.digest(wanted)));
      }
      return remember(wanted, client.create(owned(owner, rendered, marked)));
    }
    T existing = found.get();
    String uid = existing.getMetadata().getUid();
    ObjectNode stored = Json.tree(existing);
    boolean sameVersions = Versions.read(stored).equals(Versions.read(wanted));
    Mark mark = Mark.read(PodTemplate.mark(existing));
    boolean replaced = rollOut && mark.owner() == Owner.OTHERS && PodTemplate.isIn(wanted);
    if (sameVersions && !replaced && remembered.same(uid, wanted, stored)) {
      return existing;
    }
    ObjectNode marked = wanted.deepCopy();
    if (PodTemplate.isIn(wanted)) {
      TemplatePlan plan =
          TemplatePlan.of(
              new TemplatePlan.Observed(
                  mark,
                  PodTemplate.digest(wanted),
                  PodTemplate.isRenderedIn(wanted, stored),
                  sameVersions,
                  remembered.knows(uid),
                  rollOut));
      if (plan instanceof TemplatePlan.Keep) {
        marked = PodTemplate.transplanted(wanted, stored);
        sameVersions = true; // from now on
      }
      mark(marked, plan.mark());
    }
    if (!sameVersions) {
      T replacement = owned(owner, rendered, marked);
      replacement.getMetadata().setResourceVersion(existing.getMetadata().getResourceVersion());
      replacement.getMetadata().setUid(uid);
      return remember(wanted, client.update(replacement));
    }
    ObjectNode target = PatchedFields.wanted(stored, marked);
    if (PodTemplate.isIn(wanted)) {
      annotate(target, marked);
    }
    ObjectNode patch = MergePatch.between(stored, target);
    if (patch.isEmpty()) {
      return remember(wanted, existing);
    }
    patch.withObject("/metadata").put("uid", uid);
    return remember(wanted, client.patch(existing, Patch.merge(patch)));
  }

  private static void mark(ObjectNode object, Mark mark) {
    object.withObject(ANNOTATIONS).put(PodTemplate.MARK, mark.text());
  }

  /** Whose the template is, and for which versions; of a Deployment no annotation is patched. */
  private static void annotate(ObjectNode target, ObjectNode marked) {
    for (String name : List.of(PodTemplate.MARK, Versions.ANNOTATION)) {
      JsonNode value = marked.at(ANNOTATIONS).get(name);
      if (value != null) {
        target.withObject(ANNOTATIONS).set(name, value);
      }
    }
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
