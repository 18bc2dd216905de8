package io.coxswain.api;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;

/**
 * The namespace and name of an object. The namespace of a cluster-scoped object is the empty
 * string.
 *
 * <p>Compares and hashes by hand: keys are in every map and queue, and the methods that the JDK
 * generates for records are slow until the optimizing compiler has compiled them.
 */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
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

  /** A key with another name in the same namespace. */
  public ObjectKey sibling(String otherName) {
    return new ObjectKey(namespace, otherName);
  }

  @Override
  public int compareTo(ObjectKey other) {
    int order = namespace.compareTo(other.namespace);
    return order != 0 ? order : name.compareTo(other.name);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectKey key
        && name.equals(key.name)
        && namespace.equals(key.namespace);
  }

  @Override
  public int hashCode() {
    return 31 * namespace.hashCode() + name.hashCode();
  }

  @Override
  public String toString() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
