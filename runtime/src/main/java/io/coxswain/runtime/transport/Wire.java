package io.coxswain.runtime.transport;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 connection, used for one request at a time. Confined to one thread; only {@link
 * #close} and {@link #expireIfLate} may be called from others.
 *
 * <p>Reads have no timeouts of their own, since each would cost a timer: the user sets a deadline,
 * and the {@link Pool} periodically checks all connections.
 */
final class Wire {
  /** Maximum size of status line and headers. */
  static final int MAX_HEAD = 64 * 1024;

  /** The first byte of what a TLS server responds to plain text. */
  private static final byte TLS_ALERT = 0x15;

  private static final int MAX_INTERIM = 16;
  private static final long NEVER = Long.MAX_VALUE;

  private final SocketChannel channel;
  private final InputStream in;
  private final OutputStream out;
  private byte[] buffer = new byte[8 * 1024];
  private int start;
  private int end;

  private boolean used;
  private long idleSince;
  private volatile long deadline = NEVER;
  private volatile boolean timedOut;

  /**
   * @param socket the channel's own, or TLS on top of it
   */
  Wire(SocketChannel channel, Socket socket) throws IOException {
    this.channel = channel;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  // ---- deadlines ------------------------------------------------------------------------------

  /** Sets the deadline after which waiting fails. */
  void until(long nanos) {
    deadline = nanos;
  }

  void withoutEnd() {
    deadline = NEVER;
  }

  void expireIfLate(long now) {
    long limit = deadline;
    if (limit != NEVER && now - limit > 0) {
      timedOut = true;
      close();
    }
  }

  void idle(long now) {
    deadline = NEVER;
    idleSince = now;
    used = true;
  }

  boolean idleFor(long nanos, long now) {
    return now - idleSince > nanos;
  }

  /** Whether it has not been closed on this side. */
  boolean isOpen() {
    return channel.isOpen();
  }

  /**
   * Whether an idle connection is unusable. A server sends nothing on an idle connection except
   * before closing it.
   */
  boolean isStale() {
    if (start < end || !channel.isOpen()) {
      return true;
    }
    try {
      channel.configureBlocking(false);
      int read = channel.read(ByteBuffer.allocate(1));
      channel.configureBlocking(true);
      return read != 0;
    } catch (IOException e) {
      return true;
    }
  }

  // ---- one request ----------------------------------------------------------------------------

  /**
   * Sends a request and waits for the beginning of the response.
   *
   * @param again whether the request is idempotent
   * @throws NotSentException if it may be sent again over another connection
   */
  Head exchange(byte[] request, boolean again) throws IOException {
    boolean kept = used;
    used = true;
    try {
      out.write(request);
    } catch (IOException e) {
      // The server ignores an incomplete request; if the connection had been closed before, nothing
      // was sent at all.
      throw kept && !timedOut ? new NotSentException(e) : orLate(e);
    }
    try {
      if (!fill()) {
        throw new EOFException("the server closed the connection without a response");
      }
    } catch (IOException e) {
      throw kept && again && !timedOut ? new NotSentException(e) : orLate(e);
    }
    for (int interim = 0; interim < MAX_INTERIM; interim++) {
      Head head = head();
      if (!head.isInterim()) {
        return head;
      }
    }
    throw new IOException("too many interim responses");
  }

  private Head head() throws IOException {
    int searched = start;
    while (true) {
      for (; searched < end; searched++) {
        if (buffer[searched] == '\n') {
          int line = searched - start;
          if (line == 0 || (line == 1 && buffer[start] == '\r')) {
            start = ++searched; // a blank line before the status line
          } else if (endsHead(searched)) {
            Head head = Head.parse(buffer, start, searched + 1 - blank(searched));
            start = searched + 1;
            return head;
          }
        }
      }
      if (end - start >= MAX_HEAD) {
        throw new IOException("the headers of the response are longer than " + MAX_HEAD + " bytes");
      }
      int offset = searched - start;
      if (!fill()) {
        throw new EOFException(
            start < end && buffer[start] == TLS_ALERT
                ? "the server speaks TLS: use https:// instead of http://"
                : "the server closed the connection within the headers of the response");
      }
      searched = start + offset;
    }
  }

  /** Whether the line that ends here is empty. */
  private boolean endsHead(int newline) {
    return buffer[newline - 1] == '\n'
        || (buffer[newline - 1] == '\r' && buffer[newline - 2] == '\n');
  }

  private int blank(int newline) {
    return buffer[newline - 1] == '\r' ? 2 : 1;
  }

  // ---- bytes ----------------------------------------------------------------------------------

  /** Reads more into the buffer, after its current content; false at the end of the stream. */
  private boolean fill() throws IOException {
    if (start == end) {
      start = 0;
      end = 0;
    } else if (end == buffer.length) {
      byte[] to = end - start > buffer.length / 2 ? new byte[buffer.length * 2] : buffer;
      System.arraycopy(buffer, start, to, 0, end - start);
      buffer = to;
      end -= start;
      start = 0;
    }
    int count = readSocket(buffer, end, buffer.length - end);
    end += Math.max(count, 0);
    return count > 0;
  }

  private int readSocket(byte[] to, int offset, int length) throws IOException {
    try {
      return in.read(to, offset, length);
    } catch (IOException e) {
      throw orLate(e);
    }
  }

  private IOException orLate(IOException e) {
    return timedOut ? new IOException("the server did not respond in time", e) : e;
  }

  /** One byte; -1 at the end of the stream. */
  int read() throws IOException {
    return start < end || fill() ? buffer[start++] & 0xff : -1;
  }

  /** At least one byte; -1 at the end of the stream. */
  int read(byte[] to, int offset, int length) throws IOException {
    if (start == end) {
      if (length >= buffer.length) {
        return readSocket(to, offset, length);
      }
      if (!fill()) {
        return -1;
      }
    }
    int count = Math.min(length, end - start);
    System.arraycopy(buffer, start, to, offset, count);
    start += count;
    return count;
  }

  /** A line without its terminator; null if the connection ends before. */
  @Nullable String line(int maxLength) throws IOException {
    var line = new StringBuilder(16);
    for (int c = read(); c >= 0; c = read()) {
      if (c == '\n') {
        int length = line.length();
        return length > 0 && line.charAt(length - 1) == '\r'
            ? line.substring(0, length - 1)
            : line.toString();
      }
      if (line.length() == maxLength) {
        throw new IOException("the response has a line longer than " + maxLength + " bytes");
      }
      line.append((char) c);
    }
    return null;
  }

  void close() {
    try {
      channel.close(); // first: a thread that writes to a full socket holds the lock of TLS
    } catch (IOException e) {
      return; // closed in any case
    }
  }
}
