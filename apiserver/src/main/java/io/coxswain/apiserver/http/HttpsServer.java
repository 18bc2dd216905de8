package io.coxswain.apiserver.http;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.Secrets;
import io.coxswain.env.Env;
import io.coxswain.env.server.ConnectionLimits;
import io.coxswain.env.server.Connections;
import io.coxswain.env.server.GuardedListener;
import io.coxswain.env.server.RestartingServer;
import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The HTTPS server of the API server, by default on a port of the loopback address. */
public final class HttpsServer implements AutoCloseable {
  private static final int MAX_LINE_LENGTH = 64 * 1024;
  private static final int MAX_HEADERS = 128 * 1024;
  private static final int MAX_REQUESTS_IN_FLIGHT = 400;
  private static final int MAX_MUTATING_REQUESTS_IN_FLIGHT = 200;

  private static final Duration PULSE = Duration.ofSeconds(10);

  /**
   * Helidon logs a stack trace if it cannot listen; the caller reports that in one line. Kept here
   * because the JDK discards unreferenced loggers.
   */
  private static final Logger HELIDON_START = Logger.getLogger("io.helidon.webserver.LoomServer");

  static {
    HELIDON_START.setLevel(Level.OFF);
  }

  private final Env env;
  private final ListenOptions listen;
  private final CredentialIssuer credentials;
  private final Watchdog watchdog;
  private final Streams streams;
  private final BackendProxy proxy;
  private final RequestServer requests;
  private final Connections connections;
  private final RestartingServer web;

  private HttpsServer(
      Env env,
      Groundwork groundwork,
      ApiServer server,
      ListenOptions listen,
      InFlight inFlight,
      ConnectionLimits limits) {
    this.env = env;
    this.listen = listen;
    this.credentials = new CredentialIssuer(env, groundwork.certificates, server);
    this.watchdog = new Watchdog(env);
    this.streams = new Streams(env, watchdog, PULSE);
    server.webhooks().callOthersBy(new HttpsWebhooks(watchdog, server.network()));
    this.proxy = new BackendProxy(env.tasks(), watchdog, groundwork.front);
    server.aggregation().callBy(new AggregatedCalls(env.sockets(), groundwork.front, watchdog));
    this.requests = new RequestServer(env, server, watchdog, streams, proxy, inFlight);
    this.connections = new Connections(env, limits);
    var builder =
        WebServer.builder()
            .host(listen.bindAddress())
            .port(listen.port())
            .shutdownHook(false)
            .tls(groundwork.tls)
            .contentEncoding(new RawBodies())
            .routing(routing -> routing.any(requests::answer));
    GuardedListener.install(
        builder,
        connections,
        // Upstream drops a bad query parameter and serves the rest.
        http1 ->
            http1
                .maxPrologueLength(MAX_LINE_LENGTH)
                .maxHeadersSize(MAX_HEADERS)
                .validatePrologue(false),
        selector ->
            selector
                .addUpgrader(
                    new Upgrade("websocket", requests::handle, inFlight, env.tasks(), proxy))
                .addUpgrader(
                    new Upgrade("SPDY/3.1", requests::handle, inFlight, env.tasks(), proxy)));
    this.web = new RestartingServer(env, builder);
  }

  /**
   * What an HTTPS server needs before the API server exists. Creating it takes as long as creating
   * an API server, so a program that must start quickly does both concurrently.
   */
  public static final class Groundwork {
    private final Certificates certificates;
    private final FrontProxy front;
    private final Tls tls;

    private Groundwork(Certificates certificates, FrontProxy front, Tls tls) {
      this.certificates = certificates;
      this.front = front;
      this.tls = tls;
    }
  }

  /**
   * @param secrets those of the API server that will be served
   */
  public static Groundwork prepare(Env env, Secrets secrets) throws IOException {
    return prepare(env, secrets, ListenOptions.loopback(0));
  }

  /** Like {@link #prepare(Env, Secrets)}, for a server that listens elsewhere. */
  public static Groundwork prepare(Env env, Secrets secrets, ListenOptions listen)
      throws IOException {
    try {
      var certificates = new Certificates(env, secrets);
      var _ = HttpRouting.builder(); // loads all service providers once
      return new Groundwork(
          certificates,
          new FrontProxy(Certificates.ofFrontProxy(env, secrets)),
          ServerTls.of(certificates.server(listen), certificates.authority()));
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot make certificates: " + e.getMessage(), e);
    }
  }

  /**
   * Starts listening.
   *
   * @param port 0 for any free one
   * @throws IOException if the port is in use
   */
  public static HttpsServer start(Env env, ApiServer server, int port) throws IOException {
    return start(env, server, ListenOptions.loopback(port));
  }

