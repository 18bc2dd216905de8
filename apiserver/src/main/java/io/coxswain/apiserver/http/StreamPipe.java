package io.coxswain.apiserver.http;

import io.coxswain.env.Mailbox;
import io.coxswain.env.Tasks;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one stream of a multiplexed connection, as an input. The task that reads the
 * connection waits while {@link #CAPACITY} frames are unread, so a slow reader slows the sender
 * down.
 */
final class StreamPipe extends InputStream {
  private static final int CAPACITY = 16;

  private final Mailbox<byte[]> frames;
  private byte[] frame = {};
  private int at;
  private volatile @Nullable String problem;

  StreamPipe(Tasks tasks) {
    this.frames = new Mailbox<>(tasks, CAPACITY);
  }

  /** Adds bytes; they are dropped after the end. */
  void add(byte[] bytes) {
    var _ = frames.put(bytes);
  }

  /** No more bytes will follow. */
  void end() {
    frames.close();
  }

  /** Ends the stream; the reader fails with the message after it has read what came before. */
  void fail(String message) {
    problem = message;
    frames.close();
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int from, int most) throws IOException {
    if (most == 0) {
      return 0;
    }
    while (at == frame.length) {
      byte[] next = frames.take();
      if (next == null) {
        if (problem != null) {
          throw new IOException(problem);
        }
        return -1;
      }
      frame = next;
      at = 0;
    }
    int some = Math.min(most, frame.length - at);
    System.arraycopy(frame, at, buffer, from, some);
    at += some;
    return some;
  }

  @Override
  public void close() {
    frames.close();
  }
}
