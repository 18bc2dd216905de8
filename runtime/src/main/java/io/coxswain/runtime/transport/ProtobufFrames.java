package io.coxswain.runtime.transport;

import io.coxswain.api.protobuf.ProtobufException;
import io.coxswain.env.ApiWatch;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Splits a stream into watch events in protobuf, each after its length in four bytes. */
final class ProtobufFrames {
  /** Far above the largest object that etcd stores. */
  static final int MAX_LENGTH = 64 * 1024 * 1024;

  private static final int BUFFER = 16 * 1024;
  private static final int LENGTH_SIZE = 4;
  private static final int TYPE = 1 << 3 | io.coxswain.api.protobuf.Wire.BYTES;
  private static final int OBJECT = 2 << 3 | io.coxswain.api.protobuf.Wire.BYTES;
  private static final int RAW = 1 << 3 | io.coxswain.api.protobuf.Wire.BYTES;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int start;
  private int end;

  ProtobufFrames(InputStream in) {
    this.in = in;
  }

  /**
   * The next event; null at the end of the stream.
   *
   * @throws IOException also if the stream ends within an event, or an event is too long
   */
  ApiWatch.@Nullable Frame next() throws IOException {
    byte[] prefix = read(LENGTH_SIZE);
    if (prefix.length == 0) {
      return null;
    }
    long length = 0;
    for (byte b : prefix) {
      length = length << 8 | (b & 0xff);
    }
    if (length > MAX_LENGTH) {
      throw new IOException("a watch event of " + length + " bytes exceeds " + MAX_LENGTH);
    }
    byte[] event = read((int) length);
    if (event.length < length) {
      throw truncated();
    }
    try {
      return frame(io.coxswain.api.protobuf.Wire.of(event));
    } catch (ProtobufException e) {
      throw new IOException("watch event is malformed: " + e.text(), e);
    }
  }

  private static ApiWatch.Frame frame(io.coxswain.api.protobuf.Wire event)
      throws IOException, ProtobufException {
    String type = "";
    byte[] object = null;
    while (!event.atEnd()) {
      long tag = event.tag();
      if (tag == TYPE) {
        type = event.text();
      } else if (tag == OBJECT) {
        io.coxswain.api.protobuf.Wire inner = event.inner();
        while (!inner.atEnd()) {
          long field = inner.tag();
          if (field == RAW) {
            object = inner.bytes();
          } else {
            inner.skip((int) (field & 7));
          }
        }
      } else {
        event.skip((int) (tag & 7));
      }
    }
    if (object == null) {
      throw new IOException("watch event has no object");
    }
    return new ApiWatch.Frame(type, object);
  }

  /** So many bytes; none at the end of the stream. */
  private byte[] read(int count) throws IOException {
    // What has not arrived is not allocated, whatever the length prefix promises.
    byte[] bytes = new byte[Math.min(count, BUFFER)];
    int filled = 0;
    while (filled < count) {
      if (start == end) {
        start = 0;
        end = Math.max(0, in.read(buffer, 0, buffer.length));
        if (end == 0) {
          if (filled > 0) {
            throw truncated();
          }
          return new byte[0];
        }
      }
      int part = Math.min(count - filled, end - start);
      if (filled + part > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.min(count, Math.max(2 * bytes.length, filled + part)));
      }
      System.arraycopy(buffer, start, bytes, filled, part);
      start += part;
      filled += part;
    }
    return bytes;
  }

  private static IOException truncated() {
    return new IOException("the stream ended in the middle of a watch event");
  }
}
