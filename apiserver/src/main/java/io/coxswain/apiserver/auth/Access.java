package io.coxswain.apiserver.auth;

/**
 * What someone wants to do: something with a resource, or something with another path.
 *
 * @param isResource whether it is about a resource, not about another path
 * @param name empty when no single object is meant
 */
public record Access(
    User user,
    boolean isResource,
    String verb,
    String group,
    String resource,
    String subresource,
    String namespace,
    String name,
    String path) {

  public static Access path(User user, String verb, String path) {
    return new Access(user, false, verb, "", "", "", "", "", path);
  }

  public static Access resource(
      User user, String verb, String group, String resource, String namespace, String name) {
    return new Access(user, true, verb, group, resource, "", namespace, name, "");
  }

  public Access withSubresource(String theirs) {
    return new Access(user, isResource, verb, group, resource, theirs, namespace, name, path);
  }

  /** As in the rules of roles: {@code pods} or {@code pods/status}. */
  public String fullResource() {
    return subresource.isEmpty() ? resource : resource + "/" + subresource;
  }
}
