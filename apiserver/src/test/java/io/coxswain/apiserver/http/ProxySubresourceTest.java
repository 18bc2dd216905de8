package io.coxswain.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.ClusterNetwork;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.env.Sockets;
import io.coxswain.evidence.Attack;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The proxy subresources of pods, services and nodes over HTTPS, with a backend in this process.
 */
@Timeout(60)
final class ProxySubresourceTest {
  private static final String NAMESPACE = "/api/v1/namespaces/default/";
  private static final int LARGE = 8 << 20;

  private final Env env = Env.production();
  private final List<String> dialed = Collections.synchronizedList(new ArrayList<>());
  private final HttpServer backend;
  private final ApiServer server;
  private final ApiTransport admin;
  private final HttpsServer front;
  private final HttpClient client;
  private volatile int backendPort;

  ProxySubresourceTest() throws Exception {
    backend =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
    backend.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    backend.createContext("/", ProxySubresourceTest::echo);
    backend.createContext("/large", ProxySubresourceTest::large);
    backend.createContext("/count", ProxySubresourceTest::count);
    backend.createContext("/page", ProxySubresourceTest::page);
    backend.createContext("/redirect", ProxySubresourceTest::redirect);
    backend.start();
    backendPort = backend.getAddress().getPort();
    server = ApiServer.create(env, ApiServerOptions.plain().withNetwork(new Backends()));
    admin = server.transport("admin", List.of("system:masters"));
    create("/api/v1/nodes", "{'metadata': {'name': 'n'}}");
    pod("web", "10.65.0.1");
    create(
        NAMESPACE + "services",
        "{'metadata': {'name': 'web'}, 'spec': {'ports': ["
            + "{'name': 'http', 'port': 80, 'targetPort': 8080},"
            + "{'name': 'admin', 'port': 81, 'targetPort': 8081}]}}");
    create(
        NAMESPACE + "endpoints",
        "{'metadata': {'name': 'web'}, 'subsets': [{'ports': ["
            + "{'name': 'http', 'port': 8080}, {'name': 'admin', 'port': 8081}], 'addresses': ["
            + "{'ip': '10.65.0.1', 'targetRef': {'kind': 'Pod', 'namespace': 'default',"
            + " 'name': 'web'}}]}]}");
    front = HttpsServer.start(env, server, 0);
    client = HttpClient.newBuilder().sslContext(trusting(front.authority())).build();
  }

  @AfterEach
  void stop() {
    client.shutdownNow();
    front.close();
    backend.stop(0);
  }

  /** Pod web and node n are the backend, on any port; all other pods and nodes are unreachable. */
  private final class Backends implements ClusterNetwork {
    @Override
    public Sockets.Connection connectToPod(String namespace, String pod, int port)
        throws IOException {
      return connect(namespace + "/" + pod + ":" + port, pod.equals("web"));
    }

    @Override
    public Sockets.Connection connectToNode(String node, int port) throws IOException {
      return connect(node + ":" + port, node.equals("n"));
    }

    private Sockets.Connection connect(String name, boolean known) throws IOException {
      dialed.add(name);
      if (!known) {
        throw new NoRouteToHostException();
      }
      return env.sockets().connect("127.0.0.1", backendPort);
    }
  }

