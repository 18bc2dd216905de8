package io.coxswain.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.util.List;
import java.util.Optional;

/** The version of Kubernetes that the server implements, served as {@code /version}. */
final class ServerVersion {
  /** Clients choose the features they use by this version. */
  static final String VERSION = "v1.35.8+coxswain";

  private ServerVersion() {}

  static Optional<ApiResponse> respond(ApiRequest request) {
    if (!request.path().replaceAll("/$", "").equals("/version")) {
      return Optional.empty();
    }
    return Responses.unacceptable(request, List.of("application/json"))
        .or(() -> Optional.of(Responses.json(200, version())));
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
