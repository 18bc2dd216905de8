package io.coxswain.env.server;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Helidon server that listens again after its listener has ended by itself.
 *
 * <p>Helidon ends a listener for good when a connection cannot be accepted, for example because the
 * process has no file descriptor left, and then waits for itself. It reports this in its log alone,
 * on the thread of the listener, so this class reads that log. The connections of the old listener
 * are closed by Helidon; the new one is opened on the same port, as soon as that is possible.
 *
 * <p>Thread-safe.
 */
public final class RestartingServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RestartingServer.class);
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** The server to which a listener thread belongs. Such threads inherit it when they are made. */
  private static final InheritableThreadLocal<@Nullable RestartingServer> OWNER =
      new InheritableThreadLocal<>();

  /** Kept here because the JDK forgets loggers that are not referenced. */
  private static final java.util.logging.Logger HELIDON_LISTENER =
      java.util.logging.Logger.getLogger("io.helidon.webserver.ServerListener");

  static {
    HELIDON_LISTENER.setFilter(RestartingServer::isOfInterest);
  }

  private final Env env;
  private final ReentrantLock lock = new ReentrantLock();
  private WebServer web;
  private @Nullable Task restarting;
  private boolean closed;

  public RestartingServer(Env env, WebServerConfig.Builder builder) {
    this.env = env;
    this.web = build(builder);
  }

  private WebServer build(WebServerConfig.Builder builder) {
    OWNER.set(this);
    try {
      return builder.build();
    } finally {
      OWNER.remove();
    }
  }

  private static boolean isOfInterest(LogRecord entry) {
    RestartingServer owner = OWNER.get();
    if (owner == null || !String.valueOf(entry.getMessage()).contains("terminating")) {
      return true;
    }
    owner.listenerEnded(entry.getThrown());
    return false;
  }

  /** Begins to listen; fails as {@link WebServer#start} does. */
  public void start() {
    WebServer first = current();
    // Loads the classes that a restart needs: without file descriptors none can be loaded.
    var _ = canListen(first.prototype().port());
    first.start();
  }

  public boolean isRunning() {
    return current().isRunning();
  }

  public int port() {
    return current().port();
  }

  private WebServer current() {
    lock.lock();
    try {
      return web;
    } finally {
      lock.unlock();
    }
  }

  private void listenerEnded(@Nullable Throwable why) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      int port = web.port();
      log.atError()
          .addKeyValue("port", port)
          .setCause(why)
          .log("Failed to accept connections, will listen again");
      restarting = env.tasks().spawn("listener of port " + port, () -> restart(port));
    } finally {
      lock.unlock();
    }
  }

  private void restart(int port) throws CancelledException {
    do {
      env.clock().sleep(RETRY);
    } while (!isRestarted(port));
    log.atInfo().addKeyValue("port", port).log("Listening again");
  }

  private boolean isRestarted(int port) {
    lock.lock();
    try {
      if (closed) {
        return true;
      }
      if (!canListen(port)) {
        return false;
      }
      WebServer next = build(WebServerConfig.builder(web.prototype()).port(port));
      try {
        next.start();
      } catch (RuntimeException e) {
        log.atDebug().addKeyValue("port", port).setCause(e).log("Failed to listen, will retry");
      }
      if (next.isRunning()) {
        web = next;
        return true;
      }
      next.stop();
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Checked before a server is built, because Helidon keeps a thread for each one indefinitely. */
  private boolean canListen(int port) {
    try {
      env.sockets().listen(web.prototype().address().getHostAddress(), port).close();
      return true;
    } catch (IOException e) {
      log.atDebug().addKeyValue("port", port).setCause(e).log("Failed to listen, will retry");
      return false;
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (restarting != null) {
        restarting.cancel();
      }
    } finally {
      lock.unlock();
    }
    current().stop();
  }
}
