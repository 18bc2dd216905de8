package io.coxswain.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.rest.Answers;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.util.List;
import java.util.Optional;

/** Whether the server is well, and what it is. */
final class Health {
  private static final List<String> CHECKS = List.of("healthz", "livez", "readyz");

  private Health() {}

  static Optional<ApiResponse> answer(ApiRequest request) {
    String path = request.path().replaceAll("^/|/$", "");
    if (path.equals("version")) {
      return Optional.of(Answers.json(200, version()));
    }
    String check = path.split("/", 2)[0];
    if (!CHECKS.contains(check) || (path.contains("/") && !path.equals(check + "/ping"))) {
      return Optional.empty();
    }
    boolean verbose = request.query("verbose") != null;
    return Optional.of(
        Answers.text(200, verbose ? "[+]ping ok\n" + check + " check passed\n" : "ok"));
  }

  /** Clients choose what they do by this: it says which Kubernetes is imitated. */
  private static ObjectNode version() {
    return Json.MAPPER
        .createObjectNode()
        .put("major", "1")
        .put("minor", "35")
        .put("emulationMajor", "1")
        .put("emulationMinor", "35")
        .put("minCompatibilityMajor", "1")
        .put("minCompatibilityMinor", "34")
        .put("gitVersion", "v1.35.8+coxswain")
        .put("gitCommit", "unknown")
        .put("gitTreeState", "clean")
        .put("buildDate", "1970-01-01T00:00:00Z")
        .put("goVersion", "none")
        .put("compiler", "javac")
        .put("platform", "java/25");
  }
}
