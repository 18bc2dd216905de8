package io.coxswain.kube.gc;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.Owners;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;

/**
 * One object as the garbage collector knows it.
 *
 * @param foreground being deleted, but only after those who depend on it and block it
 * @param orphaning being deleted, but only after those who depend on it were let go
 */
record Item(
    Id id, List<OwnerReference> owners, boolean deleting, boolean foreground, boolean orphaning) {
  static final String FOREGROUND_FINALIZER = "foregroundDeletion";
  static final String ORPHAN_FINALIZER = "orphan";

  /** Names one object for ever: another of the same name has another UID. */
  record Id(ResourceType type, ObjectKey key, String uid) implements Comparable<Id> {
    @Override
    public int compareTo(Id other) {
      int order = type.compareTo(other.type);
      if (order == 0) {
        order = key.compareTo(other.key);
      }
      return order != 0 ? order : uid.compareTo(other.uid);
    }

    // By hand, as in its parts.
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
      return type + " " + key + " (" + uid + ")";
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

  /** Whether this object holds up the foreground deletion of that owner. */
  boolean blocks(String ownerUid) {
    return owners.stream()
        .anyMatch(
            o -> o.getUid().equals(ownerUid) && Boolean.TRUE.equals(o.getBlockOwnerDeletion()));
  }

  /**
   * Whether a reference means this object: same kind and name, in a place that can be owned from.
   */
  boolean isMeantBy(OwnerReference reference, String dependentNamespace) {
    return reference.getUid().equals(id.uid())
        && reference.getKind().equals(id.type().kind())
        && reference.getName().equals(id.key().name())
        && Owners.group(reference.getApiVersion()).equals(id.type().group())
        && isInReachOf(dependentNamespace);
  }

  /** Cluster-scoped objects may own anything, namespaced ones only what is beside them. */
  boolean isInReachOf(String dependentNamespace) {
    return id.key().namespace().isEmpty() || id.key().namespace().equals(dependentNamespace);
  }
}
