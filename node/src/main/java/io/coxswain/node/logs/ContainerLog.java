package io.coxswain.node.logs;

import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The output of a running container. Never fails: if a file cannot be written, the program
 * continues, its output is lost, and one warning is logged.
 */
public final class ContainerLog implements Exec.Output, AutoCloseable {
  private static final Logger logger = LoggerFactory.getLogger(ContainerLog.class);

  /** Longer lines are stored in parts, as container runtimes do. */
  private static final int MAX_PART_LENGTH = 16 << 10;

  private final Env env;
  private final LogFiles files;
  private final int run;
  private final Bell bell;
  private final ReentrantLock lock = new ReentrantLock();
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
  private @Nullable OutputStream out;
  private int segment;
  private long written;
  private boolean lost;
  private boolean closed;

  ContainerLog(Env env, LogFiles files, int run) {
    this.env = env;
    this.files = files;
    this.run = run;
    this.bell = env.tasks().newBell();
  }

  void open() throws IOException {
    files.begin(run);
    out = env.files().append(files.path(run, segment));
  }

  @Override
  public void accept(byte[] buffer, int length) {
    lock.lock();
    try {
      var lines = new ByteArrayOutputStream();
      for (int i = 0; i < length; i++) {
        if (buffer[i] == '\n') {
          lines.writeBytes(takePending(true));
        } else {
          pending.write(buffer[i]);
          if (pending.size() >= MAX_PART_LENGTH) {
            lines.writeBytes(takePending(false));
          }
        }
      }
      write(lines.toByteArray());
    } finally {
      lock.unlock();
    }
    bell.ring();
  }

  private byte[] takePending(boolean full) {
    byte[] line = LogLine.of(env.clock().now(), full, pending.toByteArray()).stored();
    pending.reset();
    return line;
  }

  private void write(byte[] lines) {
    if (lines.length == 0 || lost || out == null) {
      return;
    }
    try {
      if (written >= LogFiles.SEGMENT_BYTES) {
        nextSegment();
      }
      out.write(lines);
      out.flush();
      written += lines.length;
    } catch (IOException e) {
      lost = true;
      logger.warn(
          "failed to write container log, discarding the rest: file={} err={}",
          files.path(run, segment),
          e.getMessage());
    }
  }

  private void nextSegment() throws IOException {
    closeFile();
    segment++;
    written = 0;
    out = env.files().append(files.path(run, segment));
    if (segment >= LogFiles.SEGMENTS) {
      files.deleteSegment(run, segment - LogFiles.SEGMENTS);
    }
  }

  /** The container has ended; so do those who follow. */
  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed && pending.size() > 0) {
        write(takePending(true));
      }
      closed = true;
      closeFile();
    } catch (IOException e) {
      logger.warn(
          "failed to close container log: file={} err={}",
          files.path(run, segment),
          e.getMessage());
    } finally {
      lock.unlock();
    }
    bell.ring();
  }

  private void closeFile() throws IOException {
    if (out != null) {
      out.close();
      out = null;
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  int run() {
    return run;
  }

  Bell bell() {
    return bell;
  }
}
