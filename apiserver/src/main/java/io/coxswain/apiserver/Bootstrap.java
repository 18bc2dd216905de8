package io.coxswain.apiserver;

import io.coxswain.api.Json;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.rest.Answer;
import io.coxswain.env.ApiRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The objects that every cluster begins with. */
final class Bootstrap {
  private static final User SERVER = new User("system:apiserver", List.of("system:masters"));

  /** Conflict: a server that goes on with the objects of an earlier run. */
  private static final int ALREADY_THERE = 409;

  private Bootstrap() {}

  static void run(ApiServer server) {
    for (String name : List.of("default", "kube-system", "kube-public", "kube-node-lease")) {
      var namespace = Json.MAPPER.createObjectNode();
      namespace.putObject("metadata").put("name", name);
      create(server, "/api/v1/namespaces", Json.bytes(namespace));
    }
    create(
        server,
        "/api/v1/namespaces/default/services",
        """
        {"metadata": {"name": "kubernetes",
                      "labels": {"component": "apiserver", "provider": "kubernetes"}},
         "spec": {"clusterIP": "10.0.0.1",
                  "ports": [{"name": "https", "port": 443, "targetPort": 6443}]}}
        """
            .getBytes(StandardCharsets.UTF_8));
    priorityClass(server, "system-cluster-critical", 2000000000);
    priorityClass(server, "system-node-critical", 2000001000);
  }

  private static void priorityClass(ApiServer server, String name, int value) {
    var priorityClass = Json.MAPPER.createObjectNode();
    priorityClass.putObject("metadata").put("name", name);
    priorityClass.put("value", value);
    create(server, "/apis/scheduling.k8s.io/v1/priorityclasses", Json.bytes(priorityClass));
  }

  private static void create(ApiServer server, String path, byte[] body) {
    var request =
        ApiRequest.of("POST", path)
            .header("user-agent", "kube-apiserver")
            .body("application/json", body);
    if (server.handle(request, SERVER) instanceof Answer.Whole whole
        && (whole.response().ok() || whole.response().status() == ALREADY_THERE)) {
      return;
    }
    throw new IllegalStateException("cannot create " + path);
  }
}
