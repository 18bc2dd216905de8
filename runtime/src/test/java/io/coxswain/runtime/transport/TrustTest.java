package io.coxswain.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Verification of server certificates, directly and through proxies. */
@Timeout(60)
class TrustTest {
  private static final ApiRequest GET = ApiRequest.get("/x");
  private static final ApiRequest POST =
      ApiRequest.of("POST", "/x").body("application/json", "{}".getBytes(StandardCharsets.UTF_8));

  @TempDir private Path dir;

  @Test
  void errorExplainsWhyACertificateIsNotTrusted() throws Exception {
    TestingIdentity one = TestingIdentity.create();
    TestingIdentity other = TestingIdentity.create();
    try (var server = secure(one)) {
      HttpTransport wary = HttpTransport.to(server.kubeconfig(dir, cluster(server, other)));

      assertThatThrownBy(() -> wary.call(POST))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the certificate of https://127.0.0.1:" + server.port())
          .hasMessageEndingWith(
              "is not trusted: it is not signed by the certificate authority of the kubeconfig");
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void errorSaysThatACertificateHasExpired() throws Exception {
    TestingIdentity identity = TestingIdentity.create(Duration.ofDays(3));
    try (var server = secure(identity)) {
      HttpTransport late = HttpTransport.to(server.kubeconfig(dir, cluster(server, identity)));

      assertThatThrownBy(() -> late.call(GET))
          .hasMessageContaining("is not trusted: it has expired: NotAfter: ");
    }
  }

  @Test
  void errorSaysThatTheServerDoesNotSpeakTls() throws Exception {
    TestingIdentity identity = TestingIdentity.create();
    try (var server = plain()) {
      HttpTransport tls = HttpTransport.to(server.kubeconfig(dir, cluster(server, identity)));

      assertThatThrownBy(() -> tls.call(GET))
          .hasMessageEndingWith(": the server does not speak TLS; is it http://?");
    }
  }

  @Test
  void errorSaysThatTheServerSpeaksTls() throws Exception {
    try (var server = secure(TestingIdentity.create())) {
      HttpTransport plain =
          HttpTransport.to(
              server.kubeconfig(dir, "server: \"http://127.0.0.1:" + server.port() + "\""));

      assertThatThrownBy(() -> plain.call(GET))
          .hasMessage("the server speaks TLS: use https:// instead of http://");
    }
  }

  @Test
  void trustsANewCaAfterTheKubeconfigWasUpdated() throws Exception {
    TestingIdentity before = TestingIdentity.create();
    TestingIdentity after = TestingIdentity.create();
    try (var server = secure(after)) {
      Kubeconfig config = server.kubeconfig(dir, cluster(server, before));
      HttpTransport transport = HttpTransport.to(config);
      server.kubeconfig(dir, cluster(server, after));

      assertThat(transport.call(POST).status()).isEqualTo(200);
    }
  }

  @Test
  void verifiesTheServerNameOfTheKubeconfig() throws Exception {
    TestingIdentity identity = TestingIdentity.create();
    try (var server = secure(identity)) {
      HttpTransport wrong =
          HttpTransport.to(
              server.kubeconfig(dir, cluster(server, identity) + ", tls-server-name: elsewhere"));
      assertThatThrownBy(() -> wrong.call(GET))
          .hasMessageContaining("is not trusted")
          .hasMessageContaining("elsewhere");

      HttpTransport right =
          HttpTransport.to(
              server.kubeconfig(dir, cluster(server, identity) + ", tls-server-name: localhost"));
      assertThat(right.call(GET).status()).isEqualTo(200);
    }
  }

  @Test
  void boundsTheTlsSessionCache() throws Exception {
    TestingIdentity identity = TestingIdentity.create();
    try (var server = secure(identity)) {
      Config config =
          new ConfigBuilder(Config.empty()).withCaCertData(identity.authority()).build();
      SSLContext tls = Tls.context(config, Env.production().files());
      var dialer = new Dialer(ServerAddress.of("https://127.0.0.1:" + server.port(), tls, "", ""));

      var wires = new ArrayList<Wire>();
      for (int i = 0; i < 50; i++) {
        wires.add(dialer.open(_ -> {}));
      }
      for (Wire wire : wires) { // the server sends its tickets with the first response
        wire.exchange("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII), true);
        wire.close();
      }

      assertThat(Collections.list(tls.getClientSessionContext().getIds())).hasSizeBetween(1, 32);
    }
  }

  private static String cluster(ScriptedServer server, TestingIdentity identity) {
    return "server: \"https://127.0.0.1:%d\", certificate-authority-data: \"%s\""
        .formatted(server.port(), identity.authority());
  }

  private static ScriptedServer plain() throws IOException {
    return new ScriptedServer((peer, _) -> peer.say("HTTP/1.1 400 Bad Request\r\n\r\n"));
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

  @Test
  void requestsATunnelAndReportsRejections() throws Exception {
    try (var proxy =
        new ScriptedServer(
            (peer, _) -> {
              peer.request();
              peer.say("HTTP/1.1 403 Forbidden\r\n\r\n");
              peer.sawEnd();
            })) {
      var endpoint =
          ServerAddress.of(
              "https://far.example:6443", SSLContext.getDefault(), "", "127.0.0.1:" + proxy.port());

      assertThatThrownBy(() -> new Dialer(endpoint).open(_ -> {}))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("https://far.example:6443 through the proxy 127.0.0.1")
          .hasMessageContaining("403");
      assertThat(proxy.requests()).containsExactly("CONNECT far.example:6443 HTTP/1.1");
    }
  }

  @Test
  void parsesAllFormsOfAddresses() throws Exception {
    SSLContext tls = SSLContext.getDefault();

    assertThat(ServerAddress.of("https://[::1]", tls, "", "").authority()).isEqualTo("[::1]:443");
    assertThat(ServerAddress.of("https://h:1/a/b", tls, "", "").targetPrefix()).isEqualTo("/a/b");
    assertThat(ServerAddress.of("http://h", tls, "", "http://p:1").targetPrefix())
        .isEqualTo("http://h:80");
    assertThat(ServerAddress.of("http://h", tls, "", "").tls()).isNull();
    assertThatThrownBy(() -> ServerAddress.of("h:6443", tls, "", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("https://");
  }
}
