package io.coxswain.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.coxswain.apiserver.Secrets;
import io.coxswain.apiserver.admission.webhook.ServiceEndpoint;
import io.coxswain.apiserver.admission.webhook.WebhookTransport.Call;
import io.coxswain.env.Env;
import io.coxswain.evidence.Attack;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HttpsWebhooksTest {
  private final Watchdog watchdog = new Watchdog(Env.production());
  private final HttpsWebhooks webhooks = new HttpsWebhooks(watchdog, null);
  private Certificates certificates;
  private HttpsServer server;

  @BeforeEach
  void serve() throws Exception {
    certificates = new Certificates(Env.production(), Secrets.inMemory());
    Certificates.Identity identity = certificates.server(ListenOptions.loopback(0));
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setKeyEntry(
        "server", identity.key(), new char[0], new Certificate[] {identity.certificate()});
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/echo",
        exchange -> {
          String query = exchange.getRequestURI().getQuery();
          byte[] body = exchange.getRequestBody().readAllBytes();
          byte[] answer =
              (query + " " + new String(body, StandardCharsets.UTF_8))
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.createContext(
        "/broken",
        exchange -> {
          exchange.sendResponseHeaders(500, 4);
          exchange.getResponseBody().write("boom".getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    server.createContext(
        "/drip",
        exchange -> {
          exchange.sendResponseHeaders(200, 1000);
          exchange.getResponseBody().write('{');
          exchange.getResponseBody().flush(); // and no more
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    watchdog.close();
  }

  private Call call(String path, String serverName, String authority) {
    return call(path, serverName, authority, Duration.ofSeconds(20));
  }

  private Call call(String path, String serverName, String authority, Duration timeout) {
    return new Call(
        "https://kubernetes.default.svc:443" + path,
        new ServiceEndpoint("127.0.0.1:" + server.getAddress().getPort(), null),
        serverName,
        authority.getBytes(StandardCharsets.UTF_8),
        "{}".getBytes(StandardCharsets.UTF_8),
        timeout);
  }

  private String authority() throws IOException {
    return Certificates.pem(certificates.authority());
  }

  @Test
  void callsAServiceAtAPodAddressAndVerifiesTheServiceName() throws IOException {
    byte[] answer = webhooks.post(call("/echo?timeout=3s", "kubernetes.default.svc", authority()));

    assertThat(new String(answer, StandardCharsets.UTF_8)).isEqualTo("timeout=3s {}");
  }

  @Test
  void callsAWebhookInAPodThroughTheNetworkOfThePods() throws IOException {
    var throughPods =
        new HttpsWebhooks(
            watchdog, new OnePod("hooks/guard-1:9443", server.getAddress().getPort()));

    byte[] answer =
        throughPods.post(
            inPod("/echo?timeout=3s", "guard-1", "kubernetes.default.svc", authority()));

    assertThat(new String(answer, StandardCharsets.UTF_8)).isEqualTo("timeout=3s {}");
  }

  @Test
  void checksTheCertificateOfAWebhookInAPod() throws IOException {
    var throughPods =
        new HttpsWebhooks(
            watchdog, new OnePod("hooks/guard-1:9443", server.getAddress().getPort()));
    Call call = inPod("/echo", "guard-1", "other.default.svc", authority());

    assertThatThrownBy(() -> throughPods.post(call))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("certificate is valid for")
        .hasMessageContaining("not other.default.svc");
  }

  @Test
  void reportsAWebhookInAPodThatIsNotReached() throws IOException {
    var throughPods =
        new HttpsWebhooks(
            watchdog, new OnePod("hooks/guard-1:9443", server.getAddress().getPort()));
    Call call = inPod("/echo", "guard-2", "kubernetes.default.svc", authority());

    assertThatThrownBy(() -> throughPods.post(call))
        .isInstanceOf(IOException.class)
        .hasMessage("dial tcp 10.65.0.1:9443: connect: no route to host");
  }

  private Call inPod(String path, String pod, String serverName, String authority) {
    return new Call(
        "https://kubernetes.default.svc:443" + path,
        new ServiceEndpoint("10.65.0.1:9443", new ServiceEndpoint.PodPort("hooks", pod, 9443)),
        serverName,
        authority.getBytes(StandardCharsets.UTF_8),
        "{}".getBytes(StandardCharsets.UTF_8),
        Duration.ofSeconds(20));
  }

  @Test
  void rejectsACertificateForAnotherName() throws IOException {
    Call call = call("/echo", "other.default.svc", authority());

    assertThatThrownBy(() -> webhooks.post(call))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("certificate is valid for")
        .hasMessageContaining("not other.default.svc");
  }

  @Test
  void rejectsACertificateOfAnUnknownCa() throws Exception {
    var other = new Certificates(Env.production(), Secrets.inMemory());
    Call call = call("/echo", "localhost", Certificates.pem(other.authority()));

    assertThatThrownBy(() -> webhooks.post(call))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("certificate signed by unknown authority");
  }

  @Test
  void reportsTheErrorOfAFailingWebhook() throws IOException {
    Call call = call("/broken", "localhost", authority());

    assertThatThrownBy(() -> webhooks.post(call))
        .hasMessage("an error on the server (\"boom\") has prevented the request from succeeding");
  }

  @Test
  @Attack("a webhook that sends the head of its response and then hardly anything")
  void cutsAResponseThatDripsAtTheTimeOfTheCall() throws IOException {
    Call call = call("/drip", "localhost", authority(), Duration.ofSeconds(1));

    assertThatThrownBy(() -> webhooks.post(call))
        .isInstanceOf(IOException.class)
        .hasMessage("context deadline exceeded");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void reportsARefusedConnection() throws IOException {
    Call call = call("/echo", "localhost", authority());
    server.stop(0);

    assertThatThrownBy(() -> webhooks.post(call))
        .hasMessage("dial tcp " + call.endpoint().address() + ": connect: connection refused");
  }
}