  /** Like {@link #start(Env, ApiServer, int)}, at the given address. */
  public static HttpsServer start(Env env, ApiServer server, ListenOptions listen)
      throws IOException {
    return start(env, prepare(env, server.secrets(), listen), server, listen);
  }

  /** Like {@link #start(Env, ApiServer, int)}, with what was prepared for the server's secrets. */
  public static HttpsServer start(Env env, Groundwork groundwork, ApiServer server, int port)
      throws IOException {
    return start(env, groundwork, server, ListenOptions.loopback(port));
  }

  /** Like {@link #start(Env, ApiServer, ListenOptions)}, with what was prepared for both. */
  public static HttpsServer start(
      Env env, Groundwork groundwork, ApiServer server, ListenOptions listen) throws IOException {
    var limits = ConnectionLimits.ofProcess(2 * (MAX_LINE_LENGTH + MAX_HEADERS), Requests.LIMIT);
    // Some connections are reserved for requests that are not long-running.
    int lasting = limits.total() * 3 / 4;
    var inFlight =
        server.isFair()
            ? InFlight.ofLongRunning(lasting)
            : new InFlight(MAX_REQUESTS_IN_FLIGHT, MAX_MUTATING_REQUESTS_IN_FLIGHT, lasting);
    return start(env, groundwork, server, listen, inFlight, limits);
  }

  static HttpsServer start(
      Env env,
      Groundwork groundwork,
      ApiServer server,
      int port,
      InFlight inFlight,
      ConnectionLimits limits)
      throws IOException {
    return start(env, groundwork, server, ListenOptions.loopback(port), inFlight, limits);
  }

  private static HttpsServer start(
      Env env,
      Groundwork groundwork,
      ApiServer server,
      ListenOptions listen,
      InFlight inFlight,
      ConnectionLimits limits)
      throws IOException {
    var front = new HttpsServer(env, groundwork, server, listen, inFlight, limits);
    server.publishClientAuthority(front.authority());
    server.publishFrontProxy(groundwork.front.authority(), FrontProxy.NAME);
    front.listen();
    if (listen.isAdvertised()) {
      server.publishAddress(listen.advertiseAddress(), front.port(), front.advertisedUrl());
    }
    return front;
  }

  private void listen() throws IOException {
    String problem =
        "cannot listen on "
            + ListenOptions.host(listen.bindAddress())
            + ":"
            + listen.port()
            + ": the port is in use or not permitted, or the address is not one of this host;"
            + " choose another, or port 0 for any free one";
    try {
      web.start();
    } catch (RuntimeException e) {
      close();
      throw new IOException(problem, e);
    }
    if (!web.isRunning()) {
      close();
      throw new IOException(problem);
    }
  }

  public int port() {
    return web.port();
  }

  /** The URL for clients on this host. */
  public String url() {
    return "https://" + ListenOptions.host(listen.localAddress()) + ":" + port();
  }

  /** The URL for clients on all hosts; that of this host unless another address is advertised. */
  public String advertisedUrl() {
    return listen.isAdvertised()
        ? "https://" + ListenOptions.host(listen.advertiseAddress()) + ":" + port()
        : url();
  }

  /** The bearer token of an administrator. */
  public String token() {
    return credentials.token();
  }

  /** The CA of this server, in PEM. */
  public String authority() throws IOException {
    return credentials.authority();
  }

  /** The key of that CA, in PEM, for the program that signs certificates. A secret. */
  public byte[] authorityKey() throws IOException {
    return credentials.authorityKey();
  }

  /** A certificate and its key, in PEM. */
  public record Certified(byte[] certificate, byte[] key) {}

  /**
   * Issues a certificate for another server of this process, by the same CA.
   *
   * @param name such as that of its service; the certificate is also valid for the loopback address
   */
  public Certified certify(String name) throws IOException {
    return credentials.certify(name, "127.0.0.1");
  }

  /** The kubeconfig of an administrator. */
  public byte[] kubeconfig() throws IOException {
    return credentials.kubeconfig(url());
  }

  /** Writes the kubeconfig of an administrator, readable only by its owner. */
  public void writeKubeconfig(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    if (directory != null) {
      env.files().createDirectories(directory);
    }
    env.files().writeSecret(path, kubeconfig());
  }

  /**
   * Ends all watches and stops listening. Helidon keeps its timer, and therefore this object,
   * indefinitely; the API server can be collected.
   */
  @Override
  public void close() {
    streams.close();
    proxy.close();
    web.close();
    watchdog.close();
    connections.close();
    requests.close();
  }
}
