package io.coxswain.apiserver.rest;

import io.coxswain.env.ApiRequest;
import java.util.Arrays;
import java.util.List;

/**
 * What a request is about, read from its method, path and query alone.
 *
 * @param resource empty for a request that is not about a resource, such as discovery
 * @param verb get, list, watch, create, update, patch, delete or deletecollection
 */
public record RequestInfo(
    String verb,
    String group,
    String version,
    String resource,
    String namespace,
    String name,
    String subresource) {

  public static RequestInfo of(ApiRequest request) {
    List<String> parts =
        Arrays.stream(request.path().split("/")).filter(p -> !p.isEmpty()).toList();
    boolean core = !parts.isEmpty() && parts.getFirst().equals("api");
    boolean grouped = !parts.isEmpty() && parts.getFirst().equals("apis");
    int head = core ? 2 : 3;
    if ((!core && !grouped) || parts.size() <= head) {
      return new RequestInfo(
          request.method().equals("HEAD") ? "get" : verbOf(request), "", "", "", "", "", "");
    }
    String group = core ? "" : parts.get(1);
    String version = parts.get(head - 1);
    List<String> rest = parts.subList(head, parts.size());
    boolean watchPrefix = rest.size() > 1 && rest.getFirst().equals("watch");
    if (watchPrefix) {
      rest = rest.subList(1, rest.size());
    }
    // The namespace of the path is kept even for "namespaces" itself: a Namespace inside of a
    // namespace, or any other cluster-scoped kind, must not be served there.
    String namespace = "";
    boolean inside =
        rest.size() > 2
            && rest.getFirst().equals("namespaces")
            && !rest.get(2).equals("status")
            && !rest.get(2).equals("finalize");
    if (inside) {
      namespace = rest.get(1);
      rest = rest.subList(2, rest.size());
    }
    String resource = rest.getFirst();
    String name = rest.size() > 1 ? rest.get(1) : "";
    String subresource = rest.size() > 2 ? String.join("/", rest.subList(2, rest.size())) : "";
    String verb = watchPrefix ? "watch" : verbOf(request);
    if (verb.equals("get")) {
      if (isTrue(request.query("watch")) && subresource.isEmpty()) {
        verb = "watch";
      } else if (name.isEmpty()) {
        verb = "list";
      }
    } else if (verb.equals("delete") && name.isEmpty()) {
      verb = "deletecollection";
    }
    return new RequestInfo(verb, group, version, resource, namespace, name, subresource);
  }

  private static String verbOf(ApiRequest request) {
    return switch (request.method()) {
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> "delete";
      case "GET", "HEAD" -> "get";
      default -> "";
    };
  }

  /** How Kubernetes reads a boolean of the query: anything but a clear no is a yes. */
  static boolean isTrue(@org.jspecify.annotations.Nullable String value) {
    return value != null && !value.equals("0") && !value.equalsIgnoreCase("false");
  }

  public boolean isResource() {
    return !resource.isEmpty();
  }
}
