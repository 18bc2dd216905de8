package io.coxswain.sim.roles;

import io.coxswain.env.ApiRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One verb on one resource.
 *
 * @param namespace the namespace in which it was used; "" for all
 * @param resource with its subresource, such as {@code pods/status}
 * @param name the only object it applies to; empty for all
 */
public record Right(String namespace, String group, String resource, String name, String verb)
    implements Comparable<Right> {
  private static final String ANY = "*";
  private static final Comparator<Right> ORDER =
      Comparator.comparing(Right::namespace)
          .thenComparing(Right::group)
          .thenComparing(Right::resource)
          .thenComparing(Right::name)
          .thenComparing(Right::verb);

  public Right(String namespace, String group, String resource, String verb) {
    this(namespace, group, resource, "", verb);
  }

  /** Several verbs on one resource, in all namespaces. */
  public static List<Right> everywhere(String group, String resource, String... verbs) {
    return Stream.of(verbs).map(verb -> new Right("", group, resource, verb)).toList();
  }

  /** Several verbs on one resource, in one namespace. */
  public static List<Right> in(String namespace, String group, String resource, String... verbs) {
    return Stream.of(verbs).map(verb -> new Right(namespace, group, resource, verb)).toList();
  }

  /** Whether this permission includes the other one and is not equal to it. */
  boolean covers(Right other) {
    boolean any = group.equals(ANY) && resource.equals(ANY);
    boolean same = group.equals(other.group) && resource.equals(other.resource);
    return (any || same) && namespace.isEmpty() && verb.equals(other.verb) && !equals(other);
  }

  @Override
  public int compareTo(Right other) {
    return ORDER.compare(this, other);
  }

  /**
   * The permissions that a request needs; none for discovery, which is allowed for everyone.
   *
   * @param home permissions in the program's own namespace are kept apart from those in others
   */
  public static List<Right> of(ApiRequest request, int status, String home) {
    List<Right> rights = of(request, home).stream().toList();
    if (!request.method().equals("PATCH") || status != 201) {
      return rights;
    }
    // A real server also requires this permission when an apply creates the object.
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
    if (words.size() > 2 && words.getFirst().equals("namespaces") && !isPart(words)) {
      namespace = words.get(1).equals(home) ? home : "";
      words = words.subList(2, words.size());
    }
    String resource = words.getFirst() + (words.size() > 2 ? "/" + words.get(2) : "");
    return Optional.of(new Right(namespace, group, resource, verbOf(request, words.size() > 1)));
  }

  /** Whether the path segments name a subresource of a namespace, not a resource in it. */
  private static boolean isPart(List<String> words) {
    return words.size() == 3 && List.of("status", "finalize").contains(words.get(2));
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
