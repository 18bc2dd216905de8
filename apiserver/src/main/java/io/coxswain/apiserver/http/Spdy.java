package io.coxswain.apiserver.http;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * SPDY/3.1 as far as Kubernetes uses it: streams opened by the client, data in both directions,
 * half-closed streams, pings. Flow control is omitted, as in the library of its Go programs. Used
 * as the server towards clients and as the client towards kubelets; a server never opens streams.
 */
final class Spdy implements AutoCloseable {
  private static final int SYN_STREAM = 1;
  private static final int SYN_REPLY = 2;
  private static final int RST_STREAM = 3;
  private static final int PING = 6;
  private static final int GOAWAY = 7;

  private static final int CONTROL = 0x80;
  private static final int VERSION = 3;
  private static final int FIN = 1;
  private static final int PIECE = 32 << 10;
  private static final int MAX_HEADERS_SIZE = 1 << 20;
  private static final byte[] DICTIONARY = dictionary();

  private final UpgradedConnection link;
  private final Inflater inflater = new Inflater();
  private final Deflater deflater = new Deflater();

  /** Held while headers are written: header blocks are compressed in the order they are sent. */
  private final ReentrantLock replying = new ReentrantLock();

  Spdy(UpgradedConnection link) {
    this.link = link;
    deflater.setDictionary(DICTIONARY);
  }

  /** Receives the other side's frames, in order, on the task that runs the connection. */
  interface Listener {
    void opened(int stream, Map<String, String> headers) throws IOException;

    void received(int stream, byte[] data) throws IOException;

    /** The other side has half-closed the stream. */
    void ended(int stream) throws IOException;
  }

  /** Reads until the other side ends the connection. */
  void run(Listener listener) throws IOException {
    for (byte[] head = link.read(8); head != null; head = link.read(8)) {
      var frame = ByteBuffer.wrap(head);
      int first = frame.getInt();
      int flagsAndLength = frame.getInt();
      int length = flagsAndLength & 0xff_ffff;
      boolean fin = (flagsAndLength >>> 24 & FIN) != 0;
      byte[] payload = length == 0 ? new byte[0] : link.read(length);
      if (payload == null) {
        return;
      }
      if (first >= 0) {
        if (payload.length > 0) {
          listener.received(first, payload);
        }
        if (fin) {
          listener.ended(first);
        }
      } else if (!control(first & 0xffff, payload, fin, listener)) {
        return;
      }
    }
  }

  /** Handles a control frame; false if the client ends the connection. */
  private boolean control(int type, byte[] payload, boolean fin, Listener listener)
      throws IOException {
    ByteBuffer body = ByteBuffer.wrap(payload);
    switch (type) {
      case SYN_STREAM -> {
        if (payload.length < 10) {
          throw new IOException("a stream is opened by too short a frame");
        }
        int stream = body.getInt() & Integer.MAX_VALUE;
        listener.opened(stream, headers(payload, 10));
        if (fin) {
          listener.ended(stream);
        }
      }
      case RST_STREAM -> {
        if (payload.length >= 4) {
          listener.ended(body.getInt() & Integer.MAX_VALUE);
        }
      }
      case PING -> link.write(frame(PING, 0, payload));
      case GOAWAY -> {
        return false;
      }
      default -> {} // settings, window updates and the like need no action
    }
    return true;
  }

  private Map<String, String> headers(byte[] payload, int from) throws IOException {
    ByteBuffer block = ByteBuffer.wrap(inflate(payload, from));
    var headers = new TreeMap<String, String>();
    try {
      int count = block.getInt();
      for (int i = 0; i < count; i++) {
        String name = text(block);
        headers.put(name, text(block));
      }
    } catch (java.nio.BufferUnderflowException e) {
      throw new IOException("a header block is cut off", e);
    }
    return headers;
  }

  private static String text(ByteBuffer block) throws IOException {
    int length = block.getInt();
    if (length < 0 || length > block.remaining()) {
      throw new IOException("a header block is cut off");
    }
    var bytes = new byte[length];
    block.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private byte[] inflate(byte[] payload, int from) throws IOException {
    inflater.setInput(payload, from, payload.length - from);
    var out = new ByteArrayOutputStream();
    var buffer = new byte[4096];
    try {
      while (true) {
        int some = inflater.inflate(buffer);
        out.write(buffer, 0, some);
        if (inflater.needsDictionary()) {
          inflater.setDictionary(DICTIONARY);
        } else if (some == 0) {
          return out.toByteArray();
        }
        if (out.size() > MAX_HEADERS_SIZE) {
          throw new IOException("headers of more than " + MAX_HEADERS_SIZE + " bytes");
        }
      }
    } catch (DataFormatException e) {
      throw new IOException("a header block cannot be read: " + e.getMessage(), e);
    }
  }

  /** Accepts a stream. */
  void reply(int stream) throws IOException {
    replying.lock();
    try {
      deflater.setInput(new byte[4]); // no headers
      var block = new byte[256];
      int length = deflater.deflate(block, 0, block.length, Deflater.SYNC_FLUSH);
      byte[] payload = ByteBuffer.allocate(4 + length).putInt(stream).put(block, 0, length).array();
      link.write(frame(SYN_REPLY, 0, payload));
    } finally {
      replying.unlock();
    }
  }

  /**
   * Opens a stream, as the client.
   *
   * @param stream an odd number, higher than those of earlier streams
   * @param headers names in lower case
   */
  void open(int stream, Map<String, String> headers) throws IOException {
    var plain = new ByteArrayOutputStream();
    var fields = new DataOutputStream(plain);
    fields.writeInt(headers.size());
    for (var header : headers.entrySet()) {
      byte[] name = header.getKey().getBytes(StandardCharsets.UTF_8);
      byte[] value = header.getValue().getBytes(StandardCharsets.UTF_8);
      fields.writeInt(name.length);
      fields.write(name);
      fields.writeInt(value.length);
      fields.write(value);
    }
    replying.lock();
    try {
      deflater.setInput(plain.toByteArray());
      var block = new byte[plain.size() + 512];
      int length = deflater.deflate(block, 0, block.length, Deflater.SYNC_FLUSH);
      byte[] payload =
          ByteBuffer.allocate(10 + length)
              .putInt(stream)
              .putInt(0)
              .putShort((short) 0)
              .put(block, 0, length)
              .array();
      link.write(frame(SYN_STREAM, 0, payload));
    } finally {
      replying.unlock();
    }
  }

  void send(int stream, byte[] data, int length) throws IOException {
    for (int at = 0; at < length; at += PIECE) {
      int some = Math.min(PIECE, length - at);
      link.write(
          ByteBuffer.allocate(8 + some).putInt(stream).putInt(some).put(data, at, some).array());
    }
  }

  /** Half-closes the stream. */
  void end(int stream) throws IOException {
    link.write(ByteBuffer.allocate(8).putInt(stream).putInt(FIN << 24).array());
  }

  private static byte[] frame(int type, int flags, byte[] payload) {
    return ByteBuffer.allocate(8 + payload.length)
        .put((byte) CONTROL)
        .put((byte) VERSION)
        .putShort((short) type)
        .putInt(flags << 24 | payload.length)
        .put(payload)
        .array();
  }

  @Override
  public void close() {
    link.close();
    inflater.end();
    deflater.end();
  }

  /** The compression dictionary of header blocks, part of the protocol. */
  private static byte[] dictionary() {
    try (InputStream in = Spdy.class.getResourceAsStream("spdy-dictionary.bin")) {
      if (in == null) {
        throw new IllegalStateException("spdy-dictionary.bin is not on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
