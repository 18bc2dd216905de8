package io.coxswain.apiserver.http;

import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiWatch;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends answers that come piece by piece, and ends them all when the front stops. */
final class Streams implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Streams.class);
  private static final byte[] END_OF_EVENT = {'}', '\n'};

  private final Set<AutoCloseable> open =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  void send(ApiWatch watch, ServerResponse response) {
    open.add(watch);
    try (watch;
        OutputStream out = begin(response, "application/json")) {
      // Helidon sends the head of an answer with its first byte, and the reader of a watch waits
      // for
      // the head before anything happens that could be told. Blanks between documents mean nothing.
      out.write(' ');
      out.flush();
      for (ApiWatch.Frame frame = watch.next(); frame != null; frame = watch.next()) {
        out.write(
            ("{\"type\":\"" + frame.type() + "\",\"object\":").getBytes(StandardCharsets.UTF_8));
        out.write(frame.object());
        out.write(END_OF_EVENT);
        out.flush();
      }
    } catch (IOException | UncheckedIOException e) {
      log.debug("the reader of a watch is gone: {}", e.getMessage());
    } finally {
      open.remove(watch);
    }
  }

  /** Sends each event as one message. */
  static void send(ApiWatch watch, WebSocket socket) throws IOException {
    try (watch) {
      for (ApiWatch.Frame frame = watch.next(); frame != null; frame = watch.next()) {
        var message = new ByteArrayOutputStream(frame.object().length + 64);
        message.writeBytes(
            ("{\"type\":\"" + frame.type() + "\",\"object\":").getBytes(StandardCharsets.UTF_8));
        message.writeBytes(frame.object());
        message.writeBytes(END_OF_EVENT);
        socket.sendText(message.toByteArray());
      }
      socket.end();
    }
  }

  void send(ApiStream stream, ServerResponse response) {
    open.add(stream);
    try (stream;
        OutputStream out = begin(response, "text/plain")) {
      for (byte[] piece = stream.next(); piece != null; piece = stream.next()) {
        out.write(piece);
        out.flush();
      }
    } catch (IOException | UncheckedIOException e) {
      log.debug("the reader of a stream is gone: {}", e.getMessage());
    } finally {
      open.remove(stream);
    }
  }

  private static OutputStream begin(ServerResponse response, String contentType) {
    response.status(200);
    response.header("content-type", contentType);
    response.header("cache-control", "no-cache, private");
    response.header(HeaderValues.TRANSFER_ENCODING_CHUNKED);
    return response.outputStream();
  }

  @Override
  public void close() {
    for (AutoCloseable each : List.copyOf(open)) {
      try {
        each.close();
      } catch (Exception e) {
        log.debug("a stream did not close: {}", e.getMessage());
      }
    }
  }
}
