package io.coxswain.apiserver.protobuf;

import io.coxswain.api.protobuf.Wire;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes one protobuf message, field by field. */
public final class MessageWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  public static MessageWriter message() {
    return new MessageWriter();
  }

  public MessageWriter field(int number, String text) {
    return field(number, text.getBytes(StandardCharsets.UTF_8));
  }

  public MessageWriter field(int number, MessageWriter inner) {
    return field(number, inner.bytes());
  }

  public MessageWriter field(int number, byte[] bytes) {
    varint(((long) number << 3) | Wire.BYTES);
    varint(bytes.length);
    out.writeBytes(bytes);
    return this;
  }

  public MessageWriter field(int number, long value) {
    varint(((long) number << 3) | Wire.VARINT);
    varint(value);
    return this;
  }

  public MessageWriter field(int number, double value) {
    varint(((long) number << 3) | Wire.FIXED64);
    long bits = Double.doubleToLongBits(value);
    for (int i = 0; i < Long.BYTES; i++) {
      out.write((int) (bits >>> (8 * i)));
    }
    return this;
  }

  public MessageWriter field(int number, boolean value) {
    return field(number, value ? 1L : 0L);
  }

  /** An entry of a map of strings. */
  public MessageWriter entry(int number, String key, String value) {
    return field(number, message().field(1, key).field(2, value));
  }

  public byte[] bytes() {
    return out.toByteArray();
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
