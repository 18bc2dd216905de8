package io.coxswain.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.MergePatch;
import io.coxswain.console.http.EventWriter;
import io.coxswain.console.session.OpenStream;
import io.coxswain.console.session.Session;
import io.coxswain.console.view.View;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.http.EndpointResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends a view to a browser: the whole document first, then merge patches. Changes that follow one
 * another quickly are sent together, so that a busy cluster costs four renderings per second and
 * stream at most.
 */
final class ViewStream implements EndpointResponse.Stream {
  private static final Duration PING = Duration.ofSeconds(15);

  private final Env env;
  private final Session session;
  private final OpenStream open;
  private final View view;
  private final String name;
  private final String resumeFrom;
  private final BooleanSupplier stopped;
  private final String stream;
  private @Nullable ObjectNode sent;
  private long events;

  /**
   * @param name of the view with its parameters
   * @param resumeFrom id of the last event that the browser has seen; empty for none
   * @param stopped whether the server stops
   */
  ViewStream(
      Env env,
      Session session,
      OpenStream open,
      View view,
      String name,
      String resumeFrom,
      BooleanSupplier stopped) {
    this.env = env;
    this.session = session;
    this.open = open;
    this.view = view;
    this.name = name;
    this.resumeFrom = resumeFrom;
    this.stopped = stopped;
    this.stream = env.entropy().suffix(10);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    var writer = new EventWriter(out);
    try (view) {
      writer.begin();
      follow(writer);
    } catch (CancelledException e) {
      throw new IOException("the server stops", e);
    }
  }

  private void follow(EventWriter writer) throws IOException, CancelledException {
    Bell changed = session.model().changed();
    sent = resumeFrom.isEmpty() ? null : session.retained().find(resumeFrom, name);
    long pinged = env.clock().nanos();
    while (!stopped.getAsBoolean() && !session.isEnded() && !open.isClosed()) {
      long seen = changed.rings();
      send(writer, view.render());
      open.pause(view.minPeriod());
      long now = env.clock().nanos();
      if (now - pinged >= PING.toNanos()) {
        writer.send("ping", Json.NODES.objectNode().put("now", env.clock().now().toString()));
        pinged = now;
      }
      Duration longest = PING.minusNanos(now - pinged);
      Duration period = view.period().minus(view.minPeriod());
      changed.await(seen, period.compareTo(longest) < 0 ? period : longest);
    }
    writer.send("bye", Json.NODES.objectNode());
  }

  private void send(EventWriter writer, ObjectNode document) throws IOException {
    ObjectNode before = sent;
    ObjectNode patch = before == null ? null : MergePatch.between(before, document);
    if (patch != null && patch.isEmpty()) {
      return;
    }
    String id = stream + "-" + ++events;
    sent = document;
    session.retained().put(stream, id, name, document);
    if (patch == null) {
      ObjectNode snapshot = document.deepCopy().put("now", env.clock().now().toString());
      writer.send(id, "snapshot", snapshot);
    } else {
      writer.send(id, "delta", patch);
    }
  }
}
