package io.coxswain.apiserver.json;

import com.fasterxml.jackson.core.SerializableString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A range of a byte array that a UTF-8 generator copies unchanged. */
record RawText(byte[] bytes, int from, int to) implements SerializableString {
  @Override
  public String getValue() {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  @Override
  public int charLength() {
    return getValue().length();
  }

  @Override
  public char[] asQuotedChars() {
    return getValue().toCharArray();
  }

  @Override
  public byte[] asUnquotedUTF8() {
    return Arrays.copyOfRange(bytes, from, to);
  }

  @Override
  public byte[] asQuotedUTF8() {
    return asUnquotedUTF8();
  }

  @Override
  public int appendQuotedUTF8(byte[] buffer, int offset) {
    return appendUnquotedUTF8(buffer, offset);
  }

  @Override
  public int appendQuoted(char[] buffer, int offset) {
    return appendUnquoted(buffer, offset);
  }

  @Override
  public int appendUnquotedUTF8(byte[] buffer, int offset) {
    int length = to - from;
    if (length > buffer.length - offset) {
      return -1;
    }
    System.arraycopy(bytes, from, buffer, offset, length);
    return length;
  }

  @Override
  public int appendUnquoted(char[] buffer, int offset) {
    String value = getValue();
    if (value.length() > buffer.length - offset) {
      return -1;
    }
    value.getChars(0, value.length(), buffer, offset);
    return value.length();
  }

  @Override
  public int writeQuotedUTF8(OutputStream out) throws IOException {
    return writeUnquotedUTF8(out);
  }

  @Override
  public int writeUnquotedUTF8(OutputStream out) throws IOException {
    out.write(bytes, from, to - from);
    return to - from;
  }

  @Override
  public int putQuotedUTF8(ByteBuffer buffer) {
    return putUnquotedUTF8(buffer);
  }

  @Override
  public int putUnquotedUTF8(ByteBuffer buffer) {
    if (to - from > buffer.remaining()) {
      return -1;
    }
    buffer.put(bytes, from, to - from);
    return to - from;
  }
}
