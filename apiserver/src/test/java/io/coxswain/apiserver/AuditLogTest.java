package io.coxswain.apiserver;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.AuditOptions;
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
                    folder.resolve("policy.yaml"), folder.resolve("audit.log"), 1, 2)));
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
