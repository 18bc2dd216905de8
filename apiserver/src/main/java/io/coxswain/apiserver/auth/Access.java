package io.coxswain.apiserver.auth;

import java.util.Objects;

/**
 * What someone wants to do: something with a resource, or something with another path.
 *
 * @param resource empty for a path that is no resource
 * @param name empty when no single object is meant
 * @param path empty for a resource
 */
public record Access(
    User user,
    String verb,
    String group,
    String resource,
    String subresource,
    String namespace,
    String name,
    String path) {

  public static Access path(User user, String verb, String path) {
    return new Access(user, verb, "", "", "", "", "", path);
  }

  public static Access resource(
      User user, String verb, String group, String resource, String namespace, String name) {
    return new Access(user, verb, group, resource, "", namespace, name, "");
  }

  public Access withSubresource(String theirs) {
    return new Access(user, verb, group, resource, theirs, namespace, name, path);
  }

  public boolean isResource() {
    return path.isEmpty();
  }

  /** As in the rules of roles: {@code pods} or {@code pods/status}. */
  public String fullResource() {
    return Objects.requireNonNull(
        subresource.isEmpty() ? resource : resource + "/" + subresource, "resource");
  }
}
