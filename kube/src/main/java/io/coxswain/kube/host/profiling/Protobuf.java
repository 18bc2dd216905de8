package io.coxswain.kube.host.profiling;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the fields of one protobuf message. Not thread-safe. */
final class Protobuf {
  private static final int VARINT = 0;
  private static final int BYTES = 2;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  byte[] toBytes() {
    return out.toByteArray();
  }

  /** A number; zero is the default and is not written. */
  Protobuf number(int field, long value) {
    if (value != 0) {
      varint(((long) field << 3) | VARINT);
      varint(value);
    }
    return this;
  }

  Protobuf packed(int field, long... values) {
    var inner = new Protobuf();
    for (long value : values) {
      inner.varint(value);
    }
    return bytes(field, inner.toBytes());
  }

  Protobuf message(int field, Protobuf message) {
    return bytes(field, message.toBytes());
  }

  /** A text, even if it is empty: the entries of a table are found by their position. */
  Protobuf text(int field, String text) {
    return bytes(field, text.getBytes(StandardCharsets.UTF_8));
  }

  private Protobuf bytes(int field, byte[] bytes) {
    varint(((long) field << 3) | BYTES);
    varint(bytes.length);
    out.writeBytes(bytes);
    return this;
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