  /** Responds with the request as text. */
  private static void echo(HttpExchange exchange) throws IOException {
    try (exchange) {
      var text = new StringBuilder();
      text.append(exchange.getRequestMethod()).append(' ').append(exchange.getRequestURI());
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> text.append('\n').append(name).append(": ").append(values));
      text.append("\n\n")
          .append(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      byte[] body = text.toString().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("X-Backend", "web");
      exchange.getResponseHeaders().add("Access-Control-Allow-Origin", "*");
      boolean head = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(
          exchange.getRequestURI().getPath().startsWith("/teapot") ? 418 : 200,
          head ? -1 : body.length);
      if (!head) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  /** Responds with a page with two links, compressed if the query is "gzip". */
  private static void page(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean zipped = "gzip".equals(exchange.getRequestURI().getQuery());
      exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
      if (zipped) {
        exchange.getResponseHeaders().add("Content-Encoding", "gzip");
      }
      exchange.sendResponseHeaders(200, 0);
      OutputStream body = exchange.getResponseBody();
      try (OutputStream out = zipped ? new GZIPOutputStream(body) : body) {
        out.write("<a href=\"/next\">\u00fc</a> <a href=near>".getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static void large(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().write(new byte[LARGE]);
    }
  }

  private static void count(HttpExchange exchange) throws IOException {
    try (exchange) {
      long bytes = exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
      byte[] body = Long.toString(bytes).getBytes(StandardCharsets.US_ASCII);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static void redirect(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().add("Location", exchange.getRequestURI().getQuery());
      exchange.sendResponseHeaders(302, -1);
    }
  }

  private static SSLContext trusting(String authority) throws Exception {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry(
        "ca",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(authority.getBytes(StandardCharsets.US_ASCII))));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private void create(String path, String json) throws IOException {
    write("POST", path, "application/json", json, 201);
  }

  private void write(String method, String path, String type, String json, int status)
      throws IOException {
    ApiResponse response =
        admin.call(
            ApiRequest.of(method, path)
                .body(type, json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    assertThat(response.status())
        .as(new String(response.body(), StandardCharsets.UTF_8))
        .isEqualTo(status);
  }

  private void pod(String name, String ip) throws IOException {
    create(
        NAMESPACE + "pods",
        "{'metadata': {'name': '"
            + name
            + "'}, 'spec': {'nodeName': 'n', 'containers': [{'name': 'c', 'image': 'x',"
            + " 'ports': [{'containerPort': 8080}]}]}}");
    status("pods/" + name, "{'podIP': '" + ip + "', 'podIPs': [{'ip': '" + ip + "'}]}");
  }

  private void status(String object, String status) throws IOException {
    write(
        "PATCH",
        (object.startsWith("nodes/") ? "/api/v1/" : NAMESPACE) + object + "/status",
        "application/merge-patch+json",
        "{'status': " + status + "}",
        200);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(front.url() + path))
        .header("authorization", "Bearer " + front.token());
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String message(HttpResponse<String> response) {
    return Json.tree(response.body().getBytes(StandardCharsets.UTF_8)).path("message").asText();
  }

  @Test
  void forwardsTheRequestWithoutTheCallersCredentials() throws Exception {
    HttpResponse<String> response =
        client.send(
            request(NAMESPACE + "services/http:web:80/proxy/a%20b/c?x=1&y=%2F&timeout=nonsense")
                .header("cookie", "session=secret")
                .header("x-custom", "kept")
                .header("impersonate-user", "kubernetes-admin")
                .header("impersonate-group", "system:masters")
                .POST(HttpRequest.BodyPublishers.ofString("the body"))
                .build(),
            HttpResponse.BodyHandlers.ofString());

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.body())
        .startsWith("POST /a%20b/c?x=1&y=%2F&timeout=nonsense\n")
        .contains("X-custom: [kept]")
        .contains("Host: [127.0.0.1:" + front.port() + "]")
        .contains("X-forwarded-for: [127.0.0.1]")
        .contains("X-forwarded-uri: [" + NAMESPACE + "services/http:web:80/proxy/a%20b/c]")
        .endsWith("\n\nthe body")
        .doesNotContainIgnoringCase("authorization")
        .doesNotContainIgnoringCase("cookie")
        .doesNotContainIgnoringCase("impersonate");
    assertThat(response.headers().firstValue("x-backend")).contains("web");
    assertThat(response.headers().firstValue("access-control-allow-origin")).isEmpty();
    assertThat(dialed).containsExactly("default/web:8080");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "pods/web/proxy/, default/web:8080",
    "pods/web:9090/proxy/, default/web:9090",
    "pods/http:web:9090/proxy/x//y, default/web:9090",
    "services/web:http/proxy/, default/web:8080",
    "services/web:81/proxy/, default/web:8081",
    "services/http:web:admin/proxy/, default/web:8081",
  })
  void findsTheBackendByName(String path, String expected) throws Exception {
    HttpResponse<String> response = get(NAMESPACE + path);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(dialed).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource({"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
  void forwardsAllMethods(String method) throws Exception {
    HttpResponse<String> response =
        client.send(
            request(NAMESPACE + "pods/web/proxy/teapot")
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(418);
    assertThat(response.body()).startsWith(method + " /teapot\n");
  }

  @Test
  void forwardsHead() throws Exception {
    HttpResponse<String> response =
        client.send(
            request(NAMESPACE + "pods/web/proxy/x")
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("x-backend")).contains("web");
  }

  @Test
  void redirectsARootWithoutASlash() throws Exception {
    HttpResponse<String> response = get(NAMESPACE + "services/web:http/proxy?a=b");

    assertThat(response.statusCode()).isEqualTo(301);
    assertThat(response.headers().firstValue("location"))
        .contains(NAMESPACE + "services/web:http/proxy/?a=b");
    assertThat(dialed).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "/login, " + NAMESPACE + "pods/web/proxy/login",
    "http://10.65.0.1:8080/login, " + NAMESPACE + "pods/web/proxy/login",
    "https://example.com/login, https://example.com/login",
    "next, next",
  })
  void rewritesRedirectsOfTheBackend(String location, String expected) throws Exception {
    HttpResponse<String> response = get(NAMESPACE + "pods/web/proxy/redirect?" + location);

    assertThat(response.statusCode()).isEqualTo(302);
    assertThat(response.headers().firstValue("location")).contains(expected);
  }

  @Test
  void streamsBodiesBeyondTheLimitOfObjects() throws Exception {
    HttpResponse<byte[]> down =
        client.send(
            request(NAMESPACE + "pods/web/proxy/large").build(),
            HttpResponse.BodyHandlers.ofByteArray());
    HttpResponse<String> up =
        client.send(
            request(NAMESPACE + "pods/web/proxy/count")
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[LARGE]))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    HttpResponse<String> chunked =
        client.send(
            request(NAMESPACE + "pods/web/proxy/count")
                .POST(
                    HttpRequest.BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(new byte[LARGE])))
                .build(),
            HttpResponse.BodyHandlers.ofString());

    assertThat(down.body()).hasSize(LARGE);
    assertThat(up.body()).isEqualTo(Integer.toString(LARGE));
    assertThat(chunked.body()).isEqualTo(Integer.toString(LARGE));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pods/none/proxy/ | 404 | pods "none" not found
          pods/a:b:c:d/proxy/ | 400 | invalid pod request "a:b:c:d"
          services/ftp:web:80/proxy/ | 400 | invalid service request "ftp:web:80"
          services/web:99/proxy/ | 503 | no service port 99 found for service "web"
          services/none/proxy/ | 404 | endpoints "none" not found
          services/web/proxy/ | 503 | no endpoints available for service "web"
          services/empty:http/proxy/ | 503 | no endpoints available for service "empty"
          pods/gone:80/proxy/ | 503 | error trying to reach service: dial tcp 10.128.0.2:80: connect: no route to host
          pods/pending/proxy/ | 400 | address not allowed
          """)
  void reportsABackendThatIsNotReachedAsUpstream(String path, int status, String message)
      throws Exception {
    pod("gone", "10.128.0.2");
    create(
        NAMESPACE + "pods",
        "{'metadata': {'name': 'pending'}, 'spec': {'containers': [{'name': 'c', 'image': 'x'}]}}");
    create(NAMESPACE + "endpoints", "{'metadata': {'name': 'empty'}}");

    HttpResponse<String> response = get(NAMESPACE + path);

    assertThat(message(response)).isEqualTo(message);
    assertThat(response.statusCode()).isEqualTo(status);
  }

  @Test
  void reachesThePortsOfANode() throws Exception {
    status("nodes/n", "{'addresses': [{'type': 'InternalIP', 'address': '10.64.0.1'}]}");

    HttpResponse<String> response = get("/api/v1/nodes/n:9100/proxy/metrics");

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(dialed).containsExactly("n:9100");
  }

  @Test
  void authorizesByTheVerbOfTheMethod() throws Exception {
    create(
        "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
        "{'metadata': {'name': 'reader'}, 'rules': [{'apiGroups': [''],"
            + " 'resources': ['pods/proxy'], 'verbs': ['get']}]}");
    create(
        "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
        "{'metadata': {'name': 'reader'}, 'roleRef': {'apiGroup': 'rbac.authorization.k8s.io',"
            + " 'kind': 'Role', 'name': 'reader'}, 'subjects': [{'kind': 'User', 'name': 'jane',"
            + " 'apiGroup': 'rbac.authorization.k8s.io'}]}");

    HttpRequest.Builder asJane =
        request(NAMESPACE + "pods/web/proxy/x").header("impersonate-user", "jane");
    HttpResponse<String> read =
        client.send(asJane.copy().GET().build(), HttpResponse.BodyHandlers.ofString());
    HttpResponse<String> write =
        client.send(
            asJane.copy().PUT(HttpRequest.BodyPublishers.noBody()).build(),
            HttpResponse.BodyHandlers.ofString());

    assertThat(read.statusCode()).as(read.body()).isEqualTo(200);
    assertThat(write.statusCode()).isEqualTo(403);
    assertThat(message(write)).contains("cannot update resource \"pods/proxy\"");
  }

  @Test
  @Attack("Endpoints that name the metadata service, a loopback address or a foreign pod")
  void connectsToPodsOfTheServiceAlone() throws Exception {
    pod("other", "10.65.0.9");
    String service = "{'metadata': {'name': 'evil'}, 'subsets': [{'ports': [{'port': 80}],";
    for (String address :
        List.of(
            "{'ip': '8.8.8.8'}",
            "{'ip': '8.8.8.8', 'targetRef': {'kind': 'Pod', 'namespace': 'default',"
                + " 'name': 'web'}}",
            "{'ip': '10.65.0.9', 'targetRef': {'kind': 'Pod', 'namespace': 'default',"
                + " 'name': 'web'}}",
            "{'ip': '10.65.0.1', 'targetRef': {'kind': 'Pod', 'namespace': 'kube-system',"
                + " 'name': 'web'}}")) {
      create(NAMESPACE + "endpoints", service + " 'addresses': [" + address + "]}]}");

      HttpResponse<String> response = get(NAMESPACE + "services/evil/proxy/latest/meta-data");

      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(message(response)).isEqualTo("no endpoints available for service \"evil\"");
      write("DELETE", NAMESPACE + "endpoints/evil", "application/json", "{}", 200);
    }
    for (String ip : List.of("169.254.169.254", "127.0.0.1")) {
      write(
          "POST",
          NAMESPACE + "endpoints",
          "application/json",
          service + " 'addresses': [{'ip': '" + ip + "'}]}]}",
          422);
    }
    assertThat(dialed).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "169.254.169.254, 400",
    "127.0.0.1, 400",
    "'::1', 400",
    "'::ffff:127.0.0.1', 400",
    "0.0.0.0, 400",
    "fe80::1, 400",
    "8.8.8.8, 503",
  })
  @Attack("a pod whose status names another address")
  void neverConnectsToTheAddressInTheStatusOfAPod(String ip, int status) throws Exception {
    pod("evil", "10.65.0.7");
    var podStatus =
        admin.call(
            ApiRequest.of("PATCH", NAMESPACE + "pods/evil/status")
                .body(
                    "application/merge-patch+json",
                    ("{\"status\": {\"podIP\": \""
                            + ip
                            + "\", \"podIPs\": [{\"ip\": \""
                            + ip
                            + "\"}]}}")
                        .getBytes(StandardCharsets.UTF_8)));

    HttpResponse<String> response = get(NAMESPACE + "pods/evil:80/proxy/latest/meta-data");

    if (podStatus.status() == 200) {
      assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    }
    // The network is asked for the pod, which it does not run; no address reaches it.
    assertThat(dialed).allMatch(name -> name.equals("default/evil:80"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"169.254.169.254, 400", "127.0.0.1, 400", "localhost, 400", "192.168.1.1, 503"})
  @Attack("a node whose status names another address")
  void neverConnectsToTheAddressInTheStatusOfANode(String address, int status) throws Exception {
    create("/api/v1/nodes", "{'metadata': {'name': 'evil'}}");
    status("nodes/evil", "{'addresses': [{'type': 'InternalIP', 'address': '" + address + "'}]}");

    HttpResponse<String> response = get("/api/v1/nodes/evil:80/proxy/");

    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(dialed).allMatch(name -> name.equals("evil:80"));
  }

  /** Accepts one WebSocket and sends back the text of its first frame, unmasked. */
  private static void serveWebSocket(Sockets.Listener listener) throws IOException {
    try (Sockets.Connection connection = listener.accept()) {
      InputStream in = connection.input();
      var head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) in.read());
      }
      String key =
          head.toString()
              .lines()
              .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("sec-websocket-key:"))
              .map(line -> line.substring(line.indexOf(':') + 1).strip())
              .findFirst()
              .orElseThrow();
      assertThat(head.toString()).startsWith("GET /chat HTTP/1.1\r\n");
      assertThat(head.toString()).doesNotContainIgnoringCase("authorization");
      OutputStream out = connection.output();
      out.write(
          ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  + "Sec-WebSocket-Accept: "
                  + io.coxswain.apiserver.http.WebSocket.accept(key)
                  + "\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      out.flush();
      byte[] start = in.readNBytes(6);
      byte[] text = in.readNBytes(start[1] & 0x7f);
      for (int i = 0; i < text.length; i++) {
        text[i] ^= start[2 + i % 4];
      }
      out.write(new byte[] {(byte) 0x81, (byte) text.length});
      out.write(text);
      out.flush();
    }
  }

  @Test
  void forwardsAnUpgradedConnection() throws Exception {
    var received = new CompletableFuture<String>();
    try (Sockets.Listener echo = env.sockets().listen("127.0.0.1", 0)) {
      var task = env.tasks().spawn("websocket", () -> serveWebSocket(echo));
      backendPort = echo.port();
      WebSocket socket =
          client
              .newWebSocketBuilder()
              .header("authorization", "Bearer " + front.token())
              .buildAsync(
                  URI.create(
                      front.url().replace("https", "wss") + NAMESPACE + "pods/web/proxy/chat"),
                  new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(
                        WebSocket webSocket, CharSequence data, boolean last) {
                      received.complete(data.toString());
                      return WebSocket.Listener.super.onText(webSocket, data, last);
                    }
                  })
              .get();
      socket.sendText("hello", true).get();

      assertThat(received.get()).isEqualTo("hello");
      socket.abort();
      task.join();
    }
  }

  @Test
  void rewritesLinksOfPagesToThePathsThatTheClientSees() throws Exception {
    String prefix = NAMESPACE + "pods/web:8080/proxy";
    String page = "<a href=\"" + prefix + "/next\">\u00fc</a> <a href=near>";

    assertThat(get(prefix + "/page").body()).isEqualTo(page);
    HttpResponse<byte[]> zipped =
        client.send(
            request(prefix + "/page?gzip").build(), HttpResponse.BodyHandlers.ofByteArray());
    try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(page);
    }
  }
}
