package io.coxswain.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.auth.token.TokenTracking;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rest.HandlerResponse;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes of the server itself: the objects of a new cluster, and small bookkeeping updates. */
final class Bootstrap {
  private static final User SERVER = new User("system:apiserver", List.of("system:masters"));

  private static final Logger log = LoggerFactory.getLogger(Bootstrap.class);

  private Bootstrap() {}

  /** The response to a request of the server itself. */
  static ApiResponse handled(ApiServer server, ApiRequest request) {
    return server.handle(request, SERVER) instanceof HandlerResponse.Whole whole
        ? whole.response()
        : Responses.text(500, "the response is a stream");
  }

  static void run(ApiServer server, Instant now) {
    for (String name : List.of("default", "kube-system", "kube-public", "kube-node-lease")) {
      var namespace = Json.MAPPER.createObjectNode();
      namespace.putObject("metadata").put("name", name);
      create(server, "/api/v1/namespaces", Json.bytes(namespace));
    }
    serviceRange(server, now);
    create(
        server,
        "/api/v1/namespaces/default/services",
        """
        {"metadata": {"name": "kubernetes",
                      "labels": {"component": "apiserver", "provider": "kubernetes"}},
         "spec": {"clusterIP": "10.96.0.1", "ipFamilyPolicy": "SingleStack",
                  "ports": [{"name": "https", "port": 443, "targetPort": 6443}]}}
        """
            .getBytes(StandardCharsets.UTF_8));
    create(server, "/api/v1/namespaces/kube-system/configmaps", TokenTracking.configMap(now));
    priorityClass(
        server,
        "system-cluster-critical",
        2000000000,
        "Used for system critical pods that must run in the cluster, but can be moved to another"
            + " node if necessary.");
    priorityClass(
        server,
        "system-node-critical",
        2000001000,
        "Used for system critical pods that must not be moved from their current node.");
  }

  /**
   * Publishes the CA of client certificates, for programs that delegate authentication to this
   * server. CAs that were published earlier stay.
   */
  static void publishClientAuthority(ApiServer server, String pem) {
    String path = "/api/v1/namespaces/kube-system/configmaps";
    String name = "extension-apiserver-authentication";
    String field = "client-ca-file";
    JsonNode there = read(server, path + "/" + name);
    String said = Meta.text(there, "/data/" + field);
    if (said.contains(pem)) {
      return;
    }
    var map = Json.MAPPER.createObjectNode();
    map.putObject("metadata").put("name", name);
    map.putObject("data").put(field, said.isBlank() ? pem : said.stripTrailing() + "\n" + pem);
    ApiRequest request =
        there.isMissingNode()
            ? ApiRequest.of("POST", path).body("application/json", Json.bytes(map))
            : ApiRequest.of("PATCH", path + "/" + name)
                .body("application/merge-patch+json", Json.bytes(map));
    if (!ask(server, request.header("user-agent", "kube-apiserver"))) {
      log.warn("failed to write the client CA to a ConfigMap: name=kube-system/{}", name);
    }
  }

  /**
   * Publishes where the Service {@code kubernetes} leads; replaces an address of an earlier run.
   */
  static void publishAddress(ApiServer server, String address, int port) {
    String family = address.contains(":") ? "IPv6" : "IPv4";
    put(
        server,
        "/api/v1/namespaces/default/endpoints",
        """
        {"metadata": {"name": "kubernetes",
                      "labels": {"endpointslice.kubernetes.io/skip-mirror": "true"}},
         "subsets": [{"addresses": [{"ip": "%s"}],
                      "ports": [{"name": "https", "port": %d, "protocol": "TCP"}]}]}
        """
            .formatted(address, port));
    put(
        server,
        "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
        """
        {"metadata": {"name": "kubernetes",
                      "labels": {"kubernetes.io/service-name": "kubernetes"}},
         "addressType": "%s",
         "endpoints": [{"addresses": ["%s"], "conditions": {"ready": true}}],
         "ports": [{"name": "https", "port": %d, "protocol": "TCP"}]}
        """
            .formatted(family, address, port));
    var target =
        ApiRequest.of("PATCH", "/api/v1/namespaces/default/services/kubernetes")
            .header("user-agent", "kube-apiserver")
            .body(
                "application/strategic-merge-patch+json",
                "{\"spec\": {\"ports\": [{\"port\": 443, \"targetPort\": %d}]}}"
                    .formatted(port)
                    .getBytes(StandardCharsets.UTF_8));
    send(server, target);
  }

