package io.coxswain.cel;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes as a value. */
final class Bytes {
  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Takes over the array. */
  static Bytes of(byte[] bytes) {
    return new Bytes(bytes);
  }

  static Bytes of(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  int size() {
    return bytes.length;
  }

  /** Shared, not to be changed. */
  byte[] array() {
    return bytes;
  }

  Bytes plus(Bytes other) {
    byte[] both = Arrays.copyOf(bytes, bytes.length + other.bytes.length);
    System.arraycopy(other.bytes, 0, both, bytes.length, other.bytes.length);
    return new Bytes(both);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
