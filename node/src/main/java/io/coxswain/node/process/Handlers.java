package io.coxswain.node.process;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import io.coxswain.env.Sockets;
import io.coxswain.env.Task;
import io.coxswain.node.network.PodNetwork;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ExecAction;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.TCPSocketAction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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

  /** Why it failed; empty when it succeeded. */
  Optional<String> run(
      Place place,
      @Nullable ExecAction exec,
      @Nullable HTTPGetAction http,
      @Nullable TCPSocketAction tcp,
      Duration atMost)
      throws CancelledException {
    try {
      return carryOut(place, exec, http, tcp, atMost);
    } catch (CancelledException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      return Optional.of(String.valueOf(e)); // a path that cannot exist, for example
    }
  }

  private Optional<String> carryOut(
      Place place,
      @Nullable ExecAction exec,
      @Nullable HTTPGetAction http,
      @Nullable TCPSocketAction tcp,
      Duration atMost)
      throws CancelledException {
    if (exec != null) {
      return exec(place, exec.getCommand(), atMost);
    }
    if (http != null) {
      return within(atMost, () -> http(place, http));
    }
    if (tcp != null) {
      return within(
          atMost,
          () -> {
            open(place, orEmpty(tcp.getHost()), port(place, tcp.getPort())).close();
            return Optional.empty();
          });
    }
    return Optional.of("this kind of handler is not supported by process nodes");
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
    if ("HTTPS".equals(action.getScheme())) {
      return Optional.of("HTTPS is not supported by process nodes");
    }
    int port = port(place, action.getPort());
    String host = orEmpty(action.getHost());
    String path = action.getPath() == null || action.getPath().isEmpty() ? "/" : action.getPath();
    var request =
        new StringBuilder("GET " + (path.startsWith("/") ? path : "/" + path) + " HTTP/1.1\r\n");
    request.append("Host: ").append(host.isEmpty() ? place.address : host).append("\r\n");
    request.append("User-Agent: kube-probe/1.35\r\nAccept: */*\r\nConnection: close\r\n");
    action
        .getHttpHeaders()
        .forEach(h -> request.append(h.getName()).append(": ").append(h.getValue()).append("\r\n"));
    request.append("\r\n");
    try (Sockets.Connection line = open(place, host, port)) {
      OutputStream out = line.output();
      out.write(request.toString().getBytes(StandardCharsets.UTF_8));
      out.flush();
      String status = firstLine(line.input());
      String[] words = status.split(" ", 3);
      int code = words.length > 1 && words[1].matches("\\d{3}") ? Integer.parseInt(words[1]) : 0;
      return code >= 200 && code < 400
          ? Optional.empty()
          : Optional.of("HTTP probe failed with statuscode: " + code);
    }
  }

  private static String firstLine(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n' && line.size() < 1024; next = in.read()) {
      line.write(next);
    }
    return line.toString(StandardCharsets.US_ASCII).strip();
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
