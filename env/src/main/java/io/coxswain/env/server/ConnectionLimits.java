package io.coxswain.env.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * How many connections a server keeps, and how long and how much it reads from each.
 *
 * @param total connections at once
 * @param reserve connections beyond these, for health checks alone
 * @param perAddress connections at once from one address that is not this machine's own
 * @param head the longest time from the first byte of a request, or for the first request from the
 *     start of the connection, to the end of its head; a TLS handshake is part of it
 * @param idle the longest time between two requests
 * @param closing the longest time that a connection takes to close
 * @param headBytes the most bytes read before the head of a request has ended
 * @param bodyBytes the most bytes read for the body of a request, its framing included
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

  /** About four times what a TLS connection keeps in buffers. */
  private static final long HEAP_PER_CONNECTION = 256L << 10;

  /** Those of kube-apiserver, as far as it has them. */
  private static final Duration HEAD = Duration.ofSeconds(32);

  private static final Duration IDLE = Duration.ofSeconds(90);
  private static final Duration CLOSING = Duration.ofSeconds(5);

  /** What this process has room for, given its heap and its file descriptors. */
  public static ConnectionLimits ofProcess(int headBytes, int largestBody) {
    long byHeap = Runtime.getRuntime().maxMemory() / HEAP_PER_CONNECTION;
    long byFiles =
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount() / 2
            : MAX_COUNT;
    int total = Math.clamp(Math.min(byHeap, byFiles), MIN_COUNT, MAX_COUNT);
    // Twice the body leaves room for the framing of small chunks.
    return new ConnectionLimits(
        total, RESERVE, total / 2, HEAD, IDLE, CLOSING, headBytes, 2 * largestBody + headBytes);
  }

  /** The same with other numbers of connections. */
  public ConnectionLimits withConnections(int newTotal, int newReserve, int newPerAddress) {
    return new ConnectionLimits(
        newTotal, newReserve, newPerAddress, head, idle, closing, headBytes, bodyBytes);
  }

  /** The same with other times. */
  public ConnectionLimits withTimes(Duration newHead, Duration newIdle, Duration newClosing) {
    return new ConnectionLimits(
        total, reserve, perAddress, newHead, newIdle, newClosing, headBytes, bodyBytes);
  }
}
