package io.coxswain.env.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Limits for the connections of a server.
 *
 * @param total maximum number of connections
 * @param reserve additional connections, for health checks only
 * @param perAddress maximum number of connections from one remote address
 * @param head maximum time from the first byte of a request, or for the first request from the
 *     start of the connection, to the end of its head; includes the TLS handshake
 * @param idle maximum time between two requests
 * @param closing maximum time for closing a connection
 * @param headBytes maximum number of bytes of the head of a request
 * @param bodyBytes maximum number of bytes of the body of a request, including its framing
 */
public record ConnectionLimits(
    int total,
    int reserve,
    int perAddress,
    Duration head,
    Duration idle,
    Duration closing,
    int headBytes,
    int bodyBytes) {
  private static final int MAX_COUNT = 10_000;
  private static final int MIN_COUNT = 200;
  private static final int RESERVE = 16;

  /** About four times the buffer memory of a TLS connection. */
  private static final long HEAP_PER_CONNECTION = 256L << 10;

  /** The timeouts of kube-apiserver, where it has them. */
  private static final Duration HEAD = Duration.ofSeconds(32);

  private static final Duration IDLE = Duration.ofSeconds(90);
  private static final Duration CLOSING = Duration.ofSeconds(5);

  /** The limits that fit the heap and the file descriptors of this process. */
  public static ConnectionLimits ofProcess(int headBytes, int largestBody) {
    long byHeap = Runtime.getRuntime().maxMemory() / HEAP_PER_CONNECTION;
    long byFiles =
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount() / 2
            : MAX_COUNT;
    int total = (int) Math.min(Math.clamp(byHeap, MIN_COUNT, MAX_COUNT), Math.max(1, byFiles));
    // Twice the body size leaves room for the framing of small chunks.
    return new ConnectionLimits(
        total, RESERVE, total / 2, HEAD, IDLE, CLOSING, headBytes, 2 * largestBody + headBytes);
  }

  /** The same limits with other numbers of connections. */
  public ConnectionLimits withConnections(int newTotal, int newReserve, int newPerAddress) {
    return new ConnectionLimits(
        newTotal, newReserve, newPerAddress, head, idle, closing, headBytes, bodyBytes);
  }

  /** The same limits with other times. */
  public ConnectionLimits withTimes(Duration newHead, Duration newIdle, Duration newClosing) {
    return new ConnectionLimits(
        total, reserve, perAddress, newHead, newIdle, newClosing, headBytes, bodyBytes);
  }
}
