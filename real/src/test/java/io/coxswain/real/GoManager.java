package io.coxswain.real;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A Go program on the server of all scenarios, until closed. */
public final class GoManager implements AutoCloseable {
  private final Process process;
  private final Path log;

  private GoManager(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  public static boolean isThere(String program) {
    return Assets.find().filter(assets -> assets.has(program)).isPresent();
  }

  /** What either kube-controller-manager is told. */
  public static String[] flags() {
    RealServer server = RealEnvironment.server();
    return new String[] {
      "--leader-elect=false",
      "--controllers=*",
      "--root-ca-file=" + server.file("ca.crt"),
      "--service-account-private-key-file=" + server.file("serving.key")
    };
  }

  public static GoManager start() throws IOException {
    RealServer server = RealEnvironment.server();
    var words = new ArrayList<>(List.of(flags()));
    words.add("--kubeconfig=" + server.kubeconfig());
    words.add("--secure-port=0");
    words.add("--kube-api-qps=1000");
    words.add("--kube-api-burst=1000");
    words.add("-v=2");
    return start("kube-controller-manager", words, Map.of());
  }

  /**
   * A program built on controller-runtime, which looks for its certificate in the folder of
   * temporary files.
   */
  public static GoManager serving(
      String program, List<String> flags, Map<String, String> environment)
      throws IOException, GeneralSecurityException {
    RealServer server = RealEnvironment.server();
    Path folder = server.file(program);
    Path certificates = folder.resolve("k8s-webhook-server/serving-certs");
    Files.createDirectories(certificates);
    var identity = server.identity("127.0.0.1");
    Files.write(certificates.resolve("tls.crt"), identity.certificatePem());
    Files.write(certificates.resolve("tls.key"), identity.keyPem());
    var words = new ArrayList<>(flags);
    words.add("--kubeconfig=" + server.kubeconfig());
    var more = new TreeMap<>(environment);
    more.put("TMPDIR", folder.toString());
    return start(program, words, more);
  }

  private static GoManager start(String program, List<String> flags, Map<String, String> more)
      throws IOException {
    var words = new ArrayList<>(List.of(Assets.find().orElseThrow().program(program)));
    words.addAll(flags);
    Path log = RealEnvironment.server().file(program + ".log");
    var builder = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(more);
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new GoManager(process, log);
  }

  /** What the program has logged. */
  public List<String> lines() throws IOException {
    return Files.readAllLines(log);
  }

  /** Whether something listens on the port; fails when the program has ended. */
  public boolean listens(int port) throws IOException {
    if (!process.isAlive()) {
      List<String> lines = Files.readAllLines(log);
      throw new IOException(
          "the program ended: "
              + String.join("\n", lines.subList(Math.max(0, lines.size() - 8), lines.size())));
    }
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** A port that nobody listens on. */
  public static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The configuration of webhooks, with those of a program on this machine. */
  public static ObjectNode reached(JsonNode configuration, int port) {
    ObjectNode copy = configuration.deepCopy();
    for (JsonNode hook : copy.path("webhooks")) {
      ObjectNode client = (ObjectNode) hook.path("clientConfig");
      client.put(
          "url", "https://127.0.0.1:" + port + client.path("service").path("path").asText("/"));
      client.put(
          "caBundle",
          Base64.getEncoder()
              .encodeToString(RealEnvironment.server().authority().certificatePem()));
      client.remove("service");
    }
    return copy;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
