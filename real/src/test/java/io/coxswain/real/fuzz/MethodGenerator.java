package io.coxswain.real.fuzz;

import java.util.List;
import java.util.stream.Stream;

/** Sends every method to every kind of path. */
final class MethodGenerator implements RequestGenerator {
  private static final List<String> PATHS =
      Stream.of(
              Fixtures.COLLECTIONS,
              Fixtures.OBJECTS,
              Fixtures.SUBRESOURCES,
              Fixtures.OTHERS,
              Fixtures.PLAIN,
              List.of(
                  "/api/v1/watch/namespaces/fuzz/configmaps",
                  "/api/v1/watch/nodes/n1",
                  "/api/v1/namespaces/fuzz/bogus",
                  "/apis/bogus.example.com/v1/things",
                  "/apis/apps/v9/deployments"))
          .flatMap(List::stream)
          .toList();

  private static final List<String> METHODS =
      List.of(
          "GET",
          "HEAD",
          "OPTIONS",
          "TRACE",
          "POST",
          "PUT",
          "PATCH",
          "DELETE",
          "get",
          "post",
          "delete",
          "BOGUS",
          "LINK",
          "PROPFIND");

  @Override
  public String name() {
    return "methods";
  }

  @Override
  public int count() {
    return 600;
  }

  @Override
  public WireRequest next(Choice choice) {
    String method = choice.of(METHODS);
    String path = choice.of(PATHS);
    boolean watch = path.contains("/watch/");
    boolean reads = List.of("GET", "HEAD").contains(method);
    String target = path + (watch ? "?timeoutSeconds=1" : reads ? "" : "?dryRun=All");
    if (watch && !reads) {
      target += "&dryRun=All";
    }
    WireRequest request = WireRequest.of(method, target);
    if (choice.percent(15)) {
      request = request.header("X-HTTP-Method-Override", choice.of(METHODS));
    }
    return switch (method) {
      case "POST", "PUT", "post" ->
          request.body("application/json", choice.percent(50) ? "{}" : "");
      case "PATCH" ->
          request.body(
              choice.of(
                  List.of(
                      "application/merge-patch+json",
                      "application/json-patch+json",
                      "application/strategic-merge-patch+json",
                      "application/apply-patch+yaml",
                      "application/json")),
              "{}");
      default -> request;
    };
  }
}
