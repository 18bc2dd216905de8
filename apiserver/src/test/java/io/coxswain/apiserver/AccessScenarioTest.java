package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.auth.User;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.evidence.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AccessScenarioTest {
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
  private static final String ROLES = RBAC + "/namespaces/default/roles";
  private static final String BINDINGS = RBAC + "/namespaces/default/rolebindings";
  private static final String ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";

  private final TestingServer server = new TestingServer();

  private ApiTransport as(String user) {
    return server.server.transport(user, List.of(User.AUTHENTICATED));
  }

  private ApiResponse call(String user, String method, String target, String json)
      throws IOException {
    ApiRequest request = TestingServer.request(method, target);
    return as(user)
        .call(
            json.isEmpty()
                ? request
                : request.body(
                    "application/json", json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
  }

  private ApiResponse withToken(String token, String target) throws IOException {
    return server
        .server
        .transport("system:anonymous", List.of(User.UNAUTHENTICATED))
        .call(TestingServer.request("GET", target).header("authorization", "Bearer " + token));
  }

  private static String message(ApiResponse response) {
    return TestingServer.json(response).path("message").asText();
  }

  private void grant(String user, String name, String rules) {
    server.post(ROLES, "{'metadata': {'name': '%s'}, 'rules': [%s]}".formatted(name, rules));
    server.post(
        BINDINGS,
        """
        {'metadata': {'name': '%s'},
         'roleRef': {'apiGroup': 'rbac.authorization.k8s.io', 'kind': 'Role', 'name': '%s'},
         'subjects': [{'kind': 'User', 'apiGroup': 'rbac.authorization.k8s.io', 'name': '%s'}]}
        """
            .formatted(name, name, user));
  }

  @Test
  @Scenario("apiserver-36")
  void deniesWhatNoRoleAllowsAndAllowsWatchingANamedObject() throws IOException {
    ApiResponse refused = call("u", "GET", "/api/v1/namespaces/default/secrets", "");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(message(refused))
        .isEqualTo(
            "secrets is forbidden: User \"u\" cannot list resource \"secrets\" in API group \"\""
                + " in the namespace \"default\"");

    grant(
        "u",
        "one",
        "{'verbs': ['watch'], 'apiGroups': [''], 'resources': ['configmaps'],"
            + " 'resourceNames': ['x']}");
    ApiRequest watch =
        TestingServer.request("GET", "/api/v1/namespaces/default/configmaps").with("watch", "true");
    try (ApiWatch one = as("u").watch(watch.with("fieldSelector", "metadata.name=x"))) {
      server.post("/api/v1/namespaces/default/configmaps", "{'metadata': {'name': 'y'}}");
      server.post("/api/v1/namespaces/default/configmaps", "{'metadata': {'name': 'x'}}");

      assertThat(one.status()).isEqualTo(200);
      assertThat(new String(TestingServer.next(one).object(), StandardCharsets.UTF_8))
          .contains("\"name\":\"x\"");
    }
    try (ApiWatch other = as("u").watch(watch.with("fieldSelector", "metadata.name=y"))) {
      assertThat(other.status()).isEqualTo(403);
    }
    try (ApiWatch all = as("u").watch(watch)) {
      assertThat(all.status()).isEqualTo(403);
    }
  }

  @Test
  void requiresCreatePermissionForApplyAndUpdateOfMissingObjects() throws IOException {
    String rule =
        "{'verbs': [%s], 'apiGroups': ['', 'coordination.k8s.io'],"
            + " 'resources': ['configmaps', 'leases']}";
    grant("u", "change", rule.formatted("'patch', 'update'"));
    String map = "/api/v1/namespaces/default/configmaps/x";
    String lease = "/apis/coordination.k8s.io/v1/namespaces/default/leases/x";
    String body =
        "{'apiVersion': 'coordination.k8s.io/v1', 'kind': 'Lease', 'metadata': {'name': 'x'}}";

    ApiResponse applied = apply("u", map);
    assertThat(applied.status()).isEqualTo(403);
    assertThat(message(applied))
        .isEqualTo(
            "configmaps \"x\" is forbidden: User \"u\" cannot create resource \"configmaps\" in"
                + " API group \"\" in the namespace \"default\"");
    ApiResponse put = call("u", "PUT", lease, body);
    assertThat(put.status()).isEqualTo(403);
    assertThat(message(put))
        .isEqualTo(
            "leases.coordination.k8s.io \"x\" is forbidden: User \"u\" cannot create resource"
                + " \"leases\" in API group \"coordination.k8s.io\" in the namespace"
                + " \"default\"");

    grant("u", "create", rule.formatted("'create'"));
    assertThat(apply("u", map).status()).isEqualTo(201);
    assertThat(call("u", "PUT", lease, body).status()).isEqualTo(201);

    server.delete(ROLES + "/create");
    assertThat(apply("u", map).status()).as("it is there already").isEqualTo(200);
  }

  private ApiResponse apply(String user, String target) throws IOException {
    return as(user)
        .call(
            TestingServer.request("PATCH", target)
                .with("fieldManager", "f")
                .body(
                    "application/apply-patch+yaml",
                    "{apiVersion: v1, kind: ConfigMap, metadata: {name: x}, data: {a: b}}"
                        .getBytes(StandardCharsets.UTF_8)));
  }

  private String token(String account, String spec) {
    ApiResponse issued =
        server.post(
            ACCOUNTS + "/" + account + "/token",
            "{'apiVersion': 'authentication.k8s.io/v1', 'kind': 'TokenRequest', 'spec': {%s}}"
                .formatted(spec));
    assertThat(issued.status()).as(message(issued)).isEqualTo(201);
    return TestingServer.json(issued).at("/status/token").asText();
  }

  @Test
  @Scenario("apiserver-37")
  void rejectsTheTokenOfAnAccountThatWasDeletedAndMadeAgain() throws IOException {
    server.post(ACCOUNTS, "{'metadata': {'name': 'sa'}}");
    String token = token("sa", "");
    String path = "/apis/apps/v1";

    assertThat(withToken(token, path).status()).isEqualTo(200);

    server.delete(ACCOUNTS + "/sa");
    assertThat(withToken(token, path).status()).isEqualTo(401);

    server.post(ACCOUNTS, "{'metadata': {'name': 'sa'}}");
    ApiResponse rejected = withToken(token, path);
    assertThat(rejected.status()).isEqualTo(401);
    assertThat(message(rejected)).isEqualTo("Unauthorized");
    assertThat(withToken(token("sa", ""), path).status()).isEqualTo(200);
  }

  @Test
  void rejectsATamperedToken() throws IOException {
    server.post(ACCOUNTS, "{'metadata': {'name': 'sa'}}");
    String token = token("sa", "");
    int end = token.lastIndexOf('.') + 10;
    char other = token.charAt(end) == 'A' ? 'B' : 'A';

    assertThat(
            withToken(token.substring(0, end) + other + token.substring(end + 1), "/api").status())
        .isEqualTo(401);
    assertThat(withToken(token, "/api").status()).isEqualTo(200);
  }

  @Test
  void rejectsATokenForAnotherAudience() throws IOException {
    server.post(ACCOUNTS, "{'metadata': {'name': 'sa'}}");

    assertThat(withToken(token("sa", "'audiences': ['vault']"), "/api").status()).isEqualTo(401);
  }

  @Test
  void bindsATokenToItsPod() throws IOException {
    server.post(ACCOUNTS, "{'metadata': {'name': 'sa'}}");
    String pod =
        "{'metadata': {'name': 'p'}, 'spec': {'serviceAccountName': 'sa',"
            + " 'containers': [{'name': 'c', 'image': 'i'}]}}";
    server.post("/api/v1/namespaces/default/pods", pod);
    String token =
        token("sa", "'boundObjectRef': {'kind': 'Pod', 'apiVersion': 'v1', 'name': 'p'}");
    assertThat(withToken(token, "/api").status()).isEqualTo(200);

    server.delete("/api/v1/namespaces/default/pods/p?gracePeriodSeconds=0");
    server.post("/api/v1/namespaces/default/pods", pod);

    assertThat(withToken(token, "/api").status()).isEqualTo(401);
  }

  @Test
  void authenticatesAServiceAccountByItsTokenAndAuthorizesItByItsRole() throws IOException {
    server.post(ACCOUNTS, "{'metadata': {'name': 'sa'}}");
    String token = token("sa", "");
    String maps = "/api/v1/namespaces/default/configmaps";

    assertThat(message(withToken(token, maps)))
        .startsWith("configmaps is forbidden: User \"system:serviceaccount:default:sa\" cannot");
    server.post(
        BINDINGS,
        """
        {'metadata': {'name': 'sa'},
         'roleRef': {'apiGroup': 'rbac.authorization.k8s.io', 'kind': 'ClusterRole',
                     'name': 'cluster-admin'},
         'subjects': [{'kind': 'ServiceAccount', 'name': 'sa', 'namespace': 'default'}]}
        """);

    assertThat(withToken(token, maps).status()).isEqualTo(200);
    assertThat(withToken(token, "/api/v1/namespaces/kube-system/configmaps").status())
        .isEqualTo(403);
  }

  @Test
  void doesNotLetARoleGrantWhatItsAuthorDoesNotHold() throws IOException {
    grant(
        "author",
        "author",
        "{'verbs': ['*'], 'apiGroups': ['rbac.authorization.k8s.io'], 'resources':"
            + " ['roles', 'rolebindings']}, {'verbs': ['get', 'list'], 'apiGroups': [''],"
            + " 'resources': ['pods', 'pods/log'], 'resourceNames': []}");
    String role = "{'metadata': {'name': 'r'}, 'rules': [%s]}";
    String held = "{'verbs': ['get'], 'apiGroups': [''], 'resources': ['pods']}";
    String more =
        "{'verbs': ['get', 'watch', 'delete'], 'apiGroups': [''], 'resources': ['pods',"
            + " 'secrets']}";
    // escalate is among the verbs of "*", so the author needs a role without it
    server.patch(
        ROLES + "/author",
        TestingServer.MERGE,
        "{'rules': [{'verbs': ['create', 'update', 'patch', 'get'], 'apiGroups':"
            + " ['rbac.authorization.k8s.io'], 'resources': ['roles', 'rolebindings']},"
            + " {'verbs': ['get', 'list'], 'apiGroups': [''], 'resources': ['pods']}]}");

    assertThat(call("author", "POST", ROLES, role.formatted(held)).status()).isEqualTo(201);
    ObjectNode mine = TestingServer.json(call("author", "GET", ROLES + "/r", ""));
    ApiResponse escalated = call("author", "PUT", ROLES + "/r", role.formatted(more));

    assertThat(escalated.status()).isEqualTo(403);
    assertThat(message(escalated))
        .isEqualTo(
            "roles.rbac.authorization.k8s.io \"r\" is forbidden: user \"author\""
                + " (groups=[\"system:authenticated\"]) is attempting to grant RBAC permissions not"
                + " currently held:\n"
                + "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"watch\" \"delete\"]}\n"
                + "{APIGroups:[\"\"], Resources:[\"secrets\"], Verbs:[\"get\" \"watch\""
                + " \"delete\"]}");
    assertThat(TestingServer.json(call("author", "GET", ROLES + "/r", ""))).isEqualTo(mine);
    ApiResponse bound =
        call(
            "author",
            "POST",
            BINDINGS,
            """
            {'metadata': {'name': 'b'},
             'roleRef': {'apiGroup': 'rbac.authorization.k8s.io', 'kind': 'ClusterRole',
                         'name': 'cluster-admin'},
             'subjects': [{'kind': 'User', 'apiGroup': 'rbac.authorization.k8s.io',
                           'name': 'author'}]}
            """);
    assertThat(bound.status()).isEqualTo(403);
    assertThat(message(bound))
        .contains(
            "{APIGroups:[\"*\"], Resources:[\"*\"], Verbs:[\"*\"]}\n"
                + "{NonResourceURLs:[\"*\"], Verbs:[\"*\"]}");
  }

  @Test
  void deniesImpersonationWithoutPermission() throws IOException {
    ApiResponse refused =
        as("me").call(TestingServer.request("GET", "/api").header("Impersonate-User", "x"));

    assertThat(refused.status()).isEqualTo(403);
    assertThat(message(refused))
        .isEqualTo(
            "users \"x\" is forbidden: User \"me\" cannot impersonate resource \"users\" in API"
                + " group \"\" at the cluster scope");
  }
}
