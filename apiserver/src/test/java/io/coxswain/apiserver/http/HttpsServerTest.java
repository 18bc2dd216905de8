package io.coxswain.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.Secrets;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.server.ConnectionLimits;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpsServerTest {
  private static final ConnectionLimits LIMITS = ConnectionLimits.ofProcess(1 << 18, 1 << 20);

  private final Env env = Env.production();
  private HttpsServer front;
  private HttpClient client;

  HttpsServerTest() throws Exception {
    front = HttpsServer.start(env, ApiServer.create(env), 0);
    client = HttpClient.newBuilder().sslContext(trusting(front.kubeconfig())).build();
  }

  @BeforeEach
  void isListening() {
    assertThat(front.port()).isPositive();
  }

  @AfterEach
  void stop() {
    client.close();
    front.close();
  }

  private static SSLContext trusting(byte[] kubeconfig) throws Exception {
    JsonNode config = Json.yamlMapper().readTree(kubeconfig);
    byte[] authority =
        Base64.getDecoder()
            .decode(config.at("/clusters/0/cluster/certificate-authority-data").asText());
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry(
        "authority",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(authority)));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(front.url() + path));
  }

  private HttpRequest.Builder asAdministrator(String path) {
    return request(path).header("Authorization", "Bearer " + front.token());
  }

  @Test
  void anonymousClientsMayReadHealthOnly() throws Exception {
    var health = client.send(request("/readyz").build(), BodyHandlers.ofString());
    var secrets =
        client.send(request("/api/v1/namespaces/default/secrets").build(), BodyHandlers.ofString());
    var impostor =
        client.send(
            request("/api").header("Authorization", "Bearer wrong").build(),
            BodyHandlers.ofString());

    assertThat(health.body()).isEqualTo("ok");
    assertThat(secrets.statusCode()).isEqualTo(403);
    assertThat(secrets.body())
        .contains(
            "secrets is forbidden: User \\\"system:anonymous\\\" cannot list resource"
                + " \\\"secrets\\\" in API group \\\"\\\" in the namespace \\\"default\\\"");
    assertThat(impostor.statusCode()).isEqualTo(401);
  }

  @Test
  void everyResponseCarriesTheAuditIdOfItsRequest() throws Exception {
    var generated = client.send(request("/readyz").build(), BodyHandlers.ofString());
    var given =
        client.send(request("/readyz").header("Audit-Id", "mine").build(), BodyHandlers.ofString());

    assertThat(generated.headers().firstValue("audit-id"))
        .hasValueSatisfying(id -> assertThat(id).hasSize(36));
    assertThat(given.headers().firstValue("audit-id")).hasValue("mine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "gzip", "bogus"})
  void theContentEncodingOfARequestIsIgnored(String encoding) throws Exception {
    var response =
        client.send(
            asAdministrator("/api/v1/namespaces/default/configmaps")
                .header("Content-Type", "application/json")
                .header("Content-Encoding", encoding)
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"}}"))
                .build(),
            BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /openapi/v2        | br, gzip   | gzip
          /openapi/v2        | gzip;q=0   | none
          /openapi/v2        | gzip;q=0.5 | gzip
          /openapi/v3/api/v1 | gzip       | none
          /api/v1/namespaces | gzip       | none
          """)
  void largeResponsesAreCompressedForThoseWhoAcceptIt(String path, String accepted, String encoding)
      throws Exception {
    var response =
        client.send(
            asAdministrator(path).header("Accept-Encoding", accepted).build(),
            BodyHandlers.ofByteArray());

    assertThat(response.headers().firstValue("content-encoding").orElse("none"))
        .isEqualTo(encoding);
    byte[] body =
        encoding.equals("gzip")
            ? new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes()
            : response.body();
    assertThat(Json.tree(body)).isNotEmpty();
  }

  @Test
  void emptySegmentsOfAPathAreNotResolved() throws Exception {
    var response = client.send(asAdministrator("//readyz").build(), BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(404);
  }

  @Test
  void parametersThatCannotBeDecodedAreDropped() throws Exception {
    byte[] head =
        ("GET /api/v1/nodes?limit=%zz&a;b=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization:"
                + " Bearer "
                + front.token()
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);

    assertThat(exchange(head)).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void aResponseToHeadHasNoBody() throws Exception {
    byte[] head =
        ("HEAD /api/v1/nodes HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer "
                + front.token()
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);

    assertThat(exchange(head)).startsWith("HTTP/1.1 405 ").endsWith("\r\n\r\n");
  }

  /** The whole response to bytes that no HTTP client would send. */
  private String exchange(byte[] request) throws Exception {
    try (var socket =
        trusting(front.kubeconfig()).getSocketFactory().createSocket("127.0.0.1", front.port())) {
      socket.getOutputStream().write(request);
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void ofSeveralImpersonatedUsersTheFirstCounts() throws Exception {
    var response =
        client.send(
            asAdministrator("/apis/authentication.k8s.io/v1/selfsubjectreviews")
                .header("Content-Type", "application/json")
                .header("Impersonate-User", "first")
                .header("Impersonate-User", "second")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build(),
            BodyHandlers.ofString());

    assertThat(Json.MAPPER.readTree(response.body()).at("/status/userInfo/username").asText())
        .isEqualTo("first");
  }

  @Test
  void aWatchIsSentEventByEvent() throws Exception {
    String configMaps = "/api/v1/namespaces/default/configmaps";
    var watch =
        client.send(
            asAdministrator(configMaps + "?watch=true").build(), BodyHandlers.ofInputStream());
    assertThat(watch.statusCode()).isEqualTo(200);

    var created =
        client.send(
            asAdministrator(configMaps)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"metadata\":{\"name\":\"a\"}}"))
                .build(),
            BodyHandlers.ofString());

    assertThat(created.statusCode()).isEqualTo(201);
    try (var lines =
        new BufferedReader(new InputStreamReader(watch.body(), StandardCharsets.UTF_8))) {
      JsonNode event = Json.MAPPER.readTree(lines.readLine());
      assertThat(event.path("type").asText()).isEqualTo("ADDED");
      assertThat(event.at("/object/metadata/name").asText()).isEqualTo("a");
    }
  }

  @Test
  void reportsAPortInUse() {
    assertThatThrownBy(() -> HttpsServer.start(env, ApiServer.create(env), front.port()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen on 127.0.0.1:" + front.port());
  }

  @Test
  void theKubeconfigIsReadableOnlyByItsOwner(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("deep/kubeconfig");
    front.writeKubeconfig(file);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Json.yamlMapper().readTree(file.toFile()).at("/clusters/0/cluster/server").asText())
        .isEqualTo(front.url());
  }

  @Test
  void aBodyThatIsTooLargeIsRejectedInUpstreamsWords() throws Exception {
    var body = HttpRequest.BodyPublishers.ofByteArray(new byte[3 * 1024 * 1024 + 1]);
    var answer =
        client.send(
            asAdministrator("/api/v1/namespaces/default/configmaps")
                .header("Content-Type", "application/json")
                .POST(body)
                .build(),
            BodyHandlers.ofString());

    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(Json.MAPPER.readTree(answer.body()).path("message").asText())
        .isEqualTo("Request entity too large: limit is 3145728");
  }

  @Test
  void aLongSelectorIsRead() throws Exception {
    String selector = "app+in+(" + "some-value,".repeat(1000) + "x)";
    var answer =
        client.send(
            asAdministrator("/api/v1/namespaces/default/configmaps?labelSelector=" + selector)
                .build(),
            BodyHandlers.ofString());

    assertThat(answer.statusCode()).isEqualTo(200);
  }

  @Test
  void countsRequestsRejectedForLackOfRoom() throws Exception {
    try (var server = ApiServer.create(env);
        var full =
            HttpsServer.start(
                env,
                HttpsServer.prepare(env, server.secrets()),
                server,
                0,
                new InFlight(0, 0, 0),
                LIMITS);
        var caller = HttpClient.newBuilder().sslContext(trusting(full.kubeconfig())).build()) {
      var pods = URI.create(full.url() + "/api/v1/namespaces/default/pods");

      var answer = caller.send(HttpRequest.newBuilder(pods).build(), BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(429);
      String labels =
          "code=\"429\",component=\"apiserver\",%sgroup=\"\",resource=\"pods\",scope=\"namespace\","
              + "subresource=\"\",verb=\"LIST\",version=\"v1\"} 1.0";
      assertThat(metrics(server))
          .contains("apiserver_request_total{" + labels.formatted("dry_run=\"\","))
          .contains("apiserver_request_terminations_total{" + labels.formatted(""));
    }
  }

  private static List<String> metrics(ApiServer server) {
    return new String(
            server.metrics().answer(ApiRequest.get("/metrics")).orElseThrow().body(),
            StandardCharsets.UTF_8)
        .lines()
        .toList();
  }

  @Test
  void aRequestThatTakesTooLongIsCounted() throws Exception {
    try (var server = ApiServer.create(env);
        var slow = HttpsServer.start(env, server, 0);
        var caller = HttpClient.newBuilder().sslContext(trusting(slow.kubeconfig())).build()) {
      server
          .webhooks()
          .register(
              "https://never.invalid/",
              review -> {
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                throw new CancelledException();
              });
      post(
          caller,
          slow,
          "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
          """
          {"metadata": {"name": "never"}, "webhooks": [{"name": "never.example.com",
           "clientConfig": {"url": "https://never.invalid/"}, "sideEffects": "None",
           "admissionReviewVersions": ["v1"], "timeoutSeconds": 30,
           "rules": [{"apiGroups": [""], "apiVersions": ["v1"], "resources": ["secrets"],
                      "operations": ["CREATE"]}]}]}
          """);

      var answer =
          post(
              caller,
              slow,
              "/api/v1/namespaces/default/secrets?timeout=1s",
              "{\"metadata\": {\"name\": \"s\"}}");

      assertThat(answer.statusCode()).isEqualTo(504);
      assertThat(metrics(server))
          .filteredOn(line -> line.contains("resource=\"secrets\"") && line.contains("_total{"))
          .hasSize(2)
          .allMatch(line -> line.contains("code=\"504\"") && line.contains("verb=\"POST\""));
    }
  }

  private static HttpResponse<String> post(
      HttpClient caller, HttpsServer to, String path, String body) throws Exception {
    return caller.send(
        HttpRequest.newBuilder(URI.create(to.url() + path))
            .header("Authorization", "Bearer " + to.token())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  @Test
  void publishesTheClientCaAndKeepsEarlierOnes() throws Exception {
    try (var server = ApiServer.create(env)) {
      HttpsServer first = HttpsServer.start(env, server, 0);
      first.close();
      long revision = server.revision();
      HttpsServer again = HttpsServer.start(env, server, 0);
      again.close();
      assertThat(server.revision()).as("the same authority").isEqualTo(revision);

      var other = HttpsServer.prepare(env, Secrets.inMemory());
      HttpsServer second = HttpsServer.start(env, other, server, 0);
      second.close();

      assertThat(second.authority()).isNotEqualTo(first.authority());
      assertThat(server.objects(0))
          .filteredOn(o -> Meta.name(o).equals("extension-apiserver-authentication"))
          .singleElement()
          .satisfies(
              map -> {
                assertThat(Meta.namespace(map)).isEqualTo("kube-system");
                assertThat(map.at("/data/client-ca-file").asText())
                    .isEqualTo(first.authority() + second.authority());
              });
    }
  }

  @Test
  void stoppingEndsTheWatches() throws Exception {
    var watch =
        client.send(
            asAdministrator("/api/v1/namespaces/default/configmaps?watch=true").build(),
            BodyHandlers.ofInputStream());
    front.close();

    assertThat(new String(watch.body().readAllBytes(), StandardCharsets.UTF_8)).isBlank();
  }
}
