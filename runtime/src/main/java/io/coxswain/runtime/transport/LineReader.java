package io.coxswain.runtime.transport;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Splits a stream into lines of bytes, so that no multi-byte character is torn. */
final class LineReader {
  private final InputStream in;
  private byte[] buffer = new byte[16 * 1024];
  private int start;
  private int end;
  private int searched;

  LineReader(InputStream in) {
    this.in = in;
  }

  /**
   * The next line without its terminator; null at the end of the stream.
   *
   * @throws IOException also if the stream ends within a line that is not blank
   */
  byte @Nullable [] next() throws IOException {
    while (true) {
      for (; searched < end; searched++) {
        if (buffer[searched] == '\n') {
          byte[] line = Arrays.copyOfRange(buffer, start, searched);
          searched++;
          start = searched;
          return line;
        }
      }
      makeRoom();
      int count = in.read(buffer, end, buffer.length - end);
      if (count < 0) {
        if (!isBlank()) {
          throw new IOException("the stream ended in the middle of a line");
        }
        return null;
      }
      end += count;
    }
  }

  /** Servers send spaces to clients of an idle watch, which may then end. */
  private boolean isBlank() {
    for (int i = start; i < end; i++) {
      if (buffer[i] != ' ') {
        return false;
      }
    }
    return true;
  }

  private void makeRoom() {
    if (end < buffer.length) {
      return;
    }
    int length = end - start;
    byte[] to = length > buffer.length / 2 ? new byte[buffer.length * 2] : buffer;
    System.arraycopy(buffer, start, to, 0, length);
    buffer = to;
    start = 0;
    end = length;
    searched = length;
  }
}
