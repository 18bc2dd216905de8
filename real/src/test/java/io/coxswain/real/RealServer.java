package io.coxswain.real;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.runtime.certificates.CertificateAuthority;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A kube-apiserver and its etcd, on free ports of the loopback interface, with a folder and
 * certificates of their own. They end with this virtual machine at the latest.
 */
final class RealServer implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(2);
  static final String TOKEN = "the-only-token";

  private final Path folder;
  private final List<Process> programs = new ArrayList<>();
  private final CertificateAuthority authority;
  private final Env env = Env.production();
  private final int etcdPort = freePort();
  private final int port = freePort();

  private RealServer(Path folder, CertificateAuthority authority) {
    this.folder = folder;
    this.authority = authority;
  }

  /**
   * Starts both and waits until they answer.
   *
   * @param flags more flags of kube-apiserver
   */
  static RealServer start(Assets assets, String... flags) {
    try {
      Path folder = Files.createTempDirectory("coxswain-real");
      Env env = Env.production();
      var server =
          new RealServer(
              folder,
              CertificateAuthority.create(
                  "real", "", env.clock().now(), Duration.ofDays(2), env.entropy()));
      Runtime.getRuntime().addShutdownHook(new Thread(server::close));
      server.launch(assets, List.of(flags));
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private void launch(Assets assets, List<String> flags)
      throws IOException, GeneralSecurityException {
    Identity serving = identity("127.0.0.1");
    Files.write(folder.resolve("ca.crt"), authority.certificatePem());
    Files.write(folder.resolve("serving.crt"), serving.certificatePem());
    Files.write(folder.resolve("serving.key"), serving.keyPem());
    Files.writeString(folder.resolve("tokens.csv"), TOKEN + ",admin,admin,system:masters\n");
    Files.writeString(folder.resolve("kubeconfig"), kubeconfigText());
    String peers = "http://127.0.0.1:" + freePort();
    run(
        "etcd",
        List.of(
            assets.program("etcd"),
            "--data-dir=" + folder.resolve("etcd"),
            "--listen-client-urls=" + etcd(),
            "--advertise-client-urls=" + etcd(),
            "--listen-peer-urls=" + peers,
            "--initial-advertise-peer-urls=" + peers,
            "--initial-cluster=default=" + peers,
            "--unsafe-no-fsync",
            "--max-txn-ops=100000",
            "--log-level=error"));
    var words =
        new ArrayList<>(
            List.of(
                assets.program("kube-apiserver"),
                "--etcd-servers=" + etcd(),
                "--bind-address=127.0.0.1",
                "--secure-port=" + port,
                "--tls-cert-file=" + folder.resolve("serving.crt"),
                "--tls-private-key-file=" + folder.resolve("serving.key"),
                "--client-ca-file=" + folder.resolve("ca.crt"),
                "--token-auth-file=" + folder.resolve("tokens.csv"),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + folder.resolve("serving.key"),
                "--service-account-signing-key-file=" + folder.resolve("serving.key"),
                "--service-cluster-ip-range=10.96.0.0/16",
                "--authorization-mode=RBAC",
                "--profiling=false"));
    words.addAll(flags);
    run("kube-apiserver", words);
    awaitReady();
  }

  private void run(String name, List<String> words) throws IOException {
    var builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().putAll(Map.of("GOMEMLIMIT", "1GiB"));
    programs.add(builder.redirectOutput(folder.resolve(name + ".log").toFile()).start());
  }

  private void awaitReady() throws IOException {
    ApiTransport api = transport();
    Instant end = env.clock().now().plus(START);
    while (env.clock().now().isBefore(end)) {
      for (Process program : programs) {
        if (!program.isAlive()) {
          throw new IOException("a program ended: " + lastLines());
        }
      }
      try {
        if (api.call(ApiRequest.get("/readyz")).ok()
            && api.call(ApiRequest.get("/api/v1/namespaces/kube-node-lease")).ok()
            && api.call(ApiRequest.get("/api/v1/namespaces/default/services/kubernetes")).ok()) {
          return;
        }
      } catch (IOException e) {
        // It does not listen yet.
      }
      env.clock().sleep(Duration.ofMillis(200));
    }
    throw new IOException("not ready within " + START + ": " + lastLines());
  }

  private String lastLines() throws IOException {
    var text = new StringBuilder();
    for (String name : List.of("etcd", "kube-apiserver")) {
      Path log = folder.resolve(name + ".log");
      if (Files.exists(log)) {
        List<String> lines = Files.readAllLines(log);
        text.append('\n').append(name).append(":\n");
        lines
            .subList(Math.max(0, lines.size() - 8), lines.size())
            .forEach(line -> text.append(line).append('\n'));
      }
    }
    return text.toString();
  }

  private String kubeconfigText() {
    return """
    apiVersion: v1
    kind: Config
    clusters: [{name: real, cluster: {server: "%s", certificate-authority: "%s"}}]
    users: [{name: admin, user: {token: "%s"}}]
    contexts: [{name: real, context: {cluster: real, user: admin}}]
    current-context: real
    """
        .formatted(address(), folder.resolve("ca.crt"), TOKEN);
  }

  String address() {
    return "https://127.0.0.1:" + port;
  }

  String etcd() {
    return "http://127.0.0.1:" + etcdPort;
  }

  /** For the administrator, who is in {@code system:masters}. */
  Path kubeconfig() {
    return folder.resolve("kubeconfig");
  }

  /** One of the files that its programs use. */
  Path file(String name) {
    return folder.resolve(name);
  }

  /** Requests of the administrator. */
  ApiTransport transport() {
    try {
      return HttpTransport.to(source());
    } catch (io.coxswain.runtime.transport.KubeconfigException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Requests of nobody, or of whom their own header names. */
  ApiTransport anonymous() {
    try {
      return HttpTransport.anonymous(source());
    } catch (io.coxswain.runtime.transport.KubeconfigException e) {
      throw new IllegalStateException(e);
    }
  }

  private Kubeconfig source() {
    return new Kubeconfig(env.files(), Map.of(), kubeconfig().toString(), null);
  }

  CertificateAuthority authority() {
    return authority;
  }

  /** A certificate that whoever trusts this server's authority accepts. */
  Identity identity(String name) throws GeneralSecurityException, IOException {
    return authority.issue(List.of(name), env.clock().now(), Duration.ofDays(1), env.entropy());
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    for (Process program : programs.reversed()) {
      program.destroyForcibly();
    }
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // A temporary folder; the system cleans up what is left.
    }
  }
}
