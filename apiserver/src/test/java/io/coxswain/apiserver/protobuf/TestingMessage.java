package io.coxswain.apiserver.protobuf;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes protobuf messages, field by field, as a client would. */
public final class TestingMessage {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  public static TestingMessage message() {
    return new TestingMessage();
  }

  /** A whole body: the mark, the kind and the object. */
  public static byte[] body(String apiVersion, String kind, TestingMessage object) {
    var body = new ByteArrayOutputStream();
    body.writeBytes(new byte[] {'k', '8', 's', 0});
    body.writeBytes(
        message()
            .field(1, message().field(1, apiVersion).field(2, kind))
            .field(2, object)
            .field(3, "")
            .field(4, "")
            .bytes());
    return body.toByteArray();
  }

  public TestingMessage field(int number, String text) {
    return field(number, text.getBytes(StandardCharsets.UTF_8));
  }

  public TestingMessage field(int number, TestingMessage inner) {
    return field(number, inner.bytes());
  }

  public TestingMessage field(int number, byte[] bytes) {
    varint(((long) number << 3) | Wire.BYTES);
    varint(bytes.length);
    out.writeBytes(bytes);
    return this;
  }

  public TestingMessage field(int number, long value) {
    varint(((long) number << 3) | Wire.VARINT);
    varint(value);
    return this;
  }

  public TestingMessage field(int number, double value) {
    varint(((long) number << 3) | Wire.FIXED64);
    long bits = Double.doubleToLongBits(value);
    for (int i = 0; i < Long.BYTES; i++) {
      out.write((int) (bits >>> (8 * i)));
    }
    return this;
  }

  /** An entry of a map of strings. */
  public TestingMessage entry(int number, String key, String value) {
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