  /** Creates the object, or replaces the one that exists. */
  private static void put(ApiServer server, String path, String body) {
    ObjectNode object = Json.tree(body.getBytes(StandardCharsets.UTF_8));
    JsonNode known = read(server, path + "/" + Meta.name(object));
    if (known.isMissingNode()) {
      create(server, path, Json.bytes(object));
      return;
    }
    ((ObjectNode) object.path("metadata"))
        .put("resourceVersion", Meta.text(known, "/metadata/resourceVersion"));
    send(
        server,
        ApiRequest.of("PUT", path + "/" + Meta.name(object))
            .header("user-agent", "kube-apiserver")
            .body("application/json", Json.bytes(object)));
  }

  /** Publishes which client speaks for other users, and in which headers it names them. */
  static void publishFrontProxy(ApiServer server, String pem, String name) {
    String path = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
    var data = Json.MAPPER.createObjectNode();
    data.put("requestheader-allowed-names", "[\"" + name + "\"]")
        .put("requestheader-client-ca-file", pem)
        .put("requestheader-extra-headers-prefix", "[\"X-Remote-Extra-\"]")
        .put("requestheader-group-headers", "[\"X-Remote-Group\"]")
        .put("requestheader-uid-headers", "[\"X-Remote-Uid\"]")
        .put("requestheader-username-headers", "[\"X-Remote-User\"]");
    if (read(server, path).path("data").path("requestheader-client-ca-file").asText().equals(pem)) {
      return;
    }
    var patch = Json.MAPPER.createObjectNode();
    patch.set("data", data);
    ApiRequest request =
        ApiRequest.of("PATCH", path)
            .header("user-agent", "kube-apiserver")
            .body("application/merge-patch+json", Json.bytes(patch));
    if (!ask(server, request)) {
      log.warn("failed to write the front-proxy CA to a ConfigMap: path={}", path);
    }
  }

  private static JsonNode read(ApiServer server, String path) {
    return server.handle(ApiRequest.get(path), SERVER)
                instanceof HandlerResponse.Whole(var response)
            && response.ok()
        ? Json.tree(response.body())
        : MissingNode.getInstance();
  }

  /** Records the first use per day of a token stored in a Secret. */
  static void noteUse(ApiServer server, Stored secret, Instant now) {
    String path =
        "/api/v1/namespaces/" + secret.key().namespace() + "/secrets/" + secret.key().name();
    var request =
        ApiRequest.of("PATCH", path)
            .header("user-agent", "kube-apiserver")
            .body("application/merge-patch+json", TokenTracking.use(now));
    if (!ask(server, request)) {
      log.debug("failed to record the last use of a token: secret={}", secret.key());
    }
  }

  /** Creates the range of service addresses. */
  private static void serviceRange(ApiServer server, Instant now) {
    create(
        server,
        "/apis/networking.k8s.io/v1/servicecidrs",
        """
        {"metadata": {"name": "kubernetes"}, "spec": {"cidrs": ["10.96.0.0/16"]}}
        """
            .getBytes(StandardCharsets.UTF_8));
    String range = "/apis/networking.k8s.io/v1/servicecidrs/kubernetes";
    if (!read(server, range).at("/status/conditions").isEmpty()) {
      return;
    }
    var ready = ApiRequest.of("PATCH", range + "/status").header("user-agent", "kube-apiserver");
    send(
        server,
        ready.body(
            "application/merge-patch+json",
            """
            {"status": {"conditions": [{"type": "Ready", "status": "True", "reason": "",
                "message": "Kubernetes default Service CIDR is ready",
                "lastTransitionTime": "%s"}]}}
            """
                .formatted(Meta.time(now))
                .getBytes(StandardCharsets.UTF_8)));
  }

  private static void priorityClass(ApiServer server, String name, int value, String about) {
    var priorityClass = Json.MAPPER.createObjectNode();
    priorityClass.putObject("metadata").put("name", name);
    priorityClass.put("value", value).put("description", about);
    create(server, "/apis/scheduling.k8s.io/v1/priorityclasses", Json.bytes(priorityClass));
  }

  /** Creates the object unless it exists, as in a store written by an earlier process. */
  private static void create(ApiServer server, String path, byte[] body) {
    String name = Meta.name(Json.tree(body));
    if (ask(server, ApiRequest.get(path + "/" + name))) {
      return;
    }
    var request =
        ApiRequest.of("POST", path)
            .header("user-agent", "kube-apiserver")
            .body("application/json", body);
    send(server, request);
  }

  private static void send(ApiServer server, ApiRequest request) {
    if (!ask(server, request)) {
      throw new IllegalStateException("cannot create " + request.path());
    }
  }

  private static boolean ask(ApiServer server, ApiRequest request) {
    return server.handle(request, SERVER) instanceof HandlerResponse.Whole whole
        && whole.response().ok();
  }
}
