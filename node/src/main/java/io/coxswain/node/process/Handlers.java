package io.coxswain.node.process;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import io.coxswain.env.Sockets;
import io.coxswain.env.Task;
import io.coxswain.env.tls.TlsConnection;
import io.coxswain.env.tls.TrustEveryone;
import io.coxswain.node.network.PodNetwork;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ExecAction;
import io.fabric8.kubernetes.api.model.GRPCAction;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.TCPSocketAction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Runs the actions of probes and hooks. */
final class Handlers {
  private static final int MAX_OUTPUT_LENGTH = 10 << 10;

  private final Env env;
  private final PodNetwork network;

  Handlers(Env env, PodNetwork network) {
    this.env = env;
    this.network = network;
  }

  /**
   * Where a container runs.
   *
   * @param address of its pod, as the API has it
   */
  record Place(
      Container container,
      Exec.Command command,
      UnaryOperator<String> translation,
      String address) {}

  /** The action of a probe or hook; one of its components is set. */
  record Action(
      @Nullable ExecAction exec,
      @Nullable HTTPGetAction http,
      @Nullable TCPSocketAction tcp,
      @Nullable GRPCAction grpc) {

    static Action of(Probe probe) {
      return new Action(probe.getExec(), probe.getHttpGet(), probe.getTcpSocket(), probe.getGrpc());
    }

    static Action of(LifecycleHandler hook) {
      return new Action(hook.getExec(), hook.getHttpGet(), hook.getTcpSocket(), null);
    }
  }

  /** Why it failed; empty when it succeeded. */
  Optional<String> run(Place place, Action action, Duration atMost) throws CancelledException {
    try {
      return carryOut(place, action, atMost);
    } catch (CancelledException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      return Optional.of(String.valueOf(e)); // a path that cannot exist, for example
    }
  }

  private Optional<String> carryOut(Place place, Action action, Duration atMost)
      throws CancelledException {
    if (action.exec != null) {
      return exec(place, action.exec.getCommand(), atMost);
    }
    if (action.http != null) {
      return within(atMost, () -> http(place, action.http));
    }
    if (action.tcp != null) {
      return within(atMost, () -> tcp(place, action.tcp));
    }
    if (action.grpc != null) {
      return within(atMost, () -> grpc(place, action.grpc));
    }
    return Optional.of("the probe or hook has no action");
  }

  private Optional<String> exec(Place place, List<String> command, Duration atMost)
      throws CancelledException {
    var output = new ByteArrayOutputStream();
    List<String> arguments =
        Programs.find(
            env.files(),
            command.stream().map(place.translation).toList(),
            place.command.environment().getOrDefault("PATH", ""));
    Exec.Running running;
    try {
      running =
          env.exec()
              .start(
                  new Exec.Command(
                      arguments,
                      place.command.environment(),
                      place.command.directory(),
                      (buffer, length) -> {
                        if (output.size() < MAX_OUTPUT_LENGTH) {
                          output.write(buffer, 0, length);
                        }
                      }));
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    var code = new AtomicReference<@Nullable Integer>();
    Task waiter = env.tasks().spawn("handler", () -> code.set(running.await()));
    if (!waiter.join(atMost)) {
      running.kill();
      return Optional.of("command timed out after " + atMost.toSeconds() + "s");
    }
    Integer ended = code.get();
    return ended != null && ended == 0
        ? Optional.empty()
        : Optional.of(output.toString(StandardCharsets.UTF_8).strip());
  }

  private interface Attempt {
    Optional<String> make() throws IOException;
  }

  private Optional<String> within(Duration atMost, Attempt attempt) throws CancelledException {
    var result = new AtomicReference<@Nullable String>();
    Task task =
        env.tasks()
            .spawn(
                "handler",
                () -> {
                  try {
                    result.set(attempt.make().orElse(""));
                  } catch (CancelledException e) {
                    throw e;
                  } catch (IOException e) {
                    result.set(String.valueOf(e.getMessage()));
                  } catch (RuntimeException | StackOverflowError | LinkageError e) {
                    result.set(String.valueOf(e)); // one handler fails, not the node
                  }
                });
    if (!task.join(atMost)) {
      task.cancel();
      return Optional.of("timed out after " + atMost.toSeconds() + "s");
    }
    String said = result.get();
    return said != null && said.isEmpty()
        ? Optional.empty()
        : Optional.of(said == null ? "failed" : said);
  }

  private Optional<String> http(Place place, HTTPGetAction action) throws IOException {
    String named = orEmpty(action.getHost());
    String host = named.isEmpty() ? place.address : named;
    int port = port(place, action.getPort());
    Sockets.Connection connection = open(place, named, port);
    if ("HTTPS".equals(action.getScheme())) {
      connection = TlsConnection.over(connection, TrustEveryone.context(), host);
    }
    try (Sockets.Connection line = connection) {
      return HttpProbe.send(action, host + ":" + port, line);
    }
  }

  private Optional<String> tcp(Place place, TCPSocketAction action) throws IOException {
    open(place, orEmpty(action.getHost()), port(place, action.getPort())).close();
    return Optional.empty();
  }

  private Optional<String> grpc(Place place, GRPCAction action) throws IOException {
    int port = action.getPort();
    try (Sockets.Connection connection = open(place, "", port)) {
      return GrpcHealth.check(orEmpty(action.getService()), place.address + ":" + port, connection);
    }
  }

  private Sockets.Connection open(Place place, String host, int port) throws IOException {
    return network.connect(env.sockets(), host.isEmpty() ? place.address : host, port);
  }

  private static int port(Place place, IntOrString port) throws IOException {
    if (port.getIntVal() != null) {
      return port.getIntVal();
    }
    return place.container.getPorts().stream()
        .filter(p -> port.getStrVal().equals(p.getName()))
        .map(ContainerPort::getContainerPort)
        .findFirst()
        .orElseThrow(() -> new IOException("couldn't find port: " + port.getStrVal()));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
