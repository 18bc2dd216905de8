package io.coxswain.apiserver.http;

import io.coxswain.apiserver.protobuf.ProtobufWriter;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends streaming responses, and ends them all when the HTTPS server stops.
 *
 * <p>A reader that accepts no data for a while is disconnected; only its own thread waits for it.
 * An idle JSON watch is sent a space now and then, which has no meaning between documents, so a
 * disconnected reader is detected without an event. Protobuf has no such filler: there a bookmark
 * or TCP detects it.
 */
final class Streams implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Streams.class);
  private static final byte[] OBJECT = "\",\"object\":".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TYPE = "{\"type\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END_OF_EVENT = {'}', '\n'};
  private static final byte[] BLANK = {' '};

  /** The time after which a reader that accepts no data is disconnected. */
  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(15);

  private final Env env;
  private final Watchdog watchdog;
  private final Duration pulse;
  private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();
  private final Set<Sender> senders = ConcurrentHashMap.newKeySet();
  private final Task pulses;

  /**
   * @param pulse the interval at which an idle watch is sent a space
   */
  Streams(Env env, Watchdog watchdog, Duration pulse) {
    this.env = env;
    this.watchdog = watchdog;
    this.pulse = pulse;
    this.pulses = env.tasks().spawn("pulse", this::pulse);
  }

  void send(ApiWatch watch, ServerResponse response) {
    open.add(watch);
    try (watch;
        var sender = new Sender(watch, begin(response, watch.mediaType()))) {
      sender.flush();
      boolean protobuf = isProtobuf(watch);
      for (ApiWatch.Frame frame = watch.next(); frame != null; frame = watch.next()) {
        if (protobuf) {
          byte[] event = ProtobufWriter.watchEvent(frame.type(), frame.object());
          sender.write(ProtobufWriter.frameLength(event.length), event);
        } else {
          sender.write(TYPE, frame.type().getBytes(StandardCharsets.US_ASCII), OBJECT);
          sender.write(frame.object(), END_OF_EVENT);
        }
        if (!watch.ready()) {
          sender.flush();
        }
      }
      sender.flush();
    } catch (IOException | UncheckedIOException | CloseConnectionException e) {
      log.debug("watch client disconnected: {}", e.getMessage());
    } finally {
      open.remove(watch);
    }
  }

  private static boolean isProtobuf(ApiWatch watch) {
    return watch.mediaType().equals(ProtobufWriter.WATCH_MEDIA_TYPE);
  }

  /** Sends each event as one message. */
  static void send(ApiWatch watch, WebSocket socket) throws IOException {
    try (watch) {
      boolean protobuf = isProtobuf(watch);
      for (ApiWatch.Frame frame = watch.next(); frame != null; frame = watch.next()) {
        if (protobuf) {
          socket.sendBinary(ProtobufWriter.watchEvent(frame.type(), frame.object()));
          continue;
        }
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

  /**
   * Sends each chunk as one message.
   *
   * @param base64 whether as base64 text rather than binary
   */
  static void send(ApiStream stream, WebSocket socket, boolean base64)
      throws IOException, CancelledException {
    try (stream) {
      for (byte[] piece = stream.next(); piece != null; piece = stream.next()) {
        if (base64) {
          socket.sendText(Base64.getEncoder().encode(piece));
        } else {
          socket.sendBinary(piece);
        }
      }
      socket.end();
    }
  }

  void send(ApiStream stream, ServerResponse response) {
    open.add(stream);
    try (stream;
        var sender = new Sender(stream, begin(response, "text/plain"))) {
      for (byte[] piece = stream.next(); piece != null; piece = stream.next()) {
        sender.write(piece);
        sender.flush();
      }
    } catch (IOException | UncheckedIOException | CloseConnectionException e) {
      log.debug("stream client disconnected: {}", e.getMessage());
    } finally {
      open.remove(stream);
    }
  }

  private static OutputStream begin(ServerResponse response, String contentType) {
    response.status(200);
    response.header("content-type", contentType);
    response.header("cache-control", "no-cache, private");
    response.header(HeaderValues.TRANSFER_ENCODING_CHUNKED);
    return StartedResponse.begin(response);
  }

  /** Batches chunks; the pulse of an idle watch is sent in between. */
  private final class Sender implements AutoCloseable {
    private static final int BUFFER = 32 * 1024;

    /** The buffer size that an idle stream keeps, as most of thousands of watches are. */
    private static final int KEPT = 1024;

    private final AutoCloseable source;
    private final OutputStream out;
    // A write may block for long, which in a synchronized method holds a carrier thread of Java 21.
    private final ReentrantLock lock = new ReentrantLock();
    private byte[] buffer = new byte[KEPT];
    private final Watchdog.Deadline errand = watchdog.begin(WRITE_TIMEOUT);
    private int length;
    private volatile boolean idle;

    Sender(AutoCloseable source, OutputStream out) {
      this.source = source;
      this.out = out;
      errand.rest();
      // Protobuf has no filler between messages.
      if (source instanceof ApiWatch watch && !isProtobuf(watch)) {
        senders.add(this);
      }
    }

    void write(byte[]... pieces) throws IOException {
      lock.lock();
      try {
        idle = false;
        for (byte[] piece : pieces) {
          append(piece);
        }
      } finally {
        lock.unlock();
      }
    }

    private void append(byte[] piece) throws IOException {
      for (int at = 0; at < piece.length; ) {
        int part = Math.min(piece.length - at, BUFFER - length);
        if (length + part > buffer.length) {
          buffer = Arrays.copyOf(buffer, Math.min(BUFFER, 2 * (length + part)));
        }
        System.arraycopy(piece, at, buffer, length, part);
        length += part;
        at += part;
        if (length == BUFFER) {
          push();
        }
      }
    }

    void flush() throws IOException {
      lock.lock();
      try {
        push();
        errand.extend(WRITE_TIMEOUT);
        out.flush();
        errand.rest();
        idle = true;
        if (buffer.length > KEPT) {
          buffer = new byte[KEPT];
        }
      } finally {
        lock.unlock();
      }
    }

    private void push() throws IOException {
      if (length > 0) {
        errand.extend(WRITE_TIMEOUT);
        out.write(buffer, 0, length);
        length = 0;
      }
    }

    /** Detects whether the reader is still connected; ends the watch if not. */
    void pulse() {
      try {
        write(BLANK);
        flush();
      } catch (IOException | UncheckedIOException | CloseConnectionException e) {
        end(source);
      }
    }

    @Override
    public void close() throws IOException {
      senders.remove(this);
      // If interrupted, the flag stays set, so that closing does not block.
      try (errand) {
        errand.extend(WRITE_TIMEOUT);
        out.close();
      }
    }
  }

  private void pulse() throws CancelledException {
    while (true) {
      env.clock().sleep(pulse);
      for (Sender sender : senders) {
        if (sender.idle) {
          env.tasks().spawn("pulse", sender::pulse); // a blocked stream must not delay the others
        }
      }
    }
  }

  private static void end(AutoCloseable each) {
    try {
      each.close();
    } catch (Exception e) {
      log.debug("failed to close a stream: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    pulses.cancel();
    List.copyOf(open).forEach(Streams::end);
  }
}
