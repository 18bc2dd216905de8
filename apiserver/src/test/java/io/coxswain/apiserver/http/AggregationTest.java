package io.coxswain.apiserver.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.Secrets;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Env;
import io.coxswain.evidence.Attack;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An extension API server in a pod, behind an APIService. */
final class AggregationTest {
  private static final String API_SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
  private static final String THINGS = "/apis/ext.example.com/v1/things";

  private final Env env = Env.production();
  private final BlockingQueue<HttpExchange> seen = new LinkedBlockingQueue<>();
  private final Semaphore watchMayEnd = new Semaphore(0);
  private HttpsServer extension;
  private String extensionAuthority;
  private ApiServer server;
  private io.coxswain.apiserver.http.HttpsServer front;
  private ApiTransport admin;
  private HttpClient client;

  @BeforeEach
  void start() throws Exception {
    var certificates = new Certificates(env, Secrets.inMemory());
    extensionAuthority = Certificates.pem(certificates.authority());
    extension = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server =
        ApiServer.create(
            env,
            ApiServerOptions.plain()
                .withNetwork(new OnePod("ext/ext-1:9443", extension.getAddress().getPort())));
    front = io.coxswain.apiserver.http.HttpsServer.start(env, server, 0);
    admin = server.transport("admin", List.of("system:masters"));
    startExtension(certificates.server("ext", List.of("ext.ext.svc"), List.of("127.0.0.1")));
    client = HttpClient.newBuilder().sslContext(trusting(front.authority())).build();
    post("/api/v1/namespaces", "{'metadata': {'name': 'ext'}}");
  }

  @AfterEach
  void stop() {
    watchMayEnd.release(10);
    client.close();
    front.close();
    server.close();
    extension.stop(0);
  }

