package io.coxswain.apiserver.auth;

import java.util.Collections;
import java.util.SortedMap;

/**
 * What someone wants to do: something with a resource, or something with another path.
 *
 * @param isResource whether it is about a resource, not about another path
 * @param name empty when no single object is meant
 * @param fields values that the field selector of a list, watch or deletecollection requires
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
    String path,
    SortedMap<String, String> fields) {

  public static Access path(User user, String verb, String path) {
    return new Access(user, false, verb, "", "", "", "", "", path, Collections.emptySortedMap());
  }

  public static Access resource(
      User user, String verb, String group, String resource, String namespace, String name) {
    return new Access(
        user, true, verb, group, resource, "", namespace, name, "", Collections.emptySortedMap());
  }

  public Access withSubresource(String theirs) {
    return new Access(
        user, isResource, verb, group, resource, theirs, namespace, name, path, fields);
  }

  public Access withFields(SortedMap<String, String> required) {
    return new Access(
        user, isResource, verb, group, resource, subresource, namespace, name, path, required);
  }

  /** As in the rules of roles: {@code pods} or {@code pods/status}. */
  public String fullResource() {
    return subresource.isEmpty() ? resource : resource + "/" + subresource;
  }
}
