package io.coxswain.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Proxies: selection, tunnels and forwarding. */
@Timeout(60)
class ProxyTest {
  /** A name that only the proxy can resolve. */
  private static final String FAR = "api.far.invalid:6443";

  private static final ApiRequest GET = ApiRequest.get("/x");

  private final List<String> heads = Collections.synchronizedList(new ArrayList<>());

  @TempDir private Path dir;

  /** Tunnels to the given server, whatever address is requested. */
  private ScriptedServer proxyTo(ScriptedServer server) throws IOException {
    return new ScriptedServer(
        (peer, _) -> {
          heads.add(peer.head());
          try (var onward = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            peer.say("HTTP/1.1 200 Connection established\r\n\r\n");
            peer.pass(onward);
          }
        });
  }

  private static ScriptedServer secure(TestingIdentity identity) throws IOException {
    return new ScriptedServer(
        identity
            .server()
            .getServerSocketFactory()
            .createServerSocket(0, 50, InetAddress.getLoopbackAddress()),
        (peer, _) -> {
          while (true) {
            peer.request();
            peer.answer("{}");
          }
        });
  }

  private Kubeconfig kubeconfig(Map<String, String> environment, String cluster)
      throws IOException {
    Path file = dir.resolve("kubeconfig");
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        current-context: main
        clusters: [{name: other, cluster: {server: "https://x"}}, {name: c, cluster: {%s}}]
        users: [{name: u, user: {token: secret}}]
        contexts: [{name: main, context: {cluster: c, user: u}}]
        """
            .formatted(cluster));
    return new Kubeconfig(Env.production().files(), environment, file.toString(), null);
  }

  private static String far(TestingIdentity identity) {
    return "server: \"https://%s\", tls-server-name: localhost, certificate-authority-data: \"%s\""
        .formatted(FAR, identity.authority());
  }

  @Test
  void tunnelsThroughTheProxyOfTheKubeconfig() throws Exception {
    TestingIdentity identity = TestingIdentity.create();
    try (var server = secure(identity);
        var proxy = proxyTo(server)) {
      String cluster =
          "%s, proxy-url: \"http://me:p%%40ss@127.0.0.1:%d\""
              .formatted(far(identity), proxy.port());
      HttpTransport transport = HttpTransport.to(kubeconfig(Map.of(), cluster));

      assertThat(transport.call(GET).status()).isEqualTo(200);
      assertThat(transport.call(GET).status()).isEqualTo(200);

      assertThat(heads)
          .singleElement()
          .asString()
          .startsWith("CONNECT " + FAR + " HTTP/1.1\r\n")
          .contains("Host: " + FAR + "\r\n")
          .contains("Proxy-Authorization: Basic bWU6cEBzcw==\r\n") // me:p@ss
          .doesNotContain("secret");
      assertThat(server.requests()).containsExactly("GET /x HTTP/1.1", "GET /x HTTP/1.1");
    }
  }

  @Test
  void tunnelsThroughTheProxyOfTheEnvironmentIfTheKubeconfigHasNone() throws Exception {
    TestingIdentity identity = TestingIdentity.create();
    try (var server = secure(identity);
        var proxy = proxyTo(server)) {
      var environment = Map.of("HTTPS_PROXY", "127.0.0.1:" + proxy.port());
      HttpTransport transport = HttpTransport.to(kubeconfig(environment, far(identity)));

      assertThat(transport.call(GET).status()).isEqualTo(200);

      assertThat(heads).hasSize(1);
    }
  }

  @Test
  void forwardsPlainRequestsThroughTheProxy() throws Exception {
    try (var proxy =
        new ScriptedServer(
            (peer, _) -> {
              heads.add(peer.request());
              peer.answer("{}");
            })) {
      String cluster =
          "server: \"http://far.invalid\", proxy-url: \"http://me@127.0.0.1:%d\""
              .formatted(proxy.port());

      HttpTransport.to(kubeconfig(Map.of(), cluster)).call(GET);

      assertThat(heads)
          .singleElement()
          .asString()
          .startsWith("GET http://far.invalid:80/x HTTP/1.1\r\n")
          .contains("proxy-authorization: Basic bWU6\r\n"); // me:
    }
  }

  @Test
  void errorNamesInvalidProxiesWithoutTheirPasswords() throws Exception {
    for (String scheme : List.of("https", "socks5", "ftp")) {
      Kubeconfig config =
          kubeconfig(
              Map.of(),
              "server: \"https://%s\", proxy-url: \"%s://me:hidden@p:1\"".formatted(FAR, scheme));

      assertThatThrownBy(() -> HttpTransport.to(config))
          .isInstanceOf(KubeconfigException.class)
          .hasMessageContaining("proxy-url")
          .hasMessageContaining("http://host:port; not supported: " + scheme + "://p")
          .hasMessageNotContaining("hidden");
    }
    Kubeconfig broken =
        kubeconfig(
            Map.of("https_proxy", "http://me:hidden secret@p"), "server: \"https://" + FAR + "\"");
    assertThatThrownBy(() -> HttpTransport.to(broken))
        .isInstanceOf(KubeconfigException.class)
        .hasMessageContaining("HTTPS_PROXY")
        .hasMessageNotContaining("hidden");
  }

  @Test
  void schemeOfTheServerSelectsTheVariable() {
    var environment = Map.of("HTTPS_PROXY", "s:1", "https_proxy", "no", "http_proxy", "p:1");

    assertThat(chosen(environment, "https://h:6443")).isEqualTo("s:1");
    assertThat(chosen(environment, "http://h")).isEqualTo("p:1");
    assertThat(chosen(Map.of(), "https://h:6443")).isEmpty();
  }

  @Test
  void usesNoProxyForLoopbackAddresses() {
    var environment = Map.of("HTTPS_PROXY", "p:1");

    assertThat(chosen(environment, "https://localhost:6443")).isEmpty();
    assertThat(chosen(environment, "https://127.0.0.3:6443")).isEmpty();
    assertThat(chosen(environment, "https://[::1]")).isEmpty();
    assertThat(chosen(environment, "https://10.0.0.1")).isEqualTo("p:1");
  }

  @Test
  void appliesNoProxyExemptions() {
    assertExempt("https://10.96.0.1", "10.96.0.0/12", "10.96.0.1", "10.96.0.1:443", "*", "a, *");
    assertNotExempt(
        "https://10.96.0.1", "10.0.0.0/16", "10.96.0.1:80", "fd00::/8", "10.96.0.0/99", "", ",");
    assertExempt("https://[fd00::1]:6443", "fd00::/8", "[fd00::1]:6443", "fd00::1");
    assertNotExempt("https://[fd00::1]:6443", "fd01::/16", "[fd00::1]:443", "10.0.0.0/0");
    assertExempt(
        "https://API.one.example:6443",
        "one.example",
        ".one.example",
        "*.one.example",
        "api.one.example",
        "Example:6443",
        "x,one.example");
    assertNotExempt(
        "https://api.one.example:6443",
        "ne.example",
        ".api.one.example",
        "one.example:443",
        "other.api.one.example",
        "https://api.one.example");
  }

  private static void assertExempt(String server, String... lists) {
    for (String list : lists) {
      assertThat(chosen(Map.of("HTTPS_PROXY", "p:1", "NO_PROXY", list), server)).as(list).isEmpty();
    }
  }

  private static void assertNotExempt(String server, String... lists) {
    for (String list : lists) {
      assertThat(chosen(Map.of("HTTPS_PROXY", "p:1", "no_proxy", list), server))
          .as(list)
          .isEqualTo("p:1");
    }
  }

  private static String chosen(Map<String, String> environment, String server) {
    return new ProxyVariables(environment).of(URI.create(server));
  }
}
