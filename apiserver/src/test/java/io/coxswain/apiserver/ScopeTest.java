package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.auth.User;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.evidence.Attack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests whose path has a namespace for a cluster-scoped kind, or none for a namespaced one. */
final class ScopeTest {
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
  private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String NO_RESOURCE = "the server could not find the requested resource";
  private static final String NO_PAGE = "404 page not found\n";
  private static final String GRANT =
      """
      {'metadata': {'name': 'x'},
       'roleRef': {'apiGroup': 'rbac.authorization.k8s.io', 'kind': '%s', 'name': '%s'},
       'subjects': [{'kind': 'User', 'apiGroup': 'rbac.authorization.k8s.io', 'name': 'ns-admin'}]}
      """;

  private final TestingServer server = new TestingServer();
  private final ApiTransport namespaceAdmin =
      server.server.transport("ns-admin", List.of(User.AUTHENTICATED));
  private final ApiTransport clusterAdmin =
      server.server.transport("admin", List.of(User.MASTERS, User.AUTHENTICATED));

  @BeforeEach
  void everyRightInOneNamespace() throws IOException {
    server.post("/api/v1/namespaces", "{'metadata': {'name': 'team'}}");
    server.post(
        RBAC + "/namespaces/team/roles",
        "{'metadata': {'name': 'all'},"
            + " 'rules': [{'verbs': ['*'], 'apiGroups': ['*'], 'resources': ['*']}]}");
    server.post(RBAC + "/namespaces/team/rolebindings", GRANT.formatted("Role", "all"));
    define("clusters", "Cluster");
    define("namespaceds", "Namespaced");
    server.awaitApiService("v1.x.io");
  }

  private void define(String plural, String scope) {
    ApiResponse defined =
        server.post(
            CRDS,
            """
            {'metadata': {'name': '%1$s.x.io'},
             'spec': {'group': 'x.io', 'scope': '%2$s', 'names': {'plural': '%1$s', 'kind': '%1$sThing'},
               'versions': [{'name': 'v1', 'served': true, 'storage': true,
                 'subresources': {'status': {}},
                 'schema': {'openAPIV3Schema': {'type': 'object'}}}]}}
            """
                .formatted(plural, scope));
    assertThat(defined.status()).isEqualTo(201);
  }

  /** A resource or subresource as discovery shows it. */
  private record Discovered(String groupVersion, String name, boolean namespaced, String kind) {

    String prefix() {
      return (groupVersion.contains("/") ? "/apis/" : "/api/") + groupVersion;
    }

    boolean custom() {
      return groupVersion.startsWith("x.io");
    }

    /** The path below the prefix, of the object {@code x} for a subresource. */
    String path() {
      return name.replaceFirst("/", "/x/");
    }

    boolean isSubresource() {
      return name.contains("/");
    }
  }

  private List<Discovered> discovered() {
    var versions = new ArrayList<String>(List.of("/api/v1"));
    for (JsonNode group : TestingServer.json(server.get("/apis")).path("groups")) {
      group
          .path("versions")
          .forEach(version -> versions.add("/apis/" + version.path("groupVersion").asText()));
    }
    var all = new ArrayList<Discovered>();
    for (String version : versions) {
      JsonNode list = TestingServer.json(server.get(version));
      for (JsonNode resource : list.path("resources")) {
        all.add(
            new Discovered(
                list.path("groupVersion").asText(),
                resource.path("name").asText(),
                resource.path("namespaced").asBoolean(),
                resource.path("kind").asText()));
      }
    }
    assertThat(all)
        .filteredOn(Discovered::custom)
        .extracting(Discovered::name)
        .contains("clusters", "clusters/status", "namespaceds", "namespaceds/status");
    return all;
  }

