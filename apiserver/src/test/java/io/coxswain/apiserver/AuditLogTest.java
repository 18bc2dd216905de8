package io.coxswain.apiserver;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.AuditOptions;
import io.coxswain.apiserver.spi.AuditOptions.Batch;
import io.coxswain.apiserver.spi.AuditOptions.Mode;
import io.coxswain.apiserver.spi.AuditOptions.Webhook;
import io.coxswain.apiserver.spi.AuditTransport;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiWatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the audit log records at each level. */
final class AuditLogTest {
  private static final String SECRETS = "/api/v1/namespaces/default/secrets";
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String POLICY =
      """
      apiVersion: audit.k8s.io/v1
      kind: Policy
      omitStages: [RequestReceived]
      omitManagedFields: true
      rules:
      - level: None
        users: ["system:apiserver"]
      - level: Metadata
        resources: [{group: "", resources: ["secrets", "serviceaccounts/token"]}]
      - level: RequestResponse
        verbs: ["create", "patch"]
        resources: [{group: "", resources: ["configmaps"]}]
      - level: Request
        resources: [{group: ""}]
        omitStages: [ResponseStarted]
      - level: Metadata
        nonResourceURLs: ["/version*"]
      """;

  @TempDir private Path folder;

  private TestingServer server(String policy) throws IOException {
    Files.writeString(folder.resolve("policy.yaml"), policy);
    return new TestingServer(
        ApiServerOptions.plain()
            .withAudit(
                new AuditOptions(
                    folder.resolve("policy.yaml"),
                    new AuditOptions.Log(folder.resolve("audit.log"), 1, 2, 0, Mode.BLOCKING),
                    null)));
  }

