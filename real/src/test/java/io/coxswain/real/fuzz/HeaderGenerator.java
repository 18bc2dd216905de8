package io.coxswain.real.fuzz;

import java.util.ArrayList;
import java.util.List;

/** Varies headers: negotiation, conditions, encodings, impersonation, credentials. */
final class HeaderGenerator implements RequestGenerator {
  private static final List<String> ACCEPTED =
      List.of(
          "application/json",
          "application/yaml",
          "application/vnd.kubernetes.protobuf",
          "*/*",
          "application/*",
          "text/html",
          "text/plain",
          "text/*",
          "*",
          "",
          "application",
          "application/json;as=Table;g=meta.k8s.io;v=v1",
          "application/json;as=Table;g=meta.k8s.io;v=v1beta1",
          "application/json;as=Table;g=meta.k8s.io;v=v2",
          "application/json;as=Table",
          "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
          "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
          "application/yaml;as=Table;g=meta.k8s.io;v=v1",
          "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
          "application/json;as=Bogus;g=meta.k8s.io;v=v1",
          "application/json;stream=watch",
          "application/json;stream=bogus",
          "application/json;charset=utf-8",
          "application/json;pretty=1",
          "APPLICATION/JSON",
          "application/json;",
          "application/json;=",
          "application/cbor",
          "application/merge-patch+json");

  private static final List<String> WEIGHTS =
      List.of(
          "", "", ";q=0.5", ";q=0", ";q=1", "; q=0.9", ";q=x", ";q=2", ";q=-1", ";Q=0.1", ";q=");

  private static final List<String> TYPES =
      List.of(
          "application/json",
          "application/json; charset=utf-8",
          "application/json;charset=\"utf-8\"",
          "APPLICATION/JSON",
          "application/yaml",
          "text/yaml",
          "text/plain",
          "application/vnd.kubernetes.protobuf",
          "application/merge-patch+json",
          "application/json-patch+json",
          "application/strategic-merge-patch+json",
          "application/apply-patch+yaml",
          "application/apply-patch+cbor",
          "application/json;",
          "application/json; x",
          "application/json, application/yaml",
          "application/",
          "*/*",
          "bogus",
          " ");

  @Override
  public String name() {
    return "headers";
  }

  @Override
  public int count() {
    return 600;
  }

  @Override
  public WireRequest next(Choice choice) {
    return switch (choice.below(10)) {
      case 0, 1, 2, 3 -> accept(choice);
      case 4, 5, 6 -> contentType(choice);
      case 7 -> impersonate(choice);
      default -> other(choice);
    };
  }

  private static WireRequest accept(Choice choice) {
    var clauses = new ArrayList<String>();
    int count = 1 + choice.below(3);
    for (int i = 0; i < count; i++) {
      clauses.add(choice.of(ACCEPTED) + choice.of(WEIGHTS));
    }
    String value = String.join(choice.of(List.of(",", ", ", ",,")), clauses);
    List<String> paths =
        choice.percent(45)
            ? Fixtures.COLLECTIONS
            : choice.percent(50)
                ? Fixtures.OBJECTS
                : choice.percent(60) ? Fixtures.PLAIN : Fixtures.OTHERS;
    return WireRequest.get(choice.of(paths)).header("Accept", value);
  }

  private static WireRequest contentType(Choice choice) {
    String type = choice.percent(10) ? "" : choice.of(TYPES);
    String map =
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"new\"},\"data\":{\"a\":\"b\"}}";
    String body =
        switch (choice.below(6)) {
          case 0 -> "";
          case 1 -> "[]";
          case 2 -> "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: new}\n";
          case 3 -> "{\"metadata\":{\"labels\":{\"z\":\"1\"}}}";
          default -> map;
        };
    return switch (choice.below(5)) {
      case 0, 1 ->
          WireRequest.of("POST", "/api/v1/namespaces/fuzz/configmaps?dryRun=All").body(type, body);
      case 2 ->
          WireRequest.of(
                  "PATCH", choice.of(Fixtures.OBJECTS) + "?dryRun=All&fieldManager=m&force=true")
              .body(type, body);
      case 3 ->
          WireRequest.of("DELETE", choice.of(Fixtures.OBJECTS) + "?dryRun=All")
              .body(
                  type,
                  choice.of(
                      List.of(
                          "",
                          "{\"dryRun\":[\"All\"]}",
                          "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"dryRun\":[\"All\"]}",
                          "x")));
      default ->
          WireRequest.of("POST", "/apis/fuzz.example.com/v1/namespaces/fuzz/widgets?dryRun=All")
              .body(type, body);
    };
  }

