package io.coxswain.api.protobuf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads the fields of one protobuf message, front to back. */
public final class Wire {
  public static final int VARINT = 0;
  public static final int FIXED64 = 1;
  public static final int BYTES = 2;
  public static final int GROUP = 3;
  public static final int END_GROUP = 4;
  public static final int FIXED32 = 5;

  private static final int MAX_VARINT_LENGTH = 10;

  private final byte[] data;
  private int end;
  private int at;

  public Wire(byte[] data, int start, int end) {
    this.data = data;
    this.at = start;
    this.end = end;
  }

  public static Wire of(byte[] data) {
    return new Wire(data, 0, data.length);
  }

  /** Whether the message has been read completely. */
  public boolean atEnd() {
    return at >= end;
  }

  /** The number and wire type of the next field: {@code number << 3 | type}. */
  public long tag() throws ProtobufException {
    long tag = varint();
    int type = (int) (tag & 7);
    long number = tag >>> 3;
    if (type == END_GROUP) {
      throw ProtobufException.of("proto: unexpected end of group");
    }
    if (number <= 0 || number > Integer.MAX_VALUE) {
      throw ProtobufException.of(
          "proto: illegal tag " + (int) number + " (wire type " + type + ")");
    }
    return tag;
  }

  public long varint() throws ProtobufException {
    long value = 0;
    for (int i = 0; i < MAX_VARINT_LENGTH; i++) {
      if (at >= end) {
        throw truncated();
      }
      byte b = data[at++];
      value |= (long) (b & 0x7f) << (7 * i);
      if (b >= 0) {
        return value;
      }
    }
    throw ProtobufException.of("proto: integer overflow");
  }

  public double fixed64() throws ProtobufException {
    if (end - at < Long.BYTES) {
      throw truncated();
    }
    long bits = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      bits |= (data[at++] & 0xffL) << (8 * i);
    }
    return Double.longBitsToDouble(bits);
  }

  public byte[] bytes() throws ProtobufException {
    int length = length();
    byte[] copy = Arrays.copyOfRange(data, at, at + length);
    at += length;
    return copy;
  }

  public String text() throws ProtobufException {
    int length = length();
    String text = new String(data, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  /** A message within this one. */
  public Wire inner() throws ProtobufException {
    int length = length();
    var inner = new Wire(data, at, at + length);
    at += length;
    return inner;
  }

  /**
   * Restricts the reader to the message, text or bytes that begin here.
   *
   * @return what {@link #leave} needs
   */
  int enter() throws ProtobufException {
    int length = length();
    int outer = end;
    end = at + length;
    return outer;
  }

  /** Continues after what was entered. */
  void leave(int outer) {
    at = end;
    end = outer;
  }

  byte[] data() {
    return data;
  }

  /** The position of the next byte. */
  int at() {
    return at;
  }

  int end() {
    return end;
  }

  private int length() throws ProtobufException {
    long length = varint();
    if (length < 0) {
      throw ProtobufException.of("proto: negative length found during unmarshaling");
    }
    if (length > end - at) {
      throw truncated();
    }
    return (int) length;
  }

  /** Skips an unknown field. */
  public void skip(int type) throws ProtobufException {
    int groups = 0;
    int next = type;
    while (true) {
      switch (next) {
        case VARINT -> {
          long _ = varint();
        }
        case FIXED64 -> advance(Long.BYTES);
        case BYTES -> advance(length());
        case GROUP -> groups++;
        case END_GROUP -> {
          if (groups == 0) {
            throw ProtobufException.of("proto: unexpected end of group");
          }
          groups--;
        }
        case FIXED32 -> advance(Integer.BYTES);
        default -> throw ProtobufException.of("proto: illegal wireType " + next);
      }
      if (groups == 0) {
        return;
      }
      next = (int) (varint() & 7);
    }
  }

  private void advance(int count) throws ProtobufException {
    if (end - at < count) {
      throw truncated();
    }
    at += count;
  }

  private static ProtobufException truncated() {
    return ProtobufException.of("unexpected EOF");
  }
}