  private List<JsonNode> events(String name) throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("audit.log"))) {
      JsonNode event = Json.tree(line.getBytes(StandardCharsets.UTF_8));
      if (event.path("requestURI").asText().contains(name)
          || event.toString().contains("\"" + name + "\"")) {
        events.add(event);
      }
    }
    return events;
  }

  @Test
  void recordsOnlyMetadataOfSecrets() throws Exception {
    TestingServer server = server(POLICY);

    server.post(SECRETS, "{'metadata': {'name': 's'}, 'stringData': {'password': 'hunter2'}}");
    server.get(SECRETS + "/s");

    List<JsonNode> events = events("secrets");
    assertThat(events).hasSize(2);
    assertThat(events.getFirst().path("level").asText()).isEqualTo("Metadata");
    assertThat(events.getFirst().path("stage").asText()).isEqualTo("ResponseComplete");
    assertThat(events.getFirst().at("/objectRef/resource").asText()).isEqualTo("secrets");
    assertThat(events.getFirst().at("/user/username").asText()).isEqualTo("admin");
    assertThat(events.getFirst().at("/responseStatus/code").asInt()).isEqualTo(201);
    assertThat(Files.readString(folder.resolve("audit.log")))
        .doesNotContain("hunter2")
        .doesNotContain("aHVudGVyMg");
  }

  @Test
  void recordsBodiesOfRequestsAndResponsesWithoutManagedFields() throws Exception {
    TestingServer server = server(POLICY);

    server.post(CONFIG_MAPS, "{'metadata': {'name': 'c'}, 'data': {'a': 'b'}}");
    server.delete(CONFIG_MAPS + "/c");

    List<JsonNode> events = events("configmaps");
    assertThat(events.get(0).path("level").asText()).isEqualTo("RequestResponse");
    assertThat(events.get(0).at("/requestObject/data/a").asText()).isEqualTo("b");
    assertThat(events.get(0).at("/responseObject/metadata/uid").asText()).isNotEmpty();
    assertThat(events.get(0).at("/responseObject/metadata").has("managedFields")).isFalse();
    assertThat(events.get(1).path("verb").asText()).isEqualTo("delete");
    assertThat(events.get(1).has("responseObject")).isFalse();
  }

  @Test
  void recordsFailuresAndImpersonation() throws Exception {
    TestingServer server = server(POLICY);

    server.call(
        TestingServer.request("GET", CONFIG_MAPS + "/x").header("impersonate-user", "jane"));

    JsonNode event = events("jane").getLast();
    assertThat(event.at("/user/username").asText()).isEqualTo("admin");
    assertThat(event.at("/impersonatedUser/username").asText()).isEqualTo("jane");
    assertThat(event.at("/responseStatus/code").asInt()).isEqualTo(403);
    assertThat(event.at("/responseStatus/reason").asText()).isEqualTo("Forbidden");
  }

  @Test
  void recordsTheBeginningAndTheEndOfAWatch() throws Exception {
    TestingServer server = server(POLICY);

    try (ApiWatch watch = server.watch(SECRETS)) {
      assertThat(requireNonNull(watch).status()).isEqualTo(200);
    }

    assertThat(events("secrets").stream().map(e -> e.path("stage").asText()))
        .containsExactly("ResponseStarted", "ResponseComplete");
  }

  @Test
  void recordsNothingThatNoRuleNames() throws Exception {
    TestingServer server = server(POLICY);

    server.get("/version");
    server.get("/healthz");
    server.get("/apis/apps/v1/deployments");

    assertThat(events("/version")).hasSize(1);
    assertThat(events("/healthz")).isEmpty();
    assertThat(events("deployments")).isEmpty();
  }

  @Test
  void keepsTheIdOfTheCallerAndIsReadableByItsOwnerAlone() throws Exception {
    TestingServer server = server(POLICY);

    server.call(ApiRequest.get("/version").header("audit-id", "mine"));

    assertThat(events("/version").getFirst().path("auditID").asText()).isEqualTo("mine");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("audit.log"))))
        .isEqualTo("rw-------");
  }

  @Test
  void startsANewFileAndKeepsAFewOldOnes() throws Exception {
    TestingServer server = server(POLICY);
    String large = "x".repeat(200_000);

    for (int i = 0; i < 30; i++) {
      server.post(
          CONFIG_MAPS, "{'metadata': {'name': 'c%d'}, 'data': {'a': '%s'}}".formatted(i, large));
    }

    try (var files = Files.list(folder)) {
      List<Path> logs = files.filter(f -> f.getFileName().toString().endsWith(".log")).toList();
      assertThat(logs).hasSizeBetween(2, 3).contains(folder.resolve("audit.log"));
      for (Path log : logs) {
        assertThat(Files.size(log)).isLessThanOrEqualTo(1024 * 1024);
      }
    }
  }

  private static final String ALL =
      """
      apiVersion: audit.k8s.io/v1
      kind: Policy
      omitStages: [RequestReceived]
      rules:
      - level: None
        users: ["system:apiserver"]
      - level: Metadata
      """;

  @Test
  void recordsWhoAllowedAndWhatWasForbidden() throws Exception {
    TestingServer server = server(ALL);
    server.post(
        "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
        "{'metadata': {'name': 'reader'}, 'rules': [{'verbs': ['get'], 'apiGroups': [''],"
            + " 'resources': ['configmaps']}]}");
    server.post(
        "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
        "{'metadata': {'name': 'jane-reads'}, 'roleRef': {'apiGroup':"
            + " 'rbac.authorization.k8s.io', 'kind': 'Role', 'name': 'reader'}, 'subjects':"
            + " [{'apiGroup': 'rbac.authorization.k8s.io', 'kind': 'User', 'name': 'jane'}]}");

    server.call(
        TestingServer.request("GET", CONFIG_MAPS + "/x").header("impersonate-user", "jane"));
    server.call(TestingServer.request("GET", SECRETS + "/x").header("impersonate-user", "jane"));
    server.get(CONFIG_MAPS + "/y");

    assertThat(annotations(CONFIG_MAPS + "/x"))
        .isEqualTo(
            json(
                """
                {"authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason":
                 "RBAC: allowed by RoleBinding \\"jane-reads/default\\" of Role \\"reader\\" to User \\"jane\\""}
                """));
    assertThat(annotations(SECRETS + "/x"))
        .isEqualTo(
            json(
                """
                {"authorization.k8s.io/decision": "forbid", "authorization.k8s.io/reason": ""}
                """));
    assertThat(annotations(CONFIG_MAPS + "/y"))
        .isEqualTo(
            json(
                """
                {"authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason": ""}
                """));
  }

  private static JsonNode json(String text) {
    return Json.tree(text.getBytes(StandardCharsets.UTF_8));
  }

  private JsonNode annotations(String uri) throws IOException {
    return events(uri).getLast().path("annotations");
  }

  private static final String POLICIES =
      "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";

  private static String auditing(String annotation) {
    return """
    {'metadata': {'name': 'audit.example.com'}, 'spec': {'matchConstraints': {'resourceRules':
      [{'apiGroups': [''], 'apiVersions': ['v1'], 'operations': ['CREATE'],
        'resources': ['configmaps']}]},
     'validations': [{'expression': 'true'},
       {'expression': 'has(object.data)', 'message': 'data is needed'}],
     'auditAnnotations': [%s]}}
    """
        .formatted(annotation);
  }

  @Test
  void recordsWhatPoliciesFindAndSay() throws Exception {
    TestingServer server = server(ALL);
    assertThat(
            server
                .post(
                    POLICIES,
                    auditing(
                            "{'key': 'name', 'valueExpression': '\\' \\' + object.metadata.name'},"
                                + " {'key': 'none', 'valueExpression': 'null'},"
                                + " {'key': 'blank', 'valueExpression': '\\'  \\''}")
                        .replace("\\'", "\\\""))
                .status())
        .isEqualTo(201);
    server.post(
        POLICIES.replace("policies", "policybindings"),
        "{'metadata': {'name': 'b'}, 'spec': {'policyName': 'audit.example.com',"
            + " 'validationActions': ['Audit', 'Warn']}}");

    assertThat(server.post(CONFIG_MAPS, "{'metadata': {'name': 'c'}}").status()).isEqualTo(201);

    JsonNode annotations = events("c").getLast().path("annotations");
    assertThat(annotations.path("audit.example.com/name").asText()).isEqualTo("c");
    assertThat(annotations.has("audit.example.com/none")).isFalse();
    assertThat(annotations.has("audit.example.com/blank")).isFalse();
    assertThat(annotations.path("validation.policy.admission.k8s.io/validation_failure").asText())
        .isEqualTo(
            "[{\"message\":\"data is needed\",\"policy\":\"audit.example.com\",\"binding\":\"b\","
                + "\"expressionIndex\":1,\"validationActions\":[\"Audit\",\"Warn\"]}]");
  }

  @Test
  void anAnnotationThatCannotBeEvaluatedDeniesTheRequest() throws Exception {
    TestingServer server = server(ALL);
    server.post(
        POLICIES, auditing("{'key': 'k', 'valueExpression': 'string(object.data.missing)'}"));
    server.post(
        POLICIES.replace("policies", "policybindings"),
        "{'metadata': {'name': 'b'}, 'spec': {'policyName': 'audit.example.com',"
            + " 'validationActions': ['Audit']}}");

    var denied = server.post(CONFIG_MAPS, "{'metadata': {'name': 'c'}, 'data': {'a': 'b'}}");

    assertThat(denied.status()).isEqualTo(422);
    assertThat(TestingServer.json(denied).path("message").asText())
        .contains(
            "ValidatingAdmissionPolicy 'audit.example.com' with binding 'b' denied request:"
                + " expression 'string(object.data.missing)' resulted in error: no such key: missing");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'key': 'a b', 'valueExpression': 'null'} | spec.auditAnnotations[0].key: Invalid value: "audit.example.com/a b": name part must consist of
          {'key': 'a'} | spec.auditAnnotations[0].valueExpression: Required value: valueExpression is not specified
          {'key': 'a', 'valueExpression': '1'} | spec.auditAnnotations[0].valueExpression: Invalid value: "1": must evaluate to one of [string null_type] but got int
          {'key': 'a', 'valueExpression': 'null'}, {'key': 'a', 'valueExpression': 'null'} | spec.auditAnnotations[1].key: Duplicate value: "a"
          """)
  void rejectsAnnotationsOfPolicies(String annotations, String problem) throws Exception {
    var rejected = server(ALL).post(POLICIES, auditing(annotations.replace("\"", "'")));

    assertThat(rejected.status()).isEqualTo(422);
    assertThat(TestingServer.json(rejected).path("message").asText()).contains(problem);
  }

  @Test
  void recordsTheLevelsOfPodSecurity() throws Exception {
    TestingServer server = server(ALL);
    server.post(
        "/api/v1/namespaces",
        "{'metadata': {'name': 'team', 'labels': {'pod-security.kubernetes.io/enforce': 'baseline',"
            + " 'pod-security.kubernetes.io/audit': 'restricted',"
            + " 'pod-security.kubernetes.io/audit-version': 'v1.30'}}}");
    String pod =
        "{'metadata': {'name': 'p1'}, 'spec': {'containers': [{'name': 'c', 'image': 'x'}]}}";
    String template =
        "{'metadata': {'name': 't1'}, 'template': {'metadata': {}, 'spec': {'containers':"
            + " [{'name': 'c', 'image': 'x'}]}}}";

    server.post("/api/v1/namespaces/team/pods", pod);
    server.post("/api/v1/namespaces/team/podtemplates", template);
    server.post("/api/v1/namespaces/default/pods", pod);

    JsonNode inTeam = annotations("/namespaces/team/pods");
    assertThat(inTeam.path("pod-security.kubernetes.io/enforce-policy").asText())
        .isEqualTo("baseline:latest");
    assertThat(inTeam.path("pod-security.kubernetes.io/audit-violations").asText())
        .startsWith(
            "would violate PodSecurity \"restricted:v1.30\": allowPrivilegeEscalation != false");
    assertThat(
            annotations("/podtemplates")
                .path("pod-security.kubernetes.io/audit-violations")
                .asText())
        .startsWith("would violate PodSecurity \"restricted:v1.30\"");
    assertThat(annotations("/podtemplates").has("pod-security.kubernetes.io/enforce-policy"))
        .isFalse();
    assertThat(
            annotations("/namespaces/default/pods")
                .path("pod-security.kubernetes.io/enforce-policy")
                .asText())
        .isEqualTo("privileged:latest");
  }

  private TestingServer sending(AuditTransport transport, Mode mode) throws IOException {
    Files.writeString(folder.resolve("policy.yaml"), ALL.replace("omitStages", "# omitStages"));
    return new TestingServer(
        ApiServerOptions.plain()
            .withAudit(
                new AuditOptions(
                    folder.resolve("policy.yaml"),
                    null,
                    new Webhook(transport, mode, Batch.DEFAULT))));
  }

  @Test
  void aRequestThatCannotBeRecordedFailsOnlyInStrictMode() throws Exception {
    AuditTransport broken =
        (events, timeout) -> {
          throw new IOException("connection refused");
        };

    var lenient = sending(broken, Mode.BLOCKING).post(CONFIG_MAPS, "{'metadata': {'name': 'c'}}");
    TestingServer strict = sending(broken, Mode.BLOCKING_STRICT);
    var refused = strict.post(CONFIG_MAPS, "{'metadata': {'name': 'c'}}");

    assertThat(lenient.status()).isEqualTo(201);
    assertThat(refused.status()).isEqualTo(500);
    assertThat(new String(refused.body(), StandardCharsets.UTF_8))
        .isEqualTo(
            "Internal Server Error: \"/api/v1/namespaces/default/configmaps\": failed to store"
                + " audit event\n");
    assertThat(strict.server.objects(0).stream().map(o -> o.at("/metadata/name").asText()))
        .doesNotContain("c");
  }

  @Test
  void sendsAListWithEachEventInBlockingMode() throws Exception {
    List<JsonNode> sent = new ArrayList<>();
    TestingServer server = sending((events, timeout) -> sent.add(Json.tree(events)), Mode.BLOCKING);

    server.get("/version");

    assertThat(sent).hasSize(2);
    assertThat(sent.getFirst().path("kind").asText()).isEqualTo("EventList");
    assertThat(sent.getFirst().path("apiVersion").asText()).isEqualTo("audit.k8s.io/v1");
    assertThat(sent.stream().map(list -> list.at("/items/0/stage").asText()))
        .containsExactly("RequestReceived", "ResponseComplete");
  }

  @Test
  void deletesOldFilesByTheTimeInTheirNames() throws Exception {
    Path old = folder.resolve("audit-2020-01-02T03-04-05.678.log");
    Path other = folder.resolve("audit-notes.log");
    Files.writeString(old, "{}\n");
    Files.writeString(other, "mine\n");
    Files.writeString(folder.resolve("policy.yaml"), ALL);
    var log = new AuditOptions.Log(folder.resolve("audit.log"), 1, 0, 30, Mode.BLOCKING);

    var server =
        new TestingServer(
            ApiServerOptions.plain()
                .withAudit(new AuditOptions(folder.resolve("policy.yaml"), log, null)));

    assertThat(server.get("/version").status()).isEqualTo(200);
    assertThat(old).doesNotExist();
    assertThat(other).exists();
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kind: Other                                                  | must be a Policy of audit.k8s.io/v1
          rules: [{level: Everything}]                                 | rules[0].level: must be None, Metadata, Request or RequestResponse, not "Everything"
          rules: [{level: None, user: x}]                              | rules[0].user: unknown field
          rules: []                                                    | rules: must have at least one rule
          rules: [{level: None, omitStages: [Never]}]                  | rules[0].omitStages: no such stage: "Never"
          """)
  void namesWhatIsWrongWithAPolicy(String text, String problem) {
    String policy =
        text.startsWith("kind") ? text : "apiVersion: audit.k8s.io/v1\nkind: Policy\n" + text;

    assertThatThrownBy(() -> server(policy)).hasMessageContaining("policy.yaml: " + problem);
  }
}
