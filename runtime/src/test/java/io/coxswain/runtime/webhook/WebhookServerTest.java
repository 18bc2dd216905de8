package io.coxswain.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.env.tls.TrustEveryone;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.certificates.CertificateAuthority;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.metrics.WebhookMetrics;
import io.coxswain.runtime.testing.SteppedTime;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real sockets and files; the test advances the time. */
@Timeout(60)
class WebhookServerTest {
  private static final String REVIEW =
      "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":"
          + "{\"uid\":\"u-1\",\"operation\":\"CONNECT\"}}";

  @TempDir Path folder;

  private final Env machine = Env.production();
  private final SteppedTime time = new SteppedTime(machine.tasks());
  private final Env env =
      new Env(
          time,
          machine.timers(),
          machine.tasks(),
          machine.entropy(),
          machine.files(),
          machine.exec(),
          machine.api());
  private final Metrics metrics = new Metrics();
  private final WebhookMetrics webhookMetrics = metrics.webhooks(time);
  private final Webhooks webhooks = new Webhooks(webhookMetrics);
  private WebhookServer server =
      new WebhookServer(env, webhooks, new WebhookOptions(), webhookMetrics);
  private @Nullable Task running;

  WebhookServerTest() {
    webhooks.on(ConfigMap.class).validator(review -> ValidationResult.allow());
  }

  @AfterEach
  void stop() {
    if (running != null) {
      running.cancel();
      running.join();
    }
  }

  @Test
  @Scenario("runtime-32")
  void newConnectionsGetTheNewCertificateAndOpenOnesSurvive() throws Exception {
    Identity first = identity("first");
    Identity second = identity("second");
    write(first);
    start(new WebhookOptions().port(0).certificates(folder));
    SSLSocket open = connect();
    assertThat(post(open)).contains("\"uid\":\"u-1\"", "\"allowed\":true");
    assertThat(presented(open)).isEqualTo(first.chain().getFirst());

    write(second);
    assertThat(presented(connect())).isEqualTo(first.chain().getFirst());
    time.advance(Duration.ofSeconds(10));
    time.advance(Duration.ZERO); // it has checked, and sleeps again

    assertThat(presented(connect())).isEqualTo(second.chain().getFirst());
    assertThat(post(open)).contains("\"allowed\":true");
    assertThat(presented(open)).isEqualTo(first.chain().getFirst());

    env.files().write(folder.resolve("tls.key"), first.keyPem());
    time.advance(Duration.ofSeconds(10));
    time.advance(Duration.ZERO);
    assertThat(presented(connect())).isEqualTo(second.chain().getFirst());
    assertThat(new String(metrics.scrape(), StandardCharsets.UTF_8))
        .contains("certwatcher_read_certificate_total 3.0\n")
        .contains("certwatcher_read_certificate_errors_total 1.0\n");
  }

  @Test
  void failsToStartWithoutACertificate() {
    server =
        new WebhookServer(
            env, webhooks, new WebhookOptions().port(0).certificates(folder), webhookMetrics);

    assertThatThrownBy(server::run)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "failed to load the webhook serving certificate " + folder.resolve("tls.crt") + ": ");
  }

  @Test
  void errorNamesThePortInUse() throws Exception {
    write(identity("first"));
    start(new WebhookOptions().port(0).certificates(folder));
    var second =
        new WebhookServer(
            env,
            webhooks,
            new WebhookOptions().port(server.port()).certificates(folder),
            webhookMetrics);

    assertThatThrownBy(second::run)
        .isInstanceOf(IOException.class)
        .hasMessage(
            "cannot listen on :"
                + server.port()
                + ": the port is in use or not permitted; choose another");
  }

  @Test
  void disabledServerIsReadyAndServesNothing() throws Exception {
    var disabled = new WebhookServer(env, webhooks, new WebhookOptions().port(-1), webhookMetrics);
    assertThatThrownBy(disabled::checkStarted)
        .hasMessage("webhook server has not been started yet");
    Task task = env.tasks().spawn("disabled", disabled::run);
    while (true) {
      try {
        disabled.checkStarted();
        break;
      } catch (IOException e) {
        Thread.onSpinWait();
      }
    }
    assertThat(disabled.port()).isEqualTo(-1);
    task.cancel();
    task.join();
  }

  private void start(WebhookOptions options) {
    server = new WebhookServer(env, webhooks, options, webhookMetrics);
    Task task = env.tasks().spawn("webhooks", server::run);
    running = task;
    while (server.port() < 0) {
      assertThat(task.isDone()).isFalse();
      Thread.onSpinWait();
    }
  }

  private Identity identity(String name) throws Exception {
    return CertificateAuthority.create(
            name, "test", machine.clock().now(), Duration.ofDays(1), machine.entropy())
        .issue(List.of("localhost"), machine.clock().now(), Duration.ofDays(1), machine.entropy());
  }

  private void write(Identity identity) throws IOException {
    env.files().write(folder.resolve("tls.crt"), identity.certificatePem());
    env.files().write(folder.resolve("tls.key"), identity.keyPem());
  }

  private SSLSocket connect() throws Exception {
    SSLContext context = TrustEveryone.context();
    var socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port());
    socket.startHandshake();
    return socket;
  }

  private static X509Certificate presented(SSLSocket socket) throws IOException {
    return (X509Certificate) socket.getSession().getPeerCertificates()[0];
  }

  private static String post(SSLSocket socket) throws IOException {
    byte[] body = REVIEW.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST /validate--v1-configmap HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/json\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(body);
    socket.getOutputStream().flush();
    InputStream in = socket.getInputStream();
    var answer = new StringBuilder();
    byte[] buffer = new byte[4096];
    while (answer.indexOf("}}") < 0) {
      int count = in.read(buffer);
      assertThat(count).isPositive();
      answer.append(new String(Arrays.copyOf(buffer, count), StandardCharsets.UTF_8));
    }
    return answer.toString();
  }
}
