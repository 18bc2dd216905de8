package io.coxswain.console;

import io.coxswain.console.http.AllowedOrigins;
import io.coxswain.env.Env;
import io.coxswain.runtime.http.HttpServer;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The server of the console. */
public final class ConsoleServer implements AutoCloseable {
  /** Actions and tokens are short. */
  private static final int MAX_BODY = 64 * 1024;

  private final Logins logins;
  private final AtomicBoolean stopped;
  private final HttpServer server;
  private final ConsoleOptions options;

  private ConsoleServer(
      ConsoleOptions options, Logins logins, AtomicBoolean stopped, HttpServer server) {
    this.options = options;
    this.logins = logins;
    this.stopped = stopped;
    this.server = server;
  }

  /**
   * Starts the server.
   *
   * @param newLink is given the next login link whenever one has been used
   * @throws IOException if the address is in use
   */
  public static ConsoleServer start(Env env, ConsoleOptions options, Consumer<String> newLink)
      throws IOException {
    var origins = new AllowedOrigins(options.external());
    var stopped = new AtomicBoolean();
    var self = new ConsoleServer[1];
    var logins = new Logins(env, options, origins, () -> newLink.accept(self[0].loginUrl()));
    var routes = new Routes(env, options, origins, logins, stopped::get);
    HttpServer server;
    try {
      server = HttpServer.start(options.address(), routes, null, MAX_BODY);
    } catch (IOException | RuntimeException e) {
      logins.close();
      throw e;
    }
    logins.listensOn(server.port());
    var console = new ConsoleServer(options, logins, stopped, server);
    self[0] = console;
    return console;
  }

  public int port() {
    return server.port();
  }

  /** The address of the console without credentials. */
  public String url() {
    return options.external().isEmpty()
        ? "http://127.0.0.1:" + server.port()
        : options.external().replaceFirst("/+$", "");
  }

  /** The link that opens the console once. */
  public String loginUrl() {
    return logins.mode().equals("token")
        ? url() + "/"
        : url() + "/login?token=" + logins.currentToken();
  }

  @Override
  public void close() {
    stopped.set(true);
    logins.close();
    server.close();
  }
}
