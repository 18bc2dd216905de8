package io.coxswain.console.logs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.console.http.EventWriter;
import io.coxswain.console.model.ClusterModel;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Mailbox;
import io.coxswain.env.Task;
import io.coxswain.runtime.http.EndpointResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Sends the merged output of several containers to a browser. */
public final class LogStream implements EndpointResponse.Stream {
  private static final int MAX_SOURCES = 64;
  private static final int MAX_WAITING = 20_000;
  private static final int MAX_BATCH = 500;
  private static final Duration ROUND = Duration.ofMillis(150);
  private static final Duration PING = Duration.ofSeconds(15);

  private final ClusterModel model;
  private final LogSelection selection;
  private final BooleanSupplier stopped;
  private final Mailbox<LogLine> lines;
  private final AtomicLong dropped = new AtomicLong();
  private final Map<LogSource, Followed> followed = new LinkedHashMap<>();
  private boolean tooManyReported;
  private long number;

  private static final class Followed {
    private final LogFollower follower;
    private final Task task;
    private String reported = "";

    Followed(LogFollower follower, Task task) {
      this.follower = follower;
      this.task = task;
    }
  }

  public LogStream(ClusterModel model, LogSelection selection, BooleanSupplier stopped) {
    this.model = model;
    this.selection = selection;
    this.stopped = stopped;
    this.lines = new Mailbox<>(model.env().tasks(), MAX_WAITING);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    var writer = new EventWriter(out);
    try {
      writer.begin();
      Clock clock = model.env().clock();
      long pinged = clock.nanos();
      while (!stopped.getAsBoolean()) {
        followAll(writer);
        clock.sleep(ROUND);
        send(writer);
        if (clock.nanos() - pinged > PING.toNanos()) {
          writer.send("ping", Json.NODES.objectNode().put("now", clock.now().toString()));
          pinged = clock.nanos();
        }
      }
      writer.send("bye", Json.NODES.objectNode());
    } catch (CancelledException e) {
      throw new IOException("the server stops", e);
    } finally {
      lines.close();
      followed.values().forEach(each -> each.task.cancel());
    }
  }

  /** Follows containers that are new, and reports states that have changed. */
  private void followAll(EventWriter writer) throws IOException {
    for (LogSource source : selection.sources(model)) {
      if (followed.containsKey(source)) {
        continue;
      }
      if (followed.size() >= MAX_SOURCES) {
        if (!tooManyReported) {
          tooManyReported = true;
          writer.send(
              "problem",
              Json.NODES
                  .objectNode()
                  .put("code", 200)
                  .put("reason", "TooManyPods")
                  .put("message", "only the first " + MAX_SOURCES + " containers are followed"));
        }
        break;
      }
      var follower = new LogFollower(model, selection, source, lines, dropped);
      followed.put(
          source, new Followed(follower, model.env().tasks().spawn("console log", follower::run)));
    }
    for (Followed each : followed.values()) {
      String state = each.follower.state() + each.follower.message();
      if (!state.equals(each.reported)) {
        each.reported = state;
        ObjectNode event = Json.NODES.objectNode();
        event.put("pod", each.follower.source().pod().name());
        event.put("container", each.follower.source().container());
        event.put("state", each.follower.state());
        if (!each.follower.message().isEmpty()) {
          event.put("message", each.follower.message());
        }
        writer.send("source", event);
      }
    }
  }

  private void send(EventWriter writer) throws IOException {
    long lost = dropped.getAndSet(0);
    if (lost > 0) {
      writer.send("dropped", Json.NODES.objectNode().put("count", lost));
    }
    while (true) {
      List<LogLine> batch = batch();
      if (batch.isEmpty()) {
        return;
      }
      ObjectNode event = Json.NODES.objectNode();
      ArrayNode list = event.putArray("lines");
      for (LogLine line : batch) {
        ObjectNode entry = list.addObject().put("n", ++number);
        if (!line.time().isEmpty()) {
          entry.put("time", line.time());
        }
        entry.put("pod", line.source().pod().name());
        if (line.source().rank() >= 0) {
          entry.put("rank", line.source().rank());
        }
        entry.put("container", line.source().container()).put("text", line.text());
        if (line.cut()) {
          entry.put("cut", true);
        }
      }
      writer.send("lines", event);
    }
  }

  /** What has arrived, in the order of time. */
  private List<LogLine> batch() {
    var batch = new ArrayList<LogLine>();
    while (batch.size() < MAX_BATCH) {
      LogLine line = lines.poll();
      if (line == null) {
        break;
      }
      batch.add(line);
    }
    batch.sort(LogLine.BY_TIME);
    return batch;
  }
}
