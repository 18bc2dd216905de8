package io.coxswain.env.server;

import io.coxswain.env.Env;
import io.coxswain.env.Task;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of one server.
 *
 * <p>A connection is first waited for (its handshake and the head of its first request), then works
 * on a request, then is idle until the first byte of the next one. Waiting has a deadline, which a
 * client that sends a byte now and then does not move; when it has passed, the connection is
 * closed. Working has none here: requests have their own.
 *
 * <p>When there are as many connections as there may be, a new one takes the place of the one that
 * has been waited for the longest, so slow clients cannot keep others out. When all of them work, a
 * few more are let in for health checks.
 *
 * <p>Thread-safe. A connection is removed when its channel has closed, at the latest a moment after
 * its {@link ConnectionLimits#closing} time.
 */
public final class Connections implements AutoCloseable {
  private static final Duration ROUND = Duration.ofMillis(250);

  private final Env env;
  private final ConnectionLimits limits;
  private final ReentrantLock lock = new ReentrantLock();

  /** In the order of arrival. */
  private final Map<SocketAddress, Connection> open = new LinkedHashMap<>();

  private final Map<InetAddress, Integer> byAddress = new HashMap<>();
  private int reserved;
  private final Task reaper;

  public Connections(Env env, ConnectionLimits limits) {
    this.env = env;
    this.limits = limits;
    this.reaper = env.tasks().spawn("connections", this::reap);
  }

  private enum Phase {
    WAITING,
    IDLE,
    WORKING,
    UPGRADED,
    CLOSING
  }

  /** One of them. Belongs to the thread that serves it, but for its end. */
  public final class Connection {
    private final SocketChannel channel;
    private final SocketAddress remote;
    private final boolean reserve;
    private volatile Phase phase = Phase.WAITING;
    private volatile long since = env.clock().nanos();
    private long left = limits.headBytes();

    private Connection(SocketChannel channel, SocketAddress remote, boolean reserve) {
      this.channel = channel;
      this.remote = remote;
      this.reserve = reserve;
    }

    /** Whether it was let in for a health check alone. */
    public boolean isReserve() {
      return reserve;
    }

    /** Bytes have been read; false when they are more than the request may have. */
    boolean received(int bytes) {
      if (phase == Phase.IDLE) {
        enter(Phase.WAITING);
        left = limits.headBytes();
      }
      left -= bytes;
      return left >= 0 || phase == Phase.UPGRADED;
    }

    boolean isWorking() {
      return phase == Phase.WORKING;
    }

    /** The head of a request has been read. */
    void headRead() {
      enter(Phase.WORKING);
      left = limits.bodyBytes();
    }

    /** The request has been served; what remains of its body counts as the next head. */
    public void served() {
      if (phase == Phase.WORKING) {
        enter(Phase.IDLE);
        left = limits.headBytes();
      }
    }

    /** From now on it speaks another protocol, for as long as that likes. */
    public void upgraded() {
      enter(Phase.UPGRADED);
    }

    void closing() {
      enter(Phase.CLOSING);
    }

    private void enter(Phase next) {
      since = env.clock().nanos();
      phase = next;
    }

    private boolean isOverdue(long now) {
      Duration limit =
          switch (phase) {
            case WAITING -> limits.head();
            case IDLE -> limits.idle();
            case CLOSING -> limits.closing();
            case WORKING, UPGRADED -> Duration.ZERO;
          };
      return !limit.isZero() && now - since > limit.toNanos();
    }

    private boolean isEvictable() {
      return !reserve && (phase == Phase.WAITING || phase == Phase.IDLE);
    }

    private void cut() {
      try {
        channel.close();
      } catch (IOException e) {
        return; // closed all the same
      }
    }
  }

  /**
   * Lets a connection in.
   *
   * @throws IOException when there is no room for it; it is to be closed then
   */
  void admit(SocketChannel channel) throws IOException {
    SocketAddress remote = channel.getRemoteAddress();
    if (remote == null) {
      throw new IOException("the client has left");
    }
    Connection evicted = null;
    lock.lock();
    try {
      InetAddress address = address(remote);
      if (address != null && byAddress.getOrDefault(address, 0) >= limits.perAddress()) {
        throw new IOException("too many connections from one address");
      }
      boolean reserve = false;
      if (open.size() - reserved >= limits.total()) {
        removeClosed();
      }
      if (open.size() - reserved >= limits.total()) {
        evicted = longestWaiting();
        reserve = evicted == null;
        if (evicted != null) {
          remove(evicted);
        } else if (reserved >= limits.reserve()) {
          throw new IOException("too many connections");
        }
      }
      reserved += reserve ? 1 : 0;
      open.put(remote, new Connection(channel, remote, reserve));
      if (address != null) {
        byAddress.merge(address, 1, Integer::sum);
      }
    } finally {
      lock.unlock();
    }
    if (evicted != null) {
      evicted.cut();
    }
  }

  private @Nullable Connection longestWaiting() {
    Connection longest = null;
    for (Connection each : open.values()) {
      if (each.isEvictable() && (longest == null || each.since - longest.since < 0)) {
        longest = each;
      }
    }
    return longest;
  }

  /** The address whose connections are counted; all programs of this machine share one. */
  private static @Nullable InetAddress address(SocketAddress remote) {
    return remote instanceof InetSocketAddress inet && !inet.getAddress().isLoopbackAddress()
        ? inet.getAddress()
        : null;
  }

  @Nullable Connection find(SocketAddress remote) {
    lock.lock();
    try {
      return open.get(remote);
    } finally {
      lock.unlock();
    }
  }

  /** How many there are. */
  public int count() {
    lock.lock();
    try {
      return open.size();
    } finally {
      lock.unlock();
    }
  }

  private void removeClosed() {
    List.copyOf(open.values()).stream()
        .filter(each -> !each.channel.isOpen())
        .forEach(this::remove);
  }

  private void remove(Connection connection) {
    if (open.remove(connection.remote, connection)) {
      reserved -= connection.reserve ? 1 : 0;
      InetAddress address = address(connection.remote);
      if (address != null) {
        byAddress.computeIfPresent(address, (_, count) -> count > 1 ? count - 1 : null);
      }
    }
  }

  private void reap() {
    while (true) {
      env.clock().sleep(ROUND);
      long now = env.clock().nanos();
      for (Connection connection : all()) {
        if (connection.channel.isOpen() && connection.isOverdue(now)) {
          connection.cut();
        }
        if (!connection.channel.isOpen()) {
          lock.lock();
          try {
            remove(connection);
          } finally {
            lock.unlock();
          }
        }
      }
    }
  }

  private List<Connection> all() {
    lock.lock();
    try {
      return List.copyOf(open.values());
    } finally {
      lock.unlock();
    }
  }

  /** No longer looks after them; their server closes them. */
  @Override
  public void close() {
    reaper.cancel();
  }
}