  /** Every verb, as a request for a collection or for one object of it. */
  private static List<ApiRequest> everyVerb(String collection, Discovered resource) {
    byte[] object =
        Json.bytes(
            Json.MAPPER
                .createObjectNode()
                .put("apiVersion", resource.groupVersion())
                .put("kind", resource.kind())
                .set("metadata", Json.MAPPER.createObjectNode().put("name", "x")));
    var requests = new ArrayList<ApiRequest>();
    var objects = new ArrayList<String>(List.of(collection));
    if (!resource.isSubresource()) {
      objects.add(collection + "/x");
      String watched = collection.replaceFirst("/v([0-9a-z]+)/", "/v$1/watch/");
      requests.add(ApiRequest.of("GET", watched));
      requests.add(ApiRequest.of("GET", watched + "/x"));
      requests.add(ApiRequest.of("POST", watched).body("application/json", object));
    }
    for (String path : objects) {
      requests.add(ApiRequest.of("GET", path));
      requests.add(ApiRequest.of("GET", path).with("watch", "true"));
      requests.add(ApiRequest.of("DELETE", path));
      requests.add(ApiRequest.of("POST", path).body("application/json", object));
      requests.add(ApiRequest.of("PUT", path).body("application/json", object));
      requests.add(
          ApiRequest.of("PATCH", path)
              .body("application/merge-patch+json", "{}".getBytes(StandardCharsets.UTF_8)));
      requests.add(
          ApiRequest.of("PATCH", path)
              .with("fieldManager", "f")
              .with("force", "true")
              .body("application/apply-patch+yaml", object));
    }
    return requests;
  }

  private static void assertNotFound(ApiTransport caller, ApiRequest request, boolean custom)
      throws IOException {
    ApiResponse response = response(caller, request);
    assertThat(response.status()).as(request.toString()).isEqualTo(404);
    if (custom) {
      assertThat(new String(response.body(), StandardCharsets.UTF_8))
          .as(request.toString())
          .isEqualTo(NO_PAGE);
    } else {
      assertThat(TestingServer.json(response))
          .as(request.toString())
          .isEqualTo(
              Json.MAPPER.readTree(
                  """
                  {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
                   "message": "%s", "reason": "NotFound", "details": {}, "code": 404}
                  """
                      .formatted(NO_RESOURCE)));
    }
  }

  /** The response, even if the request would open a watch. */
  private static ApiResponse response(ApiTransport caller, ApiRequest request) throws IOException {
    boolean watch = request.query("watch") != null || request.path().contains("/watch/");
    if (watch && request.method().equals("GET")) {
      try (ApiWatch opened = caller.watch(request)) {
        assertThat(opened.status()).as(request.toString()).isNotEqualTo(200);
      }
    }
    return caller.call(request);
  }

  @Test
  @Attack("namespace admin creates a ClusterRoleBinding under a namespace path")
  void doesNotLetANamespaceAdminBindAClusterRole() throws IOException {
    ApiRequest attack =
        ApiRequest.of("POST", RBAC + "/namespaces/team/clusterrolebindings")
            .body(
                "application/json",
                GRANT
                    .formatted("ClusterRole", "cluster-admin")
                    .replace('\'', '"')
                    .getBytes(StandardCharsets.UTF_8));

    assertNotFound(namespaceAdmin, attack, false);
    assertNotFound(clusterAdmin, attack, false);

    assertThat(namespaceAdmin.call(ApiRequest.of("GET", "/api/v1/nodes")).status()).isEqualTo(403);
    assertThat(server.get(RBAC + "/clusterrolebindings/x").status()).isEqualTo(404);
  }

