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
 * <p>A connection is first waiting (for its handshake and the head of its first request), then
 * working on a request, then idle until the first byte of the next one. Waiting has a deadline,
 * which a client cannot extend by sending single bytes; when it expires, the connection is closed.
 * Working has no deadline here, because requests have their own.
 *
 * <p>When the maximum number of connections is reached, a new connection evicts the one that has
 * been waiting longest, so slow clients cannot lock out others. When all connections are working, a
 * few more are admitted for health checks.
 *
 * <p>Thread-safe. A connection is removed when its channel has closed, at the latest shortly after
 * its {@link ConnectionLimits#closing} time.
 */
public final class Connections implements AutoCloseable {
  private static final Duration ROUND = Duration.ofMillis(250);

  private final Env env;
  private final ConnectionLimits limits;
  private final ReentrantLock lock = new ReentrantLock();

  /** In order of arrival. */
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

  /** One connection. Confined to the thread that serves it, except for closing. */
  public final class Connection {
    private final SocketChannel channel;
    private final SocketAddress remote;
    private final boolean reserve;
    private volatile Phase phase = Phase.WAITING;
    private volatile long since = env.clock().nanos();
    private long remaining = limits.headBytes();

    private Connection(SocketChannel channel, SocketAddress remote, boolean reserve) {
      this.channel = channel;
      this.remote = remote;
      this.reserve = reserve;
    }

    /** Whether it was admitted for a health check only. */
    public boolean isReserve() {
      return reserve;
    }

    /** Counts received bytes; false if the request exceeds its limit. */
    boolean received(int bytes) {
      if (phase == Phase.IDLE) {
        enter(Phase.WAITING);
        remaining = limits.headBytes();
      }
      remaining -= bytes;
      return remaining >= 0 || phase == Phase.UPGRADED;
    }

    boolean isWorking() {
      return phase == Phase.WORKING;
    }

    /** Called when the head of a request has been read. */
    void headRead() {
      enter(Phase.WORKING);
      remaining = limits.bodyBytes();
    }

    /** Called when the body read so far has been passed on, so as much may be read again. */
    public void passedOn() {
      if (phase == Phase.WORKING) {
        remaining = limits.bodyBytes();
      }
    }

    /**
     * Called when the request has been served; the unread rest of its body counts towards the next
     * head.
     */
    public void served() {
      if (phase == Phase.WORKING) {
        enter(Phase.IDLE);
        remaining = limits.headBytes();
      }
    }

    /** Called when the connection switches to another protocol, which has no time limit. */
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
        return; // closed in any case
      }
    }
  }

  /**
   * Admits a connection.
   *
   * @throws IOException if there is no capacity; the caller closes the connection then
   */
  void admit(SocketChannel channel) throws IOException {
    SocketAddress remote = channel.getRemoteAddress();
    if (remote == null) {
      throw new IOException("the client has disconnected");
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

  /** The address by which connections are counted; all loopback addresses count as one. */
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

  /** The number of open connections. */
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

  /** Stops supervising the connections; the server closes them. */
  @Override
  public void close() {
    reaper.cancel();
  }
}
