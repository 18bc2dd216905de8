package io.coxswain.cli.deploy;

import io.coxswain.env.ApiRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One verb on one resource.
 *
 * @param namespace where it was used; "" for everywhere
 * @param resource with its subresource, such as {@code pods/status}
 */
record Right(String namespace, String group, String resource, String verb)
    implements Comparable<Right> {
  private static final Comparator<Right> ORDER =
      Comparator.comparing(Right::namespace)
          .thenComparing(Right::group)
          .thenComparing(Right::resource)
          .thenComparing(Right::verb);

  @Override
  public int compareTo(Right other) {
    return ORDER.compare(this, other);
  }

  /**
   * What a request needs; nothing for discovery, which everybody may.
   *
   * @param home rights in the namespace of the program itself are kept apart from those elsewhere
   */
  static List<Right> of(ApiRequest request, int status, String home) {
    List<Right> rights = of(request, home).stream().toList();
    if (!request.method().equals("PATCH") || status != 201) {
      return rights;
    }
    // A real server also asks for this right when an apply creates.
    return rights.stream()
        .flatMap(r -> Stream.of(r, new Right(r.namespace, r.group, r.resource, "create")))
        .toList();
  }

  private static Optional<Right> of(ApiRequest request, String home) {
    List<String> parts = List.of(request.path().substring(1).split("/"));
    boolean core = parts.getFirst().equals("api");
    int rest = core ? 2 : 3;
    if (parts.size() <= rest || (!core && !parts.getFirst().equals("apis"))) {
      return Optional.empty();
    }
    String group = core ? "" : parts.get(1);
    List<String> words = parts.subList(rest, parts.size());
    String namespace = "";
    if (words.size() > 2 && words.getFirst().equals("namespaces")) {
      namespace = words.get(1).equals(home) ? home : "";
      words = words.subList(2, words.size());
    }
    String resource = words.getFirst() + (words.size() > 2 ? "/" + words.get(2) : "");
    return Optional.of(new Right(namespace, group, resource, verbOf(request, words.size() > 1)));
  }

  private static String verbOf(ApiRequest request, boolean named) {
    return switch (request.method()) {
      case "GET" -> "true".equals(request.query("watch")) ? "watch" : named ? "get" : "list";
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> named ? "delete" : "deletecollection";
      default -> throw new IllegalArgumentException(request.method());
    };
  }
}
