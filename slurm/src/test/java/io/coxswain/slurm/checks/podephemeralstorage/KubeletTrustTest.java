package io.coxswain.slurm.checks.podephemeralstorage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.coxswain.env.Env;
import io.coxswain.runtime.certificates.CertificateAuthority;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.runtime.certificates.Pem;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.slurm.checks.ChecksWorld;
import io.fabric8.kubernetes.api.model.Node;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A kubelet at 127.0.0.1 with a certificate for another name. */
@Timeout(60)
class KubeletTrustTest {
  private static final String NAME = "kubelet.example";

  private final Env env = Env.production();
  @TempDir private Path dir;
  private HttpsServer kubelet;

  @BeforeEach
  void serve() throws Exception {
    Duration day = Duration.ofDays(1);
    CertificateAuthority authority =
        CertificateAuthority.create("ca", "test", env.clock().now(), day, env.entropy());
    Files.write(dir.resolve("ca.crt"), Pem.write(authority.certificate()));
    Identity identity = authority.issue(List.of(NAME), env.clock().now(), day, env.entropy());
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setKeyEntry(
        "kubelet", identity.key(), new char[0], identity.chain().toArray(Certificate[]::new));
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    kubelet = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    kubelet.setHttpsConfigurator(new HttpsConfigurator(context));
    kubelet.createContext(
        "/stats/summary",
        exchange -> {
          byte[] answer =
              "{\"pods\": [{\"podRef\": {\"uid\": \"u\"}, \"ephemeral-storage\": {\"usedBytes\": 7}}]}"
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    kubelet.start();
  }

  @AfterEach
  void stop() {
    kubelet.stop(0);
  }

  @Test
  void verifiesTheCertificateForTheGivenName() throws Exception {
    assertThat(used(false, dir.resolve("ca.crt").toString(), NAME)).isEqualTo(7);
    assertThatThrownBy(() -> used(false, dir.resolve("ca.crt").toString(), "other.example"))
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("certificate is valid for kubelet.example, not other.example");
  }

  @Test
  void verifiesTheCertificateForTheAddressWithoutAName() {
    assertThatThrownBy(() -> used(false, dir.resolve("ca.crt").toString(), ""))
        .isInstanceOf(IOException.class);
  }

  @Test
  void trustsTheGivenAuthorityAlone() {
    assertThatThrownBy(() -> used(false, "", NAME))
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("certificate signed by unknown authority");
  }

  @Test
  void verifiesNothingWhenInsecure() throws Exception {
    assertThat(used(true, "", "other.example")).isEqualTo(7);
  }

  @Test
  void namesTheMissingFile() {
    assertThatThrownBy(() -> used(false, dir.resolve("none").toString(), NAME))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("none");
  }

  private long used(boolean insecure, String caFile, String serverName) throws Exception {
    var stats =
        new KubeletStats(
            env,
            new Metrics(),
            kubelet.getAddress().getPort(),
            Duration.ofSeconds(30),
            KubeletStats.trust(env.files(), insecure, caFile, serverName));
    Node node =
        ChecksWorld.yaml(
            Node.class,
            "{metadata: {name: m1}, status: {addresses: [{type: InternalIP, address: 127.0.0.1}]}}");
    return stats.used(node, "u").orElseThrow();
  }
}
