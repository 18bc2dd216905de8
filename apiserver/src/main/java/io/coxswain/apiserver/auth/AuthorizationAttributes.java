package io.coxswain.apiserver.auth;

import java.util.Collections;
import java.util.SortedMap;

/**
 * A request to authorize: for a resource, or for another path.
 *
 * @param isResource whether it is for a resource, not for another path
 * @param name empty unless the request is for a single object
 * @param fields values that the field selector of a list, watch or deletecollection requires
 */
public record AuthorizationAttributes(
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

  public static AuthorizationAttributes path(User user, String verb, String path) {
    return new AuthorizationAttributes(
        user, false, verb, "", "", "", "", "", path, Collections.emptySortedMap());
  }

  public static AuthorizationAttributes resource(
      User user, String verb, String group, String resource, String namespace, String name) {
    return new AuthorizationAttributes(
        user, true, verb, group, resource, "", namespace, name, "", Collections.emptySortedMap());
  }

  public AuthorizationAttributes withSubresource(String theirs) {
    return new AuthorizationAttributes(
        user, isResource, verb, group, resource, theirs, namespace, name, path, fields);
  }

  public AuthorizationAttributes withFields(SortedMap<String, String> required) {
    return new AuthorizationAttributes(
        user, isResource, verb, group, resource, subresource, namespace, name, path, required);
  }

  /** As in the rules of roles: {@code pods} or {@code pods/status}. */
  public String fullResource() {
    return subresource.isEmpty() ? resource : resource + "/" + subresource;
  }
}
