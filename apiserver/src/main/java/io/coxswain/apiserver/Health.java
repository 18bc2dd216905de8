package io.coxswain.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.rest.Answers;
import io.coxswain.apiserver.rest.StatusException;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.util.List;
import java.util.Optional;

/** Whether the server is well, and what it is. */
final class Health {
  /** The Kubernetes that is imitated; clients choose what they do by this. */
  static final String VERSION = "v1.35.8+coxswain";

  private static final List<String> CHECKS = List.of("healthz", "livez", "readyz");

  private Health() {}

  static Optional<ApiResponse> answer(ApiRequest request) {
    String path = request.path().replaceAll("^/|/$", "");
    if (path.equals("version")) {
      String accept = request.header("accept");
      if (accept != null && accept.equals("text/html")) {
        return Optional.of(
            Answers.refusal(
                StatusException.notAcceptable(List.of("application/json", "application/yaml"))));
      }
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

  private static ObjectNode version() {
    return Json.MAPPER
        .createObjectNode()
        .put("major", "1")
        .put("minor", "35")
        .put("emulationMajor", "1")
        .put("emulationMinor", "35")
        .put("minCompatibilityMajor", "1")
        .put("minCompatibilityMinor", "34")
        .put("gitVersion", VERSION)
        .put("gitCommit", "unknown")
        .put("gitTreeState", "clean")
        .put("buildDate", "1970-01-01T00:00:00Z")
        .put("goVersion", "none")
        .put("compiler", "javac")
        .put("platform", "java/25");
  }
}