  @Test
  @Attack("every cluster-scoped kind and verb under a namespace path")
  void servesNoClusterScopedKindInsideOfANamespace() throws IOException {
    List<Discovered> clusterScoped = discovered().stream().filter(r -> !r.namespaced()).toList();
    server.post(
        "/apis/x.io/v1/clusters",
        "{'apiVersion': 'x.io/v1', 'kind': 'clustersThing', 'metadata': {'name': 'x'}}");
    server.post("/api/v1/namespaces", "{'metadata': {'name': 'x'}}");
    long before = server.server.revision();

    assertThat(clusterScoped)
        .extracting(Discovered::name)
        .contains("nodes", "namespaces", "clusterroles", "customresourcedefinitions", "clusters");
    for (Discovered resource : clusterScoped) {
      String path = resource.prefix() + "/namespaces/team/" + resource.path();
      for (ApiRequest request : everyVerb(path, resource)) {
        assertNotFound(namespaceAdmin, request, resource.custom());
        assertNotFound(clusterAdmin, request, resource.custom());
      }
    }
    assertThat(server.server.revision()).isEqualTo(before);
  }

  @Test
  @Attack("every namespaced kind by name without a namespace")
  void servesNoObjectOfANamespacedKindWithoutItsNamespace() throws IOException {
    List<Discovered> namespaced = discovered().stream().filter(Discovered::namespaced).toList();
    long before = server.server.revision();

    for (Discovered resource : namespaced) {
      String path = resource.prefix() + "/" + resource.path();
      for (ApiRequest request : everyVerb(path, resource)) {
        boolean named = resource.isSubresource() || request.path().endsWith("/x");
        boolean watch = request.path().contains("/watch/") || request.query("watch") != null;
        assertThat(response(namespaceAdmin, request).status())
            .as("as upstream, authorized at the cluster scope: " + request)
            .isEqualTo(403);
        if (named && !(resource.custom() && watch)) {
          assertNotFound(clusterAdmin, request, resource.custom());
        } else if (!request.method().equals("GET")) {
          assertThat(clusterAdmin.call(request).status()).as(request.toString()).isIn(404, 405);
        }
      }
    }
    assertThat(server.server.revision()).isEqualTo(before);
  }

  @Test
  void servesANamespaceByItsNameAndWithItsSubresources() throws IOException {
    for (String path : List.of("", "/status")) {
      ApiRequest get = ApiRequest.of("GET", "/api/v1/namespaces/team" + path);
      assertThat(namespaceAdmin.call(get).status()).as(path).isEqualTo(200);
      ApiRequest other = ApiRequest.of("GET", "/api/v1/namespaces/default" + path);
      assertThat(namespaceAdmin.call(other).status()).as(path).isEqualTo(403);
    }
    assertNotFound(namespaceAdmin, ApiRequest.of("GET", "/api/v1/namespaces/team/status/x"), false);
    assertThat(
            namespaceAdmin
                .call(
                    ApiRequest.of("PUT", "/api/v1/namespaces/default/finalize")
                        .body("application/json", "{}".getBytes(StandardCharsets.UTF_8)))
                .status())
        .isEqualTo(403);
  }

  @Test
  @Attack("a path of the old scope after a CRD was replaced by one of the other scope")
  void followsACrdWhoseScopeHasChanged() throws IOException {
    byte[] thing =
        """
        {"apiVersion": "x.io/v1", "kind": "clustersThing", "metadata": {"name": "x"}}
        """
            .getBytes(StandardCharsets.UTF_8);
    ApiRequest inside =
        ApiRequest.of("POST", "/apis/x.io/v1/namespaces/team/clusters")
            .body("application/json", thing);
    assertNotFound(namespaceAdmin, inside, true);

    server.delete(CRDS + "/clusters.x.io");
    define("clusters", "Namespaced");
    assertThat(namespaceAdmin.call(inside).status()).isEqualTo(201);
    assertNotFound(clusterAdmin, ApiRequest.of("GET", "/apis/x.io/v1/clusters/x"), true);

    server.delete(CRDS + "/clusters.x.io");
    define("clusters", "Cluster");
    assertNotFound(namespaceAdmin, inside, true);
    assertNotFound(
        clusterAdmin, ApiRequest.of("GET", "/apis/x.io/v1/namespaces/team/clusters/x"), true);
  }
}
