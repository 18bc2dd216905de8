package io.coxswain.apiserver.protobuf;

import io.coxswain.api.protobuf.Wire;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A byte buffer that is filled from its end. The length of a nested message precedes the message,
 * so writing backwards makes it available without a second iteration or a copy.
 */
final class ReverseBuffer {
  private byte[] bytes;
  private int start;

  ReverseBuffer(int capacity) {
    bytes = new byte[Math.max(capacity, 64)];
    start = bytes.length;
  }

  /** The number of written bytes. */
  int length() {
    return bytes.length - start;
  }

  void write(byte[] value) {
    write(value, 0, value.length);
  }

  void write(byte[] value, int from, int length) {
    reserve(length);
    start -= length;
    System.arraycopy(value, from, bytes, start, length);
  }

  void varint(long value) {
    int size = value == 0 ? 1 : (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7;
    reserve(size);
    start -= size;
    long rest = value;
    for (int i = 0; i < size - 1; i++) {
      bytes[start + i] = (byte) ((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    bytes[start + size - 1] = (byte) rest;
  }

  void tag(int number, int wireType) {
    varint(((long) number << 3) | wireType);
  }

  /** Ends a field whose content was written since the buffer had the given length. */
  void close(int number, int lengthBefore) {
    varint(length() - lengthBefore);
    tag(number, Wire.BYTES);
  }

  void field(int number, byte[] value) {
    int before = length();
    write(value);
    close(number, before);
  }

  void field(int number, String text) {
    field(number, text.getBytes(StandardCharsets.UTF_8));
  }

  void field(int number, long value) {
    varint(value);
    tag(number, Wire.VARINT);
  }

  void field(int number, double value) {
    reserve(Long.BYTES);
    start -= Long.BYTES;
    long bits = Double.doubleToLongBits(value);
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[start + i] = (byte) (bits >>> (8 * i));
    }
    tag(number, Wire.FIXED64);
  }

  byte[] toBytes() {
    return Arrays.copyOfRange(bytes, start, bytes.length);
  }

  private void reserve(int count) {
    if (count <= start) {
      return;
    }
    int used = length();
    byte[] larger = new byte[Math.addExact(Math.max(2 * bytes.length, used), count)];
    System.arraycopy(bytes, start, larger, larger.length - used, used);
    bytes = larger;
    start = larger.length - used;
  }
}