  private static WireRequest impersonate(Choice choice) {
    WireRequest request =
        WireRequest.of("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews")
            .body(
                "application/json",
                "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}");
    if (choice.percent(30)) {
      request = WireRequest.get(choice.of(Fixtures.OBJECTS));
    }
    // Upstream reports several extra keys in the random order of a map.
    String extra =
        choice.of(
            List.of(
                "Impersonate-Extra-Scopes",
                "Impersonate-Extra-acme.com%2fproject",
                "Impersonate-Extra-",
                "Impersonate-Extra-%zz",
                "Impersonate-Bogus"));
    int count = 1 + choice.below(3);
    for (int i = 0; i < count; i++) {
      request =
          switch (choice.below(5)) {
            case 0, 1 ->
                request.header(
                    "Impersonate-User",
                    choice.of(
                        List.of(
                            "someone",
                            "",
                            "system:anonymous",
                            "system:serviceaccount:fuzz:sa",
                            "system:serviceaccount:fuzz",
                            "system:serviceaccount:a:b:c",
                            "system:node:n1",
                            "a b")));
            case 2 ->
                request.header(
                    "Impersonate-Group",
                    choice.of(
                        List.of(
                            "some",
                            "",
                            "system:masters",
                            "system:authenticated",
                            "system:unauthenticated",
                            "a,b")));
            case 3 -> request.header(extra, choice.of(List.of("view", "", "a,b")));
            default -> request.header("Impersonate-Uid", choice.of(List.of("1", "", "a b")));
          };
    }
    return request;
  }

  private static WireRequest other(Choice choice) {
    List<String> paths = choice.percent(70) ? Fixtures.OBJECTS : Fixtures.PLAIN;
    WireRequest request = WireRequest.get(choice.of(paths));
    return switch (choice.below(10)) {
      case 0, 1, 2 ->
          request.header(
              "Authorization",
              choice.of(
                  List.of(
                      "Bearer x",
                      "Bearer",
                      "Bearer ",
                      "bearer x",
                      "Bearer a b",
                      "Basic YTpi",
                      "Digest x",
                      "",
                      "x",
                      "Bearer eyJhbGciOiJub25lIn0.e30.",
                      "Bearer x,Bearer y")));
      case 3 ->
          request.header(
              "Accept-Encoding",
              choice.of(List.of("gzip", "identity", "deflate", "gzip;q=0", "*", "br, gzip")));
      case 4 ->
          request.header(
              choice.of(List.of("If-Match", "If-None-Match")),
              choice.of(List.of("*", "\"x\"", "x", "W/\"1\"", "")));
      case 5 ->
          request.header(
              choice.of(List.of("If-Modified-Since", "If-Unmodified-Since")),
              choice.of(
                  List.of("Thu, 01 Jan 1970 00:00:00 GMT", "x", "Mon, 01 Jan 2035 00:00:00 GMT")));
      case 6 -> request.header("Connection", choice.of(List.of("close", "keep-alive", "x")));
      case 7 ->
          WireRequest.of("POST", "/api/v1/namespaces/fuzz/configmaps?dryRun=All")
              .header("Content-Encoding", choice.of(List.of("gzip", "identity", "bogus")))
              .body(
                  "application/json",
                  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"new\"}}");
      case 8 ->
          request.header(
              choice.of(List.of("Origin", "Range", "Audit-ID", "X-Forwarded-For", "Upgrade")),
              choice.of(List.of("x", "bytes=0-1", "http://example.com")));
      default ->
          request.header("User-Agent", choice.of(List.of("", "a/b c", "é", "x".repeat(2000))));
    };
  }
}
