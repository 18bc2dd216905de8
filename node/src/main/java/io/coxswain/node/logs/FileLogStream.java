package io.coxswain.node.logs;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Files;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads the segments of one run in order and, when following, waits at the end for more. */
final class FileLogStream implements LogStream {
  private static final int CHUNK = 32 << 10;

  private final Files files;
  private final LogFiles segments;
  private final int run;
  private final LogRequest request;

  /** The writer of the log; null if there is none or the caller does not follow. */
  private final @Nullable ContainerLog writer;

  private final Cursor cursor;
  private long linesToSkip;
  private long bytesLeft;
  private boolean atLineStart = true;

  FileLogStream(
      Files files, LogFiles segments, int run, @Nullable ContainerLog writer, LogRequest request)
      throws IOException {
    this.files = files;
    this.segments = segments;
    this.run = run;
    this.writer = writer;
    this.request = request;
    this.bytesLeft = request.limitBytes().orElse(Long.MAX_VALUE);
    this.cursor = new Cursor();
    if (request.tailLines().isPresent()) {
      this.linesToSkip = Math.max(0, countLines() - request.tailLines().getAsLong());
    }
  }

  private long countLines() throws IOException {
    long lines = 0;
    var counting = new Cursor();
    try {
      for (byte[] line = counting.nextLine(); line != null; line = counting.nextLine()) {
        if (LogLine.parse(line).full()) {
          lines++;
        }
      }
    } finally {
      counting.close();
    }
    return lines;
  }

  @Override
  public byte @Nullable [] next() throws IOException, CancelledException {
    while (bytesLeft > 0) {
      long rings = writer == null ? 0 : writer.bell().rings();
      // Asked before reading: what was written before the close is then read for sure.
      boolean ended = writer == null || writer.isClosed();
      byte[] chunk = readChunk();
      if (chunk.length > 0) {
        return limited(chunk);
      }
      if (ended || writer == null) {
        return null;
      }
      writer.bell().await(rings);
    }
    return null;
  }

  private byte[] limited(byte[] chunk) {
    int length = (int) Math.min(chunk.length, bytesLeft);
    bytesLeft -= length;
    return length == chunk.length ? chunk : Arrays.copyOf(chunk, length);
  }

  private byte[] readChunk() throws IOException {
    var chunk = new ByteArrayOutputStream();
    while (chunk.size() < CHUNK) {
      byte[] stored = cursor.nextLine();
      if (stored == null) {
        break;
      }
      show(LogLine.parse(stored), chunk);
    }
    return chunk.toByteArray();
  }

  private void show(LogLine line, ByteArrayOutputStream to) {
    boolean wanted =
        linesToSkip == 0 && (request.since().isEmpty() || !line.isBefore(request.since().get()));
    if (wanted) {
      to.writeBytes(line.shown(request.timestamps(), atLineStart));
    }
    if (linesToSkip > 0 && line.full()) {
      linesToSkip--;
    }
    atLineStart = line.full();
  }

  @Override
  public void close() {
    cursor.close();
  }

  /** A place in the row of segments. */
  private final class Cursor {
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private final byte[] buffer = new byte[8192];
    private int position;
    private int filled;
    private int segment;
    private @Nullable InputStream in;

    /** The next whole stored line; null when there is none yet. */
    byte @Nullable [] nextLine() throws IOException {
      while (true) {
        while (position < filled) {
          byte next = buffer[position++];
          if (next == '\n') {
            byte[] line = begun.toByteArray();
            begun.reset();
            return line;
          }
          begun.write(next);
        }
        if (!fill()) {
          return null;
        }
      }
    }

    private boolean fill() throws IOException {
      while (true) {
        if (in == null) {
          OptionalInt first = segments.segmentFrom(run, segment);
          if (first.isEmpty()) {
            return false;
          }
          segment = first.getAsInt();
          in = files.open(segments.path(run, segment));
        }
        // Looked up before reading: a segment that has a successor gets no more lines.
        OptionalInt successor = segments.segmentFrom(run, segment + 1);
        int read = in.read(buffer);
        if (read > 0) {
          position = 0;
          filled = read;
          return true;
        }
        if (successor.isEmpty()) {
          return false;
        }
        close();
        segment = successor.getAsInt();
      }
    }

    void close() {
      try {
        if (in != null) {
          in.close();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        in = null;
      }
    }
  }
}
