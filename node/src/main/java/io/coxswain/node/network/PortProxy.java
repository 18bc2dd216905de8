package io.coxswain.node.network;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Sockets;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections on one local port and forwards them to the endpoints of a service,
 * round-robin. Connections outlive the listener that accepted them. If a connection cannot be
 * accepted, for example because the process has no file descriptor left, it tries again.
 */
final class PortProxy implements Closeable {
  private static final Logger log = LoggerFactory.getLogger(PortProxy.class);
  private static final int BUFFER_BYTES = 16 << 10;
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Env env;
  private final PodNetwork network;
  private final ConnectionLimit connections;
  private final Supplier<List<Endpoint>> endpoints;
  private final Sockets.Listener listener;
  private final AtomicInteger next = new AtomicInteger();
  private volatile boolean closed;

  /** Where a pod, or something else, serves; the address is that of the API. */
  record Endpoint(String address, int port) {}

  private PortProxy(
      Env env,
      PodNetwork network,
      ConnectionLimit connections,
      Supplier<List<Endpoint>> endpoints,
      Sockets.Listener listener) {
    this.env = env;
    this.network = network;
    this.connections = connections;
    this.endpoints = endpoints;
    this.listener = listener;
  }

  /**
   * @param connections a permit for each that may be open at a time
   * @param endpoints those that are ready now
   */
  static PortProxy open(
      Env env,
      PodNetwork network,
      ConnectionLimit connections,
      Supplier<List<Endpoint>> endpoints,
      String address,
      int port)
      throws IOException {
    var proxy =
        new PortProxy(env, network, connections, endpoints, env.sockets().listen(address, port));
    env.tasks().spawn("proxy " + address + ":" + port, proxy::accept);
    return proxy;
  }

  int port() {
    return listener.port();
  }

  private void accept() throws CancelledException {
    boolean failing = false;
    while (true) {
      Sockets.Connection client;
      try {
        client = listener.accept();
        failing = false;
      } catch (IOException e) {
        if (closed) {
          return;
        }
        if (!failing) {
          log.atWarn()
              .addKeyValue("port", listener.port())
              .setCause(e)
              .log("Failed to accept connection, will retry");
        }
        failing = true;
        env.clock().sleep(RETRY);
        continue;
      }
      if (!connections.tryAcquire()) {
        close(client);
        continue;
      }
      env.tasks()
          .spawn(
              "proxied connection",
              () -> {
                try {
                  serve(client);
                } finally {
                  connections.release();
                  close(client);
                }
              });
    }
  }

  private void serve(Sockets.Connection client) {
    List<Endpoint> ready = endpoints.get();
    int first = Math.floorMod(next.getAndIncrement(), Math.max(1, ready.size()));
    for (int i = 0; i < ready.size(); i++) {
      Endpoint endpoint = ready.get((first + i) % ready.size());
      Sockets.Connection server;
      try {
        server = network.connect(env.sockets(), endpoint.address, endpoint.port);
      } catch (IOException e) {
        continue; // it may have ended just now
      }
      try {
        var request = env.tasks().spawn("proxied request", () -> pump(client, server));
        pump(server, client);
        request.join();
      } finally {
        close(server);
      }
      return;
    }
  }

  private static void pump(Sockets.Connection from, Sockets.Connection to) {
    var buffer = new byte[BUFFER_BYTES];
    try {
      InputStream in = from.input();
      OutputStream out = to.output();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
        out.flush();
      }
      to.endOutput();
    } catch (IOException e) {
      close(from);
      close(to);
    }
  }

  @Override
  public void close() {
    closed = true;
    close(listener);
  }

  private static void close(Closeable open) {
    try {
      open.close();
    } catch (IOException e) {
      return; // it is of no use any more
    }
  }
}
