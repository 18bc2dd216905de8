package io.coxswain.api;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Comparator;

/** Names one object of a kind. The namespace of a cluster-scoped object is the empty string. */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
  private static final Comparator<ObjectKey> ORDER =
      Comparator.comparing(ObjectKey::namespace).thenComparing(ObjectKey::name);

  /** The key of a cluster-scoped object. */
  public static ObjectKey of(String name) {
    return new ObjectKey("", name);
  }

  public static ObjectKey of(String namespace, String name) {
    return new ObjectKey(namespace, name);
  }

  public static ObjectKey of(HasMetadata object) {
    ObjectMeta meta = object.getMetadata();
    return new ObjectKey(meta.getNamespace() == null ? "" : meta.getNamespace(), meta.getName());
  }

  /** Another name in the same namespace. */
  public ObjectKey sibling(String otherName) {
    return new ObjectKey(namespace, otherName);
  }

  @Override
  public int compareTo(ObjectKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
