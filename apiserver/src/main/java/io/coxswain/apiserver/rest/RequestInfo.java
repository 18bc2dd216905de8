package io.coxswain.apiserver.rest;

import io.coxswain.env.ApiRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parsed method, path and query of a request.
 *
 * @param resource empty for a non-resource request, such as discovery
 * @param verb get, list, watch, create, update, patch, delete or deletecollection; proxy for a path
 *     with that deprecated prefix, which is never served
 * @param deeper whether the path continues after the subresource; only for the proxy subresource
 *     and for custom resources, which ignore the rest, is it a path of the API
 */
public record RequestInfo(
    String verb,
    String group,
    String version,
    String resource,
    String namespace,
    String name,
    String subresource,
    boolean deeper) {
  private static final Set<String> LONG_RUNNING_SUBRESOURCES =
      Set.of("attach", "exec", "log", "portforward", "proxy");

  /** Verbs that may come before the resource. */
  private static final Set<String> PREFIXES = Set.of("watch", "proxy");

  /** The error about a path that ends with a verb; empty for any other path. */
  public static Optional<String> problem(ApiRequest request) {
    List<String> parts = parts(request.path());
    boolean core = parts.getFirst().equals("api");
    int head = core ? 2 : 3;
    boolean resource = core || parts.getFirst().equals("apis");
    return resource && parts.size() == head + 1 && PREFIXES.contains(parts.getLast())
        ? Optional.of("unable to determine kind and namespace from url")
        : Optional.empty();
  }

  /** The segments, of which some may be empty. */
  private static List<String> parts(String path) {
    int start = 0;
    int end = path.length();
    while (start < end && path.charAt(start) == '/') {
      start++;
    }
    while (end > start && path.charAt(end - 1) == '/') {
      end--;
    }
    return List.of(path.substring(start, end).split("/", -1));
  }

  public static RequestInfo of(ApiRequest request) {
    List<String> parts = parts(request.path());
    boolean core = parts.getFirst().equals("api");
    boolean grouped = parts.getFirst().equals("apis");
    int head = core ? 2 : 3;
    if ((!core && !grouped) || parts.size() <= head) {
      return new RequestInfo(
          request.method().equals("HEAD") ? "get" : verbOf(request), "", "", "", "", "", "", false);
    }
    String group = core ? "" : parts.get(1);
    String version = parts.get(head - 1);
    List<String> rest = parts.subList(head, parts.size());
    String prefix = rest.size() > 1 && PREFIXES.contains(rest.getFirst()) ? rest.getFirst() : "";
    if (!prefix.isEmpty()) {
      rest = rest.subList(1, rest.size());
    }
    // The namespace of the path is kept even for "namespaces" itself: a Namespace inside a
    // namespace, or any other
    // cluster-scoped kind, must not be served there.
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
    String subresource = rest.size() > 2 && !prefix.equals("proxy") ? rest.get(2) : "";
    String verb = prefix.isEmpty() ? verbOf(request) : prefix;
    if (verb.equals("get")) {
      if (name.isEmpty()) {
        verb = isTrue(request.query("watch")) ? "watch" : "list";
      }
    } else if (verb.equals("delete") && name.isEmpty()) {
      verb = "deletecollection";
    }
    return new RequestInfo(
        verb, group, version, resource, namespace, name, subresource, rest.size() > 3);
  }

  /** Whether the path is one of the deprecated watches below {@code /api/v1/watch}. */
  static boolean isWatchPath(ApiRequest request) {
    String[] parts = request.path().split("/");
    int at = request.path().startsWith("/apis/") ? 4 : 3;
    return parts.length > at + 1 && parts[at].equals("watch");
  }

  /** The path at the backend of a proxied request, as it was sent; null for any other request. */
  public @Nullable String proxyPath(ApiRequest request) {
    if (!subresource.equals("proxy") || !group.isEmpty()) {
      return null;
    }
    String parent = namespace.isEmpty() ? "" : "/namespaces/" + namespace;
    String prefix = "/api/" + version + parent + "/" + resource + "/" + name + "/proxy";
    String path = request.path();
    return path.equals(prefix) || path.startsWith(prefix + "/")
        ? path.substring(prefix.length())
        : null;
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

  /**
   * Parses a boolean query parameter like Kubernetes: anything except an explicit false is true.
   */
  static boolean isTrue(@Nullable String value) {
    return value != null && !value.equals("0") && !value.equalsIgnoreCase("false");
  }

  /** As in kube-apiserver: by the verb and the subresource, regardless of the query of a write. */
  public boolean isLongRunning(ApiRequest request) {
    boolean read = request.method().equals("GET") || request.method().equals("HEAD");
    return isResource()
        && ((read && verb.equals("watch"))
            || LONG_RUNNING_SUBRESOURCES.contains(subresource.split("/", 2)[0]));
  }

  public boolean isResource() {
    return !resource.isEmpty();
  }
}
