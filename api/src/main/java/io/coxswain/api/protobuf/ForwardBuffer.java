package io.coxswain.api.protobuf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A byte buffer for messages that is filled from its start. A nested message leaves one byte for
 * its length; a longer one is moved when its length is known. Not thread-safe.
 */
final class ForwardBuffer {
  private static final int MAX_SIZE = Integer.MAX_VALUE - 64;

  private byte[] bytes;
  private int size;

  ForwardBuffer(int capacity) {
    bytes = new byte[Math.max(capacity, 64)];
  }

  void put(byte[] value) {
    put(value, 0, value.length);
  }

  private void put(byte[] value, int from, int to) {
    reserve(to - from);
    System.arraycopy(value, from, bytes, size, to - from);
    size += to - from;
  }

  /** Begins a nested message; returns what {@link #end} needs. */
  int begin(int number) {
    tag(number, Wire.BYTES);
    reserve(1);
    return ++size;
  }

  void end(int start) {
    int length = size - start;
    int extra = varintSize(length) - 1;
    if (extra > 0) {
      reserve(extra);
      System.arraycopy(bytes, start, bytes, start + extra, length);
    }
    size = start - 1;
    varint(length);
    size += length;
  }

  void field(int number, String text) {
    field(number, text.getBytes(StandardCharsets.UTF_8));
  }

  void field(int number, byte[] value) {
    field(number, value, 0, value.length);
  }

  void field(int number, byte[] value, int from, int to) {
    tag(number, Wire.BYTES);
    varint(to - from);
    put(value, from, to);
  }

  void field(int number, long value) {
    tag(number, Wire.VARINT);
    varint(value);
  }

  void field(int number, double value) {
    tag(number, Wire.FIXED64);
    reserve(Long.BYTES);
    long bits = Double.doubleToLongBits(value);
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[size++] = (byte) (bits >>> (8 * i));
    }
  }

  private void tag(int number, int wireType) {
    varint(((long) number << 3) | wireType);
  }

  private static int varintSize(long value) {
    return value == 0 ? 1 : (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7;
  }

  private void varint(long value) {
    reserve(varintSize(value));
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[size++] = (byte) ((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private void reserve(int count) {
    if (count > bytes.length - size) {
      long wanted = Math.max(2L * bytes.length, (long) size + count);
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, MAX_SIZE));
    }
  }
}
