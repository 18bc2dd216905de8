package io.coxswain.kube.gc;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;

/**
 * The metadata of one object that the garbage collector uses.
 *
 * @param foreground whether it is being deleted after its blocking dependents
 * @param orphaning whether it is being deleted after its dependents have been orphaned
 */
record Item(
    Id id, List<OwnerReference> owners, boolean deleting, boolean foreground, boolean orphaning) {
  static final String FOREGROUND_FINALIZER = "foregroundDeletion";
  static final String ORPHAN_FINALIZER = "orphan";

  /** Identifies one object; another object with the same name has another UID. */
  record Id(ResourceType type, ObjectKey key, String uid) implements Comparable<Id> {
    @Override
    public int compareTo(Id other) {
      int order = type.compareTo(other.type);
      if (order == 0) {
        order = key.compareTo(other.key);
      }
      return order != 0 ? order : uid.compareTo(other.uid);
    }

    // Explicit, as in ObjectKey and ResourceType.
    @Override
    public boolean equals(Object other) {
      return other instanceof Id id
          && uid.equals(id.uid)
          && key.equals(id.key)
          && type.equals(id.type);
    }

    @Override
    public int hashCode() {
      return 31 * key.hashCode() + uid.hashCode();
    }

    @Override
    public String toString() {
      String version =
          type.group().isEmpty() ? type.version() : type.group() + "/" + type.version();
      return "[%s/%s, namespace: %s, name: %s, uid: %s]"
          .formatted(version, type.kind(), key.namespace(), key.name(), uid);
    }
  }

  static Item of(ResourceType type, HasMetadata object) {
    boolean deleting = object.getMetadata().getDeletionTimestamp() != null;
    return new Item(
        new Id(type, ObjectKey.of(object), object.getMetadata().getUid()),
        List.copyOf(Owners.of(object)),
        deleting,
        deleting && Finalizers.has(object, FOREGROUND_FINALIZER),
        deleting && Finalizers.has(object, ORPHAN_FINALIZER));
  }

  /** Whether this object blocks the foreground deletion of the owner. */
  boolean blocks(String ownerUid) {
    return owners.stream()
        .anyMatch(
            o -> o.getUid().equals(ownerUid) && Boolean.TRUE.equals(o.getBlockOwnerDeletion()));
  }

  /** Whether a reference refers to this object: same kind and name, and in scope. */
  boolean isMeantBy(OwnerReference reference, String dependentNamespace) {
    return reference.getUid().equals(id.uid())
        && reference.getKind().equals(id.type().kind())
        && reference.getName().equals(id.key().name())
        && Owners.group(reference.getApiVersion()).equals(id.type().group())
        && isInReachOf(dependentNamespace);
  }

  /** Cluster-scoped objects may own any object, namespaced ones only objects in their namespace. */
  boolean isInReachOf(String dependentNamespace) {
    return id.key().namespace().isEmpty() || id.key().namespace().equals(dependentNamespace);
  }
}
