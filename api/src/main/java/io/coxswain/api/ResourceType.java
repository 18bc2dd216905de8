package io.coxswain.api;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;

/**
 * A kind and the path under which it is served.
 *
 * <p>Compares and hashes by hand, like {@link ObjectKey}.
 *
 * @param group empty for the core group
 */
public record ResourceType(
    String group, String version, String kind, String plural, boolean namespaced)
    implements Comparable<ResourceType> {
  private static final ClassValue<ResourceType> OF_CLASS =
      new ClassValue<>() {
        @Override
        @SuppressWarnings("unchecked")
        protected ResourceType computeValue(Class<?> type) {
          return read((Class<? extends HasMetadata>) type);
        }
      };

  /** The type in the annotations of a model class. */
  public static ResourceType of(Class<? extends HasMetadata> type) {
    return OF_CLASS.get(type);
  }

  private static ResourceType read(Class<? extends HasMetadata> type) {
    String version = HasMetadata.getVersion(type);
    if (version == null) {
      throw new IllegalArgumentException(type.getName() + " has no @Version annotation");
    }
    String group = HasMetadata.getGroup(type);
    return new ResourceType(
        group == null ? "" : group,
        version,
        HasMetadata.getKind(type),
        HasMetadata.getPlural(type),
        Namespaced.class.isAssignableFrom(type));
  }

  /** The form of the {@code apiVersion} field: {@code v1}, {@code batch/v1}. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** The form in error messages and RBAC rules: {@code pods}, {@code jobs.batch}. */
  public String qualifiedPlural() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  /** The path of the collection; for all namespaces if the namespace is empty. */
  public String path(String namespace) {
    String root = group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
    return namespaced && !namespace.isEmpty()
        ? root + "/namespaces/" + namespace + "/" + plural
        : root + "/" + plural;
  }

  /** The path of one object. */
  public String path(ObjectKey key) {
    return path(key.namespace()) + "/" + key.name();
  }

  @Override
  public int compareTo(ResourceType other) {
    int order = group.compareTo(other.group);
    if (order == 0) {
      order = version.compareTo(other.version);
    }
    return order != 0 ? order : kind.compareTo(other.kind);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof ResourceType type
            && kind.equals(type.kind)
            && group.equals(type.group)
            && version.equals(type.version)
            && plural.equals(type.plural)
            && namespaced == type.namespaced);
  }

  @Override
  public int hashCode() {
    return 31 * group.hashCode() + kind.hashCode();
  }

  @Override
  public String toString() {
    return apiVersion() + " " + kind;
  }
}
