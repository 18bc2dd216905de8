package io.coxswain.node.simulated;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.node.logs.LogRequest;
import io.coxswain.node.logs.LogSource;
import io.coxswain.node.logs.LogStream;
import io.coxswain.node.logs.NoLogException;
import io.coxswain.node.pod.ContainerLife;
import io.coxswain.node.pod.PodLife;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The output of simulated containers. Nothing is stored: each line is derived from the start time
 * of the container. The annotation {@code simulated.coxswain.io/log} contains the lines, printed at
 * the start; one that ends in {@code @<time>} is repeated at that interval, with {@code %d}
 * replaced by its count. Without it a container prints that it started.
 */
public final class SimulatedLogs implements LogSource {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final Duration LOOK = Duration.ofMillis(200);

  /** The maximum number of lines returned for one container. */
  private static final int MAX_LINES = 10_000;

  private final Env env;
  private final Reader client;
  private final Function<ObjectKey, Optional<PodLife>> lives;

  SimulatedLogs(Env env, Reader client, Function<ObjectKey, Optional<PodLife>> lives) {
    this.env = env;
    this.client = client;
    this.lives = lives;
  }

  private record Line(Instant time, String text) {}

  /** A run of a container: until when it went, if it is over. */
  private record Span(Instant from, @Nullable Instant to, int run) {}

  @Override
  public LogStream open(LogRequest request) throws IOException, NoLogException {
    span(request); // or refuse
    return new Printed(request);
  }

  private Span span(LogRequest request) throws NoLogException {
    ContainerLife life =
        lives.apply(request.pod()).map(l -> l.container(request.container())).orElse(null);
    if (life == null) {
      throw waiting(request);
    }
    if (request.previous()) {
      ContainerLife.Exited last =
          life.last()
              .orElseThrow(
                  () ->
                      new NoLogException(
                          "previous terminated container \"%s\" in pod \"%s\" not found"
                              .formatted(request.container(), request.pod().name())));
      return new Span(last.startedAt(), last.finishedAt(), life.restarts() - 1);
    }
    return switch (life.state()) {
      case ContainerLife.Running running -> new Span(running.startedAt(), null, life.restarts());
      case ContainerLife.Exited ended ->
          new Span(ended.startedAt(), ended.finishedAt(), life.restarts());
      case ContainerLife.NotStarted _, ContainerLife.Blocked _ -> throw waiting(request);
    };
  }

  private static NoLogException waiting(LogRequest request) {
    return new NoLogException(
        "container \"%s\" in pod \"%s\" is waiting to start: ContainerCreating"
            .formatted(request.container(), request.pod().name()));
  }

  private List<Line> lines(LogRequest request, Span span, Instant now) throws IOException {
    Optional<Pod> pod;
    try {
      pod = client.get(Pod.class, request.pod());
    } catch (ApiException e) {
      throw new IOException(e.getMessage(), e);
    }
    String script =
        pod.flatMap(p -> new SimulationAnnotations(p, request.container()).text("log"))
            .orElse("started (run " + span.run() + ")");
    Instant end = span.to() == null || span.to().isAfter(now) ? now : span.to();
    var lines = new ArrayList<Line>();
    for (String text : script.split("\n")) {
      addLines(lines, text, span.from(), end);
    }
    lines.sort((a, b) -> a.time.compareTo(b.time));
    return lines;
  }

  private static void addLines(List<Line> lines, String script, Instant from, Instant end) {
    int at = script.lastIndexOf('@');
    Duration every = at < 0 ? null : SimulationAnnotations.parse(script.substring(at + 1));
    if (every == null || !every.isPositive()) {
      lines.add(new Line(from, script));
      return;
    }
    String text = script.substring(0, at);
    Instant time = from;
    for (int i = 0; !time.isAfter(end) && i < MAX_LINES; i++) {
      lines.add(new Line(time, text.replace("%d", Integer.toString(i))));
      time = time.plus(every);
    }
  }

  /** Returns the available lines, and then waits for more while it follows. */
  private final class Printed implements LogStream {
    private final LogRequest request;
    private int shown = -1;
    private long left;
    private boolean closed;

    Printed(LogRequest request) {
      this.request = request;
      this.left = request.limitBytes().orElse(Long.MAX_VALUE);
    }

    @Override
    public byte @Nullable [] next() throws IOException, CancelledException {
      while (left > 0 && !closed) {
        Span span;
        try {
          span = span(request);
        } catch (NoLogException e) {
          return null; // the pod is gone
        }
        byte[] piece = piece(lines(request, span, env.clock().now()));
        if (piece.length > 0) {
          left -= piece.length;
          return piece;
        }
        if (!request.follow() || span.to() != null) {
          return null;
        }
        env.clock().sleep(LOOK);
      }
      return null;
    }

    private byte[] piece(List<Line> lines) {
      if (shown < 0) {
        long tail = request.tailLines().orElse(Long.MAX_VALUE);
        shown = (int) Math.max(0, lines.size() - tail);
      }
      var bytes = new ByteArrayOutputStream();
      for (; shown < lines.size(); shown++) {
        Line line = lines.get(shown);
        if (request.since().isEmpty() || !line.time.isBefore(request.since().get())) {
          String stamp = request.timestamps() ? TIME.format(line.time) + " " : "";
          bytes.writeBytes((stamp + line.text + "\n").getBytes(StandardCharsets.UTF_8));
        }
      }
      byte[] all = bytes.toByteArray();
      return all.length > left ? Arrays.copyOf(all, (int) left) : all;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
