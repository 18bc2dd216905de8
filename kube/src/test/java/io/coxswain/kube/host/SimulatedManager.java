package io.coxswain.kube.host;

import io.coxswain.env.Env;
import io.coxswain.kube.host.clients.Connection;
import io.coxswain.kube.host.shared.Logging;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Handler;
import io.coxswain.runtime.http.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The program as a process of a simulated world: its command line, what it printed, the port it
 * opened and the code it ended with.
 */
final class SimulatedManager {
  final List<String> flags = new ArrayList<>();
  final List<String> out = new ArrayList<>();
  final List<String> err = new ArrayList<>();
  final List<String> addresses = new ArrayList<>();
  final Logging logging = Logging.shared();
  final Map<String, byte[]> files = new TreeMap<>();
  final ObservedApi api = new ObservedApi();
  final ObservedTasks tasks = new ObservedTasks();
  final String host;
  boolean portTaken;
  private @Nullable Handler handler;
  private @Nullable Runnable stop;
  private @Nullable KubeControllerManager program;
  private @Nullable Integer exitCode;

  /** One that has a certificate to serve with: making one takes longer than all the rest. */
  SimulatedManager(String host, String... flags) {
    this.host = host;
    this.flags.addAll(
        List.of("--tls-cert-file=/pki/serving.crt", "--tls-private-key-file=/pki/serving.key"));
    this.flags.addAll(List.of(flags));
    Keys.shared().writeServing(files);
  }

  /** One with just these flags. */
  static SimulatedManager bare(String host, String... flags) {
    var manager = new SimulatedManager(host);
    manager.flags.clear();
    manager.flags.addAll(List.of(flags));
    return manager;
  }

  /** The main method of the process. */
  void main(Env env) throws IOException {
    exitCode = null;
    HostDependencies around = surroundings(env);
    exitCode = KubeControllerManager.main(around, flags, s -> stop = s);
  }

  /** Runs it as a part of another program. */
  void embedded(Env env) throws Exception {
    program = KubeControllerManager.embedded(surroundings(env), flags.toArray(new String[0]));
    stop = program::stop;
    program.run();
  }

  KubeControllerManager program() {
    return Objects.requireNonNull(program, "it does not run yet");
  }

  boolean hasContext() {
    return program != null && program.context().isPresent();
  }

  private HostDependencies surroundings(Env outer) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      outer.files().createDirectories(Objects.requireNonNull(Path.of(file.getKey()).getParent()));
      outer.files().write(Path.of(file.getKey()), file.getValue());
    }
    Env env =
        new Env(
            outer.clock(),
            outer.timers(),
            tasks.around(outer.tasks()),
            outer.entropy(),
            outer.files(),
            outer.exec(),
            api.around(outer.clock(), outer.api()));
    var server = new Connection("kubernetes", "", env.api(), env.api());
    return new HostDependencies(
        env,
        new Connector() {
          @Override
          public Connection main(String master, String kubeconfig) {
            return server;
          }

          @Override
          public Optional<Connection> delegate(String kubeconfig) {
            return kubeconfig.isEmpty() ? Optional.empty() : Optional.of(server);
          }
        },
        (address, opened, security) -> {
          if (portTaken) {
            throw new IOException("address already in use");
          }
          addresses.add(address);
          handler = opened;
          return () -> handler = null;
        },
        new Console(out::add, err::add, 100),
        logging,
        host);
  }

  /** What the process ended with; null while it runs. */
  @Nullable Integer exitCode() {
    return exitCode;
  }

  /** SIGTERM. */
  void terminate() {
    if (stop == null) {
      throw new IllegalStateException("it does not run yet");
    }
    stop.run();
  }

  boolean serves() {
    return handler != null;
  }

  // ---- its clients ----------------------------------------------------------------------------

  EndpointResponse get(String target) {
    return send("GET", target, Map.of(), "", List.of());
  }

  EndpointResponse get(String target, String token) {
    return send("GET", target, Map.of("authorization", "Bearer " + token), "", List.of());
  }

  EndpointResponse get(String target, List<X509Certificate> chain) {
    return send("GET", target, Map.of(), "", chain);
  }

  EndpointResponse send(
      String method,
      String target,
      Map<String, String> headers,
      String body,
      List<X509Certificate> chain) {
    if (handler == null) {
      throw new IllegalStateException("connection refused");
    }
    String[] parts = target.split("\\?", 2);
    var query = new TreeMap<String, List<String>>();
    if (parts.length > 1) {
      for (String pair : parts[1].split("&")) {
        String[] both = pair.split("=", 2);
        query.computeIfAbsent(both[0], n -> new ArrayList<>()).add(both.length > 1 ? both[1] : "");
      }
    }
    return handler.handle(
        new Request(
            method,
            parts[0],
            query,
            new TreeMap<>(headers),
            body.getBytes(StandardCharsets.UTF_8),
            chain));
  }
}
