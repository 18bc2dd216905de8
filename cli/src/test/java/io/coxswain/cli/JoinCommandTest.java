package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.apiserver.http.ListenOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The kubeconfig of a new node, and the rights of its token. */
@Timeout(60)
final class JoinCommandTest {
  private static final Pattern LINE =
      Pattern.compile(
          "kubeadm join 192\\.0\\.2\\.7:(\\d+) --token ([a-z0-9]{6})\\.([a-z0-9]{16})"
              + " --discovery-token-ca-cert-hash sha256:([0-9a-f]{64})");

  @TempDir Path folder = Path.of("");

  private final Env env = Env.production();
  private final ApiServer server = ApiServer.create(env);
  private final ApiTransport admin = server.transport("admin", List.of("system:masters"));
  private final HttpsServer front;

  JoinCommandTest() throws IOException {
    front =
        HttpsServer.start(env, server, new ListenOptions("127.0.0.1", 0, "192.0.2.7", List.of()));
  }

  @AfterEach
  void stop() {
    front.close();
    server.close();
  }

  private record Run(int code, String out, String err) {}

  private Run run(String... flags) throws IOException {
    front.writeKubeconfig(folder.resolve("kubeconfig"));
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine line = Coxswain.commandLine("join-command");
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    var words =
        new ArrayList<>(
            List.of("join-command", "--kubeconfig", folder.resolve("kubeconfig").toString()));
    words.addAll(List.of(flags));
    int code = line.execute(words.toArray(String[]::new));
    return new Run(code, out.toString(), err.toString());
  }

  @Test
  void printsALineWithATokenOfTheWantedLifetime() throws Exception {
    JoinObjects.apply(admin, front);

    Run run = run("--ttl", "30m");

    Matcher line = LINE.matcher(run.out().strip());
    assertThat(line.matches()).as("%s", run).isTrue();
    assertThat(line.group(1)).isEqualTo(Integer.toString(front.port()));
    assertThat(line.group(4))
        .isEqualTo(
            JoinCommand.publicKeyHash(
                Base64.getEncoder()
                    .encodeToString(front.authority().getBytes(StandardCharsets.US_ASCII))));
    JsonNode secret =
        get("/api/v1/namespaces/kube-system/secrets/bootstrap-token-" + line.group(2)).path("data");
    assertThat(decoded(secret, "token-secret")).isEqualTo(line.group(3));
    Duration left =
        Duration.between(env.clock().now(), Timestamps.instant(decoded(secret, "expiration")));
    assertThat(left).isBetween(Duration.ofMinutes(29), Duration.ofMinutes(30));
    assertThat(run.err()).contains("no controller has signed"); // there is none in this test
  }

  private static String decoded(JsonNode data, String key) {
    return new String(Base64.getDecoder().decode(data.path(key).asText()), StandardCharsets.UTF_8);
  }

  private JsonNode get(String path) throws IOException {
    return Json.tree(admin.call(ApiRequest.get(path)).body());
  }

  @Test
  void saysThatALoopbackClusterAcceptsNoNodes() throws Exception {
    Run run = run();

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("does not accept nodes; start it with --bind-address");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "721h", "soon", "-1h"})
  void rejectsALifetimeWithoutBound(String ttl) throws Exception {
    Run run = run("--ttl=" + ttl);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--ttl: invalid value \"" + ttl + "\"");
  }

  @Test
  void permitsATokenWhatJoiningNeedsAndNothingElse() throws Exception {
    JoinObjects.apply(admin, front);
    Matcher line = LINE.matcher(run().out().strip());
    assertThat(line.matches()).isTrue();
    String token = line.group(2) + "." + line.group(3);
    var statuses = new TreeMap<String, Integer>();
    for (String path :
        List.of(
            "/api/v1/namespaces/kube-system/configmaps/kubeadm-config",
            "/api/v1/namespaces/kube-system/configmaps/kubelet-config",
            "/api/v1/nodes/any",
            "/apis/certificates.k8s.io/v1/certificatesigningrequests",
            "/api/v1/nodes",
            "/api/v1/namespaces/kube-system/configmaps",
            "/api/v1/namespaces/kube-system/secrets",
            "/api/v1/pods")) {
      ApiRequest request = ApiRequest.get(path).header("authorization", "Bearer " + token);
      statuses.put(path, admin.call(request).status());
    }

    assertThat(statuses)
        .containsOnly(
            entry("/api/v1/namespaces/kube-system/configmaps/kubeadm-config", 200),
            entry("/api/v1/namespaces/kube-system/configmaps/kubelet-config", 200),
            entry("/api/v1/nodes/any", 404),
            entry("/apis/certificates.k8s.io/v1/certificatesigningrequests", 200),
            entry("/api/v1/nodes", 403),
            entry("/api/v1/namespaces/kube-system/configmaps", 403),
            entry("/api/v1/namespaces/kube-system/secrets", 403),
            entry("/api/v1/pods", 403));
  }

  @Test
  void showsTheClusterToAnonymousUsersAndNothingElse() throws Exception {
    JoinObjects.apply(admin, front);
    ApiTransport anonymous =
        server.transport("system:anonymous", List.of("system:unauthenticated"));

    JsonNode info = Json.tree(anonymous.call(ApiRequest.get(JoinObjects.CLUSTER_INFO)).body());

    assertThat(info.at("/data/kubeconfig").asText())
        .contains("server: https://192.0.2.7:" + front.port());
    assertThat(
            anonymous
                .call(ApiRequest.get("/api/v1/namespaces/kube-system/configmaps/kubeadm-config"))
                .status())
        .isEqualTo(403);
  }

  @Test
  void letsTheServerUseKubeletsAndNothingElse() throws Exception {
    JoinObjects.apply(admin, front);
    ApiTransport client =
        server.transport("kube-apiserver-kubelet-client", List.of("system:authenticated"));

    JsonNode allowed = review(client, "nodes", "proxy");

    assertThat(allowed.asBoolean()).isTrue();
    assertThat(client.call(ApiRequest.get("/api/v1/pods")).status()).isEqualTo(403);
    assertThat(client.call(ApiRequest.get("/api/v1/secrets")).status()).isEqualTo(403);
  }

  private static JsonNode review(ApiTransport client, String resource, String subresource)
      throws IOException {
    String body =
        """
        {"spec": {"resourceAttributes": {"verb": "create", "resource": "%s", "subresource": "%s"}}}
        """
            .formatted(resource, subresource);
    return Json.tree(
            client
                .call(
                    ApiRequest.of("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews")
                        .body("application/json", body.getBytes(StandardCharsets.UTF_8)))
                .body())
        .at("/status/allowed");
  }
}
