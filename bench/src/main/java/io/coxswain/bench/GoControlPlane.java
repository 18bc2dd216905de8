package io.coxswain.bench;

import io.coxswain.env.Env;
import io.coxswain.runtime.certificates.CertificateAuthority;
import io.coxswain.runtime.certificates.Identity;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The Go kube-apiserver and its etcd, on free ports of the loopback interface, in their own folder:
 * TLS, client certificates, RBAC.
 */
final class GoControlPlane implements Closeable {
  private static final double START_SECONDS = 120;
  private static final int POLL_MILLIS = 10;
  private static final Duration LIFETIME = Duration.ofDays(2);
  private static final byte[] NOTHING = {};

  private final Env env;
  private final Path folder;
  private final int port = freePort();
  private final List<Child> children = new ArrayList<>();
  private double readyMillis;

  private GoControlPlane(Env env) throws IOException {
    this.env = env;
    this.folder = Files.createTempDirectory("coxswain-bench-go");
  }

  /**
   * Starts both and returns when the server is ready.
   *
   * @param durable whether etcd waits for the disk
   */
  static GoControlPlane start(Env env, GoPrograms programs, boolean durable)
      throws IOException, InterruptedException {
    var plane = new GoControlPlane(env);
    try {
      plane.prepare();
      plane.launch(programs, durable);
      return plane;
    } catch (IOException | InterruptedException | RuntimeException e) {
      plane.close();
      throw e;
    }
  }

  private void prepare() throws IOException {
    try {
      var now = env.clock().now();
      CertificateAuthority authority =
          CertificateAuthority.create("bench", "", now, LIFETIME, env.entropy());
      Identity serving = authority.issue(List.of("127.0.0.1"), now, LIFETIME, env.entropy());
      Identity admin =
          authority.issueClient("admin", "system:masters", now, LIFETIME, env.entropy());
      Files.write(folder.resolve("ca.crt"), authority.certificatePem());
      Files.write(folder.resolve("serving.crt"), serving.certificatePem());
      env.files().writeSecret(folder.resolve("serving.key"), serving.keyPem());
      Files.write(folder.resolve("admin.crt"), admin.certificatePem());
      env.files().writeSecret(folder.resolve("admin.key"), admin.keyPem());
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    Files.writeString(
        kubeconfig(),
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: go, cluster: {server: "https://127.0.0.1:%1$d", certificate-authority: "%2$s/ca.crt"}}]
        users: [{name: admin, user: {client-certificate: "%2$s/admin.crt", client-key: "%2$s/admin.key"}}]
        contexts: [{name: go, context: {cluster: go, user: admin}}]
        current-context: go
        """
            .formatted(port, folder));
  }

  private void launch(GoPrograms programs, boolean durable)
      throws IOException, InterruptedException {
    String etcd = "http://127.0.0.1:" + freePort();
    long start = System.nanoTime();
    children.add(startEtcd(programs, etcd, durable));
    children.add(startServer(programs, etcd));
    awaitReady();
    readyMillis = Calls.seconds(start) * 1e3;
  }

  private Child startEtcd(GoPrograms programs, String clients, boolean durable) throws IOException {
    String peers = "http://127.0.0.1:" + freePort();
    return Child.launch(
        List.of(
            programs.program("etcd").toString(),
            "--data-dir=" + folder.resolve("etcd"),
            "--listen-client-urls=" + clients,
            "--advertise-client-urls=" + clients,
            "--listen-peer-urls=" + peers,
            "--initial-advertise-peer-urls=" + peers,
            "--initial-cluster=default=" + peers,
            "--unsafe-no-fsync=" + !durable,
            "--log-level=error"),
        folder,
        "etcd.log");
  }

  private Child startServer(GoPrograms programs, String etcd) throws IOException {
    return Child.launch(
        List.of(
            programs.program("kube-apiserver").toString(),
            "--etcd-servers=" + etcd,
            "--bind-address=127.0.0.1",
            "--secure-port=" + port,
            "--tls-cert-file=" + file("serving.crt"),
            "--tls-private-key-file=" + file("serving.key"),
            "--client-ca-file=" + file("ca.crt"),
            "--service-account-issuer=https://kubernetes.default.svc",
            "--service-account-key-file=" + file("serving.key"),
            "--service-account-signing-key-file=" + file("serving.key"),
            "--service-cluster-ip-range=10.96.0.0/16",
            "--enable-admission-plugins=NodeRestriction",
            "--authorization-mode=Node,RBAC",
            "--allow-privileged=false"),
        folder,
        "kube-apiserver.log");
  }

  private void awaitReady() throws IOException, InterruptedException {
    Target target = target();
    long start = System.nanoTime();
    while (!ready(target)) {
      for (Child child : children) {
        child.failIfEnded();
      }
      if (Calls.seconds(start) > START_SECONDS) {
        throw new IOException(
            "kube-apiserver was not ready within %.0f s: %s"
                .formatted(START_SECONDS, children.getLast().lastLines()));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static boolean ready(Target target) {
    try (var wire = new Wire(target)) {
      return wire.call("GET", "/readyz", "", NOTHING, false).ok();
    } catch (IOException e) {
      return false; // not listening yet
    }
  }

  Target target() throws IOException {
    return Target.of(env, kubeconfig());
  }

  Path folder() {
    return folder;
  }

  Path kubeconfig() {
    return folder.resolve("kubeconfig");
  }

  String file(String name) {
    return folder.resolve(name).toString();
  }

  double readyMillis() {
    return readyMillis;
  }

  /** The processes of etcd and of the server. */
  long[] pids() {
    return children.stream().mapToLong(Child::pid).toArray();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    children.reversed().forEach(Child::close);
    Child.delete(folder);
  }
}
