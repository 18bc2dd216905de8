package io.coxswain.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.coxswain.apiserver.Secrets;
import io.coxswain.env.Env;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server of an audit webhook, as a kubeconfig file describes it. */
final class AuditWebhookClientTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Env env = Env.production();
  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private HttpsServer server;
  private String authority;
  private int status = 200;

  @TempDir Path folder;

  @BeforeEach
  void start() throws Exception {
    var certificates = new Certificates(env, Secrets.inMemory());
    authority = Certificates.pem(certificates.authority());
    Certificates.Identity own = certificates.server("audit", List.of(), List.of("127.0.0.1"));
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setKeyEntry("server", own.key(), new char[0], new Certificate[] {own.certificate()});
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/",
        exchange -> {
          received.add(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI()
                  + " "
                  + exchange.getRequestHeaders().getFirst("Authorization")
                  + " "
                  + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private AuditWebhookClient client(String cluster, String user) throws IOException {
    Path file = folder.resolve("audit.kubeconfig");
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        current-context: a
        contexts: [{name: a, context: {cluster: c, user: u}}]
        clusters: [{name: c, cluster: {%s}}]
        users: [{name: u, user: {%s}}]
        """
            .formatted(cluster, user));
    return AuditWebhookClient.of(env, file);
  }

  private String address() {
    return "server: 'https://127.0.0.1:" + server.getAddress().getPort() + "/events?x=y'";
  }

  private String trusted() {
    return address()
        + ", certificate-authority-data: "
        + Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] events() {
    return "{}".getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void postsToTheServerWithTheToken() throws Exception {
    client(trusted(), "token: t0k3n").post(events(), TIMEOUT);

    assertThat(received.take()).isEqualTo("POST /events?x=y Bearer t0k3n {}");
  }

  @Test
  void readsACertificateFileNextToTheConfiguration() throws Exception {
    Files.writeString(folder.resolve("ca.crt"), authority);

    client(address() + ", certificate-authority: ca.crt", "username: u, password: p")
        .post(events(), TIMEOUT);

    assertThat(received.take()).isEqualTo("POST /events?x=y Basic dTpw {}");
  }

  @Test
  void doesNotSendToAServerItDoesNotTrust() throws Exception {
    AuditWebhookClient client = client(address(), "token: t0k3n");

    assertThatThrownBy(() -> client.post(events(), TIMEOUT)).isInstanceOf(IOException.class);
    assertThat(received).isEmpty();
  }

  @Test
  void anErrorStatusIsAFailure() throws Exception {
    status = 503;
    AuditWebhookClient client = client(trusted(), "");

    assertThatThrownBy(() -> client.post(events(), TIMEOUT))
        .hasMessage("the server responded with status 503");
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "server: x | | cluster.server: must be an http or https URL",
        "server: https://h, proxy-url: x | | cluster.proxy-url: is not supported here",
        "server: https://h | exec: {} | user.exec: is not supported here",
        "server: https://h | client-key-data: AAAA |"
            + " user: client-certificate and client-key need each other",
        "server: https://h, certificate-authority: none | |" + " certificate-authority: ",
      })
  void namesWhatIsWrong(String cluster, String user, String problem) {
    assertThatThrownBy(() -> client(cluster, user == null ? "" : user))
        .hasMessageStartingWith(folder.resolve("audit.kubeconfig") + ": " + problem)
        .hasMessageNotContaining("\n");
  }
}
