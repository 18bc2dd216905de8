package io.coxswain.apiserver.store;

import io.coxswain.env.Files;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of a file in order. Holds one frame in memory, so files may be larger than an
 * array. Not thread-safe.
 */
final class FrameReader implements Closeable {
  private static final int BUFFER = 1 << 16;

  private final Files files;
  private final Path file;
  private final long size;
  private InputStream in;
  private long offset;

  FrameReader(Files files, Path file) throws IOException {
    this(files, file, files.size(file));
  }

  /**
   * @param size where to end, even if the file continues
   */
  FrameReader(Files files, Path file, long size) throws IOException {
    this.files = files;
    this.file = file;
    this.size = size;
    this.in = new BufferedInputStream(files.open(file), BUFFER);
  }

  /** The start of the next frame; after a null from {@link #next}, the start of the invalid one. */
  long offset() {
    return offset;
  }

  boolean atEnd() {
    return offset == size;
  }

  /** The payload of the next frame; null at the end and where no complete, valid frame begins. */
  @Nullable ByteBuffer next() throws IOException {
    byte[] payload = read(in, size - offset);
    if (payload == null) {
      return null;
    }
    offset += Frames.HEAD + payload.length;
    return ByteBuffer.wrap(payload);
  }

  private static byte @Nullable [] read(InputStream from, long remaining) throws IOException {
    if (remaining < Frames.HEAD) {
      return null;
    }
    byte[] head = from.readNBytes(Frames.HEAD);
    if (head.length < Frames.HEAD) {
      return null;
    }
    var fields = ByteBuffer.wrap(head);
    int mark = fields.getInt();
    int length = fields.getInt();
    int checksum = fields.getInt();
    if (mark != Frames.MARK
        || length < 0
        || length > Frames.MAX_PAYLOAD
        || length > remaining - Frames.HEAD) {
      return null;
    }
    byte[] payload = from.readNBytes(length);
    return payload.length == length && Frames.checksum(payload) == checksum ? payload : null;
  }

  /** Whether a valid frame begins anywhere after the current offset. Ends the reading. */
  boolean anyAfter() throws IOException {
    in.close();
    in = openAt(offset + 1);
    int window = 0;
    for (long at = offset + 1; at < size; at++) {
      int next = in.read();
      if (next < 0) {
        return false;
      }
      window = window << 8 | next;
      if (window == Frames.MARK && at - 3 > offset && isSoundAt(at - 3)) {
        return true;
      }
    }
    return false;
  }

  private boolean isSoundAt(long position) throws IOException {
    try (InputStream from = openAt(position)) {
      return read(from, size - position) != null;
    }
  }

  private InputStream openAt(long position) throws IOException {
    InputStream opened = files.open(file);
    try {
      opened.skipNBytes(Math.min(position, size));
      return new BufferedInputStream(opened, BUFFER);
    } catch (IOException e) {
      opened.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