  private void startExtension(Certificates.Identity identity) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setKeyEntry(
        "server", identity.key(), new char[0], new Certificate[] {identity.certificate()});
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, new char[0]);
    String frontProxy =
        get("/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication")
            .at("/data/requestheader-client-ca-file")
            .asText();
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust(frontProxy).getTrustManagers(), null);
    extension.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters ssl = context.getDefaultSSLParameters();
            ssl.setNeedClientAuth(true); // as an extension that trusts the front proxy alone
            parameters.setSSLParameters(ssl);
          }
        });
    extension.createContext("/", this::serve);
    extension.setExecutor(command -> env.tasks().spawn("extension", command::run));
    extension.start();
  }

  private void serve(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    boolean check =
        "system:kube-aggregator".equals(exchange.getRequestHeaders().getFirst("X-Remote-User"));
    if (!check) {
      seen.add(exchange);
    }
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    if (query.contains("watch")) {
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().write(json("{'type': 'ADDED', 'object': {'kind': 'Thing'}}\n"));
      exchange.getResponseBody().flush();
      watchMayEnd.acquireUninterruptibly();
      exchange.close();
      return;
    }
    if (path.equals("/openapi/v3")) {
      byte[] index =
          json(
              "{'paths': {'apis/ext.example.com/v1': {'serverRelativeURL':"
                  + " '/openapi/v3/apis/ext.example.com/v1?hash=ABC'}, 'apis/apps/v1':"
                  + " {'serverRelativeURL': '/openapi/v3/apis/apps/v1?hash=DEF'}}}");
      exchange.sendResponseHeaders(200, index.length);
      exchange.getResponseBody().write(index);
      exchange.close();
      return;
    }
    byte[] body =
        path.equals("/apis/ext.example.com/v1")
            ? json(
                "{'kind': 'APIResourceList', 'apiVersion': 'v1', 'groupVersion':"
                    + " 'ext.example.com/v1', 'resources': [{'name': 'things', 'singularName':"
                    + " 'thing', 'namespaced': false, 'kind': 'Thing', 'verbs': ['get', 'list'],"
                    + " 'shortNames': ['th']}, {'name': 'things/status', 'singularName': '',"
                    + " 'namespaced': false, 'kind': 'Thing', 'verbs': ['get']}]}")
            : json(
                "{'kind': 'ThingList', 'apiVersion': 'ext.example.com/v1', 'sent': '"
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
                    + "'}");
    exchange.sendResponseHeaders(
        path.equals("/apis/ext.example.com/v1/none") ? 418 : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private static TrustManagerFactory trust(String pem) throws Exception {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry(
        "authority",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII))));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    return trust;
  }

  private static SSLContext trusting(String pem) throws Exception {
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust(pem).getTrustManagers(), null);
    return context;
  }

  private JsonNode get(String path) throws IOException {
    return Json.tree(admin.call(ApiRequest.get(path)).body());
  }

  private void post(String path, String body) throws IOException {
    ApiResponse made = admin.call(ApiRequest.of("POST", path).body("application/json", json(body)));
    assertThat(made.status())
        .as(() -> new String(made.body(), StandardCharsets.UTF_8))
        .isEqualTo(201);
  }

  private void service(int port) throws IOException {
    post(
        "/api/v1/namespaces/ext/services",
        "{'metadata': {'name': 'ext'}, 'spec': {'ports': [{'name': 'https', 'port': %d}]}}"
            .formatted(port));
  }

  private void endpoints(String portName) throws IOException {
    post(
        "/apis/discovery.k8s.io/v1/namespaces/ext/endpointslices",
        """
        {'metadata': {'name': 'ext-1', 'labels': {'kubernetes.io/service-name': 'ext'}},
         'addressType': 'IPv4', 'ports': [{'name': '%s', 'port': 9443}],
         'endpoints': [{'addresses': ['10.1.2.3'], 'conditions': {'ready': true},
           'targetRef': {'kind': 'Pod', 'namespace': 'ext', 'name': 'ext-1'}}]}
        """
            .formatted(portName));
  }

  private void register(String tls) throws IOException {
    post(
        API_SERVICES,
        """
        {'metadata': {'name': 'v1.ext.example.com'}, 'spec': {'group': 'ext.example.com',
          'version': 'v1', 'groupPriorityMinimum': 2000, 'versionPriority': 15, %s
          'service': {'namespace': 'ext', 'name': 'ext'}}}
        """
            .formatted(tls));
  }

  private String bundle() {
    return "'caBundle': '"
        + Base64.getEncoder().encodeToString(extensionAuthority.getBytes(StandardCharsets.US_ASCII))
        + "',";
  }

  /** Waits for the condition with the reason, which comes some time after its cause. */
  private String awaitReason(String reason) throws IOException {
    try (ApiWatch watch =
        admin.watch(
            ApiRequest.get(API_SERVICES)
                .with("watch", "true")
                .with("fieldSelector", "metadata.name=v1.ext.example.com"))) {
      while (true) {
        JsonNode condition =
            Json.tree(requireNonNull(watch.next()).object()).at("/status/conditions/0");
        if (condition.path("reason").asText().equals(reason)) {
          return condition.path("status").asText() + " " + condition.path("message").asText();
        }
      }
    }
  }

  private void available() throws IOException {
    service(443);
    endpoints("https");
    register(bundle());
    assertThat(awaitReason("Passed")).isEqualTo("True all checks passed");
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(front.url() + path))
        .header("Authorization", "Bearer " + front.token());
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void reportsWhyAServerIsNotAvailable() throws Exception {
    register(bundle());
    String missing = awaitReason("ServiceNotFound");
    service(8443);
    String port = awaitReason("ServicePortError");
    admin.call(ApiRequest.of("DELETE", "/api/v1/namespaces/ext/services/ext"));
    service(443);
    String noEndpoints = awaitReason("EndpointsNotFound");
    endpoints("other");
    String noPort = awaitReason("MissingEndpoints");
    admin.call(
        ApiRequest.of("DELETE", "/apis/discovery.k8s.io/v1/namespaces/ext/endpointslices/ext-1"));
    endpoints("https");
    String passed = awaitReason("Passed");

    assertThat(missing).isEqualTo("False service/ext in \"ext\" is not present");
    assertThat(port).isEqualTo("False service/ext in \"ext\" is not listening on port 443");
    assertThat(noEndpoints)
        .isEqualTo("False cannot find endpointslices for service/ext in \"ext\"");
    assertThat(noPort)
        .isEqualTo(
            "False endpointslices for service/ext in \"ext\" have no addresses with port name"
                + " \"https\"");
    assertThat(passed).isEqualTo("True all checks passed");
  }

  @Test
  void respondsThatAnUnavailableServerIsUnavailable() throws Exception {
    register(bundle());
    awaitReason("ServiceNotFound");

    HttpResponse<String> response = send(request(THINGS));

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).isEqualTo("service unavailable\n");
    assertThat(get("/apis").findValuesAsText("name")).doesNotContain("ext.example.com");
  }

  @Test
  @Attack("a caller of an aggregated API sends the headers of the front proxy itself")
  void namesTheCallerToTheServerAndNobodyElseDoes() throws Exception {
    available();

    HttpResponse<String> response =
        send(
            request(THINGS + "?limit=2")
                .header("Impersonate-User", "jane")
                .header("Impersonate-Group", "system:masters")
                .header("Impersonate-Extra-scopes%2fx", "a b")
                .header("X-Remote-User", "root")
                .header("X-Remote-Group", "forged")
                .header("X-Remote-Extra-forged", "forged")
                .header("X-Mine", "kept")
                .POST(HttpRequest.BodyPublishers.ofString("body")));

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.body()).contains("\"sent\": \"body\"");
    HttpExchange exchange = seen.take();
    assertThat(exchange.getRequestMethod()).isEqualTo("POST");
    assertThat(exchange.getRequestURI().toString()).isEqualTo(THINGS + "?limit=2");
    var headers = exchange.getRequestHeaders();
    assertThat(headers.get("X-Remote-User")).containsExactly("jane");
    assertThat(headers.get("X-Remote-Group")).contains("system:masters").doesNotContain("forged");
    assertThat(headers.get("X-Remote-Extra-Scopes%2Fx")).containsExactly("a b");
    assertThat(headers).doesNotContainKeys("X-Remote-Extra-Forged", "Authorization");
    assertThat(headers.keySet()).noneMatch(name -> name.startsWith("Impersonate"));
    assertThat(headers.getFirst("X-Mine")).isEqualTo("kept");
    X509Certificate certificate =
        (X509Certificate) ((HttpsExchange) exchange).getSSLSession().getPeerCertificates()[0];
    assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=front-proxy-client");
  }

  @Test
  void authorizesBeforeItPassesARequestOn() throws Exception {
    available();

    HttpResponse<String> response = send(request(THINGS).header("Impersonate-User", "jane"));

    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(response.body())
        .contains("cannot list resource \\\"things\\\" in API group \\\"ext.example.com\\\"");
    assertThat(seen).isEmpty();
  }

  @Test
  void passesStatusCodesOn() throws Exception {
    available();

    assertThat(send(request("/apis/ext.example.com/v1/none")).statusCode()).isEqualTo(418);
  }

  @Test
  void streamsAWatch() throws Exception {
    available();

    HttpResponse<InputStream> response =
        client.send(request(THINGS + "?watch=true").build(), BodyHandlers.ofInputStream());
    var line = new StringBuilder();
    for (int b = response.body().read(); b != '\n'; b = response.body().read()) {
      line.append((char) b);
    }

    assertThat(line.toString()).contains("ADDED"); // while the server still keeps it open
    watchMayEnd.release();
    assertThat(response.body().read()).isEqualTo(-1);
  }

  @Test
  void mergesDiscovery() throws Exception {
    available();

    JsonNode groups = get("/apis").path("groups");
    JsonNode group = get("/apis/ext.example.com");
    JsonNode aggregated =
        Json.tree(
            admin
                .call(
                    ApiRequest.get("/apis")
                        .header(
                            "accept",
                            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"))
                .body());

    assertThat(groups.findValuesAsText("name")).contains("apps", "ext.example.com");
    assertThat(group.at("/preferredVersion/groupVersion").asText()).isEqualTo("ext.example.com/v1");
    List<JsonNode> items = new ArrayList<>();
    aggregated.path("items").forEach(items::add);
    JsonNode item = items.getLast();
    assertThat(item.at("/metadata/name").asText()).isEqualTo("ext.example.com");
    assertThat(item.at("/versions/0/freshness").asText()).isEqualTo("Current");
    JsonNode thing = item.at("/versions/0/resources/0");
    assertThat(thing.path("resource").asText()).isEqualTo("things");
    assertThat(thing.path("scope").asText()).isEqualTo("Cluster");
    assertThat(thing.at("/responseKind/group").asText()).isEqualTo("ext.example.com");
    assertThat(thing.at("/subresources/0/subresource").asText()).isEqualTo("status");
  }

  @Test
  void listsTheOpenApiDocumentOfTheServer() throws Exception {
    String before = get("/openapi/v3").at("/paths/apis~1apps~1v1/serverRelativeURL").asText();
    assertThat(get("/openapi/v3").path("paths").has("apis/ext.example.com/v1")).isFalse();
    available();

    JsonNode paths = get("/openapi/v3").path("paths");

    assertThat(paths.path("apis/ext.example.com/v1").path("serverRelativeURL").asText())
        .isEqualTo("/openapi/v3/apis/ext.example.com/v1?hash=ABC");
    assertThat(paths.path("apis/apps/v1").path("serverRelativeURL").asText()).isEqualTo(before);
    admin.call(ApiRequest.of("DELETE", API_SERVICES + "/v1.ext.example.com"));
    assertThat(get("/openapi/v3").path("paths").has("apis/ext.example.com/v1")).isFalse();
  }

  @Test
  void verifiesTheServerUnlessToldNotTo() throws Exception {
    service(443);
    endpoints("https");
    register(
        "'caBundle': '"
            + Base64.getEncoder()
                .encodeToString(front.authority().getBytes(StandardCharsets.US_ASCII))
            + "',");
    awaitReason("Passed"); // which does not verify, as upstream does not

    HttpResponse<String> wrong = send(request(THINGS));
    ObjectNode api = (ObjectNode) get(API_SERVICES + "/v1.ext.example.com");
    ((ObjectNode) api.path("spec")).put("insecureSkipTLSVerify", true).remove("caBundle");
    ApiResponse updated =
        admin.call(
            ApiRequest.of("PUT", API_SERVICES + "/v1.ext.example.com")
                .body("application/json", Json.bytes(api)));
    HttpResponse<String> unverified = send(request(THINGS));

    assertThat(wrong.statusCode()).isEqualTo(503);
    assertThat(wrong.body()).contains("certificate signed by unknown authority");
    assertThat(updated.status()).isEqualTo(200);
    assertThat(unverified.statusCode()).isEqualTo(200);
  }

  @Test
  void servesControllersInThisProcess() throws Exception {
    available();

    assertThat(get(THINGS).path("kind").asText()).isEqualTo("ThingList");
    var events = new CountDownLatch(1);
    try (ApiWatch watch = admin.watch(ApiRequest.get(THINGS).with("watch", "true"))) {
      assertThat(requireNonNull(watch.next()).type()).isEqualTo("ADDED");
      events.countDown();
      watchMayEnd.release();
      assertThat(watch.next()).isNull();
    }
    assertThat(events.getCount()).isZero();
  }

  @Test
  void endsWithTheApiService() throws Exception {
    available();

    admin.call(ApiRequest.of("DELETE", API_SERVICES + "/v1.ext.example.com"));

    assertThat(send(request(THINGS)).statusCode()).isEqualTo(404);
    assertThat(get("/apis").findValuesAsText("name")).doesNotContain("ext.example.com");
  }

  @Test
  void rejectsContradictionsInAnApiService() throws Exception {
    ApiResponse response =
        admin.call(
            ApiRequest.of("POST", API_SERVICES)
                .body(
                    "application/json",
                    json(
                        """
                        {'metadata': {'name': 'v1.ext.example.com'}, 'spec': {
                          'group': 'ext.example.com', 'version': 'v1',
                          'groupPriorityMinimum': 1, 'versionPriority': 1,
                          'caBundle': 'YQ==', 'insecureSkipTLSVerify': true,
                          'service': {'name': 'x', 'port': 70000}}}
                        """)));

    List<String> fields = new ArrayList<>();
    Json.tree(response.body())
        .at("/details/causes")
        .forEach(cause -> fields.add(cause.path("field").asText()));
    assertThat(fields)
        .containsExactly(
            "spec.service.namespace", "spec.service.port", "spec.insecureSkipTLSVerify");
  }
}
