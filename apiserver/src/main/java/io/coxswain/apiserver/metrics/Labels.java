package io.coxswain.apiserver.metrics;

import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.env.ApiRequest;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The metric labels of a request. */
record Labels(
    String verb,
    String dryRun,
    String group,
    String version,
    String resource,
    String subresource,
    String scope) {
  private static final String COMPONENT = "apiserver";
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT");

  private static final Set<String> SUBRESOURCES =
      Set.of(
          "approval",
          "attach",
          "binding",
          "ephemeralcontainers",
          "eviction",
          "exec",
          "finalize",
          "log",
          "portforward",
          "proxy",
          "resize",
          "scale",
          "status",
          "token");

  /** Labels for a request for a served resource. */
  static Labels of(RequestInfo info, ApiRequest request) {
    return new Labels(
        verb(info, request),
        "All".equals(request.query("dryRun")) ? "All" : "",
        info.group(),
        info.version(),
        info.resource(),
        subresource(info.subresource()),
        scope(info));
  }

  /** Labels for other requests, with constant values, because clients can invent paths. */
  static Labels unknown(ApiRequest request) {
    String method = METHODS.contains(request.method()) ? request.method() : "other";
    return new Labels(method, "", "", "", "", "", "");
  }

  private static String verb(RequestInfo info, ApiRequest request) {
    return switch (info.verb()) {
      case "create" -> "POST";
      case "update" -> "PUT";
      case "patch" -> {
        String type = request.header("content-type");
        yield type != null && type.startsWith("application/apply-patch") ? "APPLY" : "PATCH";
      }
      case "" -> "other";
      default -> info.verb().toUpperCase(Locale.ROOT);
    };
  }

  /** Only the first segment, because clients choose the rest. */
  private static String subresource(String path) {
    int slash = path.indexOf('/');
    String first = slash < 0 ? path : path.substring(0, slash);
    return SUBRESOURCES.contains(first) ? first : "";
  }

  private static String scope(RequestInfo info) {
    if (!info.name().isEmpty() || info.verb().equals("create")) {
      return "resource";
    }
    return info.namespace().isEmpty() ? "cluster" : "namespace";
  }

  String[] all() {
    return new String[] {verb, dryRun, group, version, resource, subresource, scope, COMPONENT};
  }

  String[] all(String code) {
    return new String[] {
      verb, dryRun, group, version, resource, subresource, scope, COMPONENT, code
    };
  }

  String[] lasting() {
    return new String[] {verb, group, version, resource, subresource, scope, COMPONENT};
  }
}
