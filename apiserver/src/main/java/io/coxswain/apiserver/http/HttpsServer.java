package io.coxswain.apiserver.http;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.Secrets;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.rest.HandlerResponse;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.server.ConnectionLimits;
import io.coxswain.env.server.Connections;
import io.coxswain.env.server.GuardedListener;
import io.helidon.common.tls.Tls;
import io.helidon.http.HeaderValues;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/** The API server on a port of the loopback address. */
public final class HttpsServer implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final int MAX_LINE_LENGTH = 64 * 1024;
  private static final int MAX_HEADERS = 128 * 1024;
  private static final int MAX_REQUESTS_IN_FLIGHT = 400;
  private static final int MAX_MUTATING_REQUESTS_IN_FLIGHT = 200;

  /** What is served when there is no room for anything else. */
  private static final Set<String> HEALTH = Set.of("/healthz", "/livez", "/readyz");

  private static final Duration MAX_REQUEST_DURATION = Duration.ofSeconds(60);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration PULSE = Duration.ofSeconds(10);
  private static final Pattern WHOLE_SECONDS = Pattern.compile("[0-9]{1,9}s");

  private static final User ADMINISTRATOR =
      new User("kubernetes-admin", List.of("system:masters", "system:authenticated"));

  /**
   * What it says with a stack trace when it cannot listen is said in one line by whoever starts the
   * front. Kept here because the JDK forgets loggers nobody holds.
   */
  private static final Logger HELIDON_START = Logger.getLogger("io.helidon.webserver.LoomServer");

  static {
    HELIDON_START.setLevel(Level.OFF);
  }

  private final Env env;
  private volatile Handling handling;
  private volatile Tally tally;
  private final Certificates certificates;
  private final Watchdog watchdog;
  private final Streams streams;
  private final InFlight inFlight;
  private final Connections connections;
  private final String token;
  private final WebServer web;

  /** What answers requests. */
  @FunctionalInterface
  interface Handling {
    HandlerResponse handle(ApiRequest request, User user);
  }

  /** Counts requests that end here, with the code, before there is an answer to them. */
  @FunctionalInterface
  private interface Tally {
    void ended(ApiRequest request, int code);
  }

  private HttpsServer(
      Env env,
      Groundwork groundwork,
      ApiServer server,
      int port,
      InFlight inFlight,
      ConnectionLimits limits) {
    this.env = env;
    this.handling = server::handle;
    this.tally = server.metrics()::terminated;
    this.inFlight = inFlight;
    this.certificates = groundwork.certificates;
    this.token = HexFormat.of().formatHex(env.entropy().bytes(32));
    server.acceptToken(token, ADMINISTRATOR);
    this.watchdog = new Watchdog(env);
    this.streams = new Streams(env, watchdog, PULSE);
    server.webhooks().callOthersBy(new HttpsWebhooks(watchdog));
    this.connections = new Connections(env, limits);
    var builder =
        WebServer.builder()
            .host(HOST)
            .port(port)
            .shutdownHook(false)
            .tls(groundwork.tls)
            .routing(routing -> routing.any(this::answer));
    GuardedListener.install(
        builder,
        connections,
        http1 -> http1.maxPrologueLength(MAX_LINE_LENGTH).maxHeadersSize(MAX_HEADERS),
        selector ->
            selector
                .addUpgrader(new Upgrade("websocket", this::handle, inFlight, env.tasks()))
                .addUpgrader(new Upgrade("SPDY/3.1", this::handle, inFlight, env.tasks())));
    this.web = builder.build();
  }

  /**
   * What a front needs before there is a server. Making it takes as long as making a server, so a
   * program that is to start fast does both at once.
   */
  public static final class Groundwork {
    private final Certificates certificates;
    private final Tls tls;

    private Groundwork(Certificates certificates, Tls tls) {
      this.certificates = certificates;
      this.tls = tls;
    }
  }

  /**
   * @param secrets those of the server that is going to be behind the front
   */
  public static Groundwork prepare(Env env, Secrets secrets) throws IOException {
    try {
      var certificates = new Certificates(env, secrets);
      var _ = HttpRouting.builder(); // looks for all that may be plugged into it, once
      return new Groundwork(
          certificates, ServerTls.of(certificates.server(), certificates.authority()));
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot make certificates: " + e.getMessage(), e);
    }
  }

  /**
   * Starts to listen.
   *
   * @param port 0 for any free one
   * @throws IOException when the port is taken
   */
  public static HttpsServer start(Env env, ApiServer server, int port) throws IOException {
    return start(env, prepare(env, server.secrets()), server, port);
  }

  /** As {@link #start(Env, ApiServer, int)}, with what was prepared for the server's secrets. */
  public static HttpsServer start(Env env, Groundwork groundwork, ApiServer server, int port)
      throws IOException {
    var limits = ConnectionLimits.ofProcess(2 * (MAX_LINE_LENGTH + MAX_HEADERS), Requests.LIMIT);
    // A part of the connections is left to requests that end.
    var inFlight =
        new InFlight(
            MAX_REQUESTS_IN_FLIGHT, MAX_MUTATING_REQUESTS_IN_FLIGHT, limits.total() * 3 / 4);
    return start(env, groundwork, server, port, inFlight, limits);
  }

  static HttpsServer start(
      Env env,
      Groundwork groundwork,
      ApiServer server,
      int port,
      InFlight inFlight,
      ConnectionLimits limits)
      throws IOException {
    var front = new HttpsServer(env, groundwork, server, port, inFlight, limits);
    server.publishClientAuthority(front.authority());
    front.listen(port);
    return front;
  }

  private void listen(int port) throws IOException {
    String problem =
        "cannot listen on "
            + HOST
            + ":"
            + port
            + ": the port is in use or not permitted; choose another, or 0 for any free one";
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

  public String url() {
    return "https://" + HOST + ":" + port();
  }

  /** A token that makes its bearer an administrator. */
  public String token() {
    return token;
  }

  /** The certificate authority that vouches for this server, in PEM. */
  public String authority() throws IOException {
    return Certificates.pem(certificates.authority());
  }

  /** The key of that authority, in PEM: for the program that signs certificates. A secret. */
  public byte[] authorityKey() throws IOException {
    return certificates.authorityKey();
  }

  /** A certificate and its key, in PEM. */
  public record Certified(byte[] certificate, byte[] key) {}

  /**
   * A certificate for another server of this process, by the same authority.
   *
   * @param name such as that of its service; it is good for this machine's own address too
   */
  public Certified certify(String name) throws IOException {
    try {
      Certificates.Identity made =
          certificates.server(name, List.of(name, "localhost"), List.of(HOST));
      return new Certified(
          Certificates.pem(made.certificate()).getBytes(StandardCharsets.US_ASCII),
          Certificates.pem(made.key()).getBytes(StandardCharsets.US_ASCII));
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot make a certificate: " + e.getMessage(), e);
    }
  }

  /** A kubeconfig for an administrator. */
  public byte[] kubeconfig() throws IOException {
    try {
      return Kubeconfig.of(
          url(),
          certificates,
          certificates.client(ADMINISTRATOR.name(), List.of("system:masters")));
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot make a client certificate: " + e.getMessage(), e);
    }
  }

  /** Writes the kubeconfig of an administrator, readable by its owner alone. */
  public void writeKubeconfig(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    if (directory != null) {
      env.files().createDirectories(directory);
    }
    env.files().writeSecret(path, kubeconfig());
  }

  /**
   * Serves one request. Helidon goes on reading after a response that closes the connection, and
   * after a body that it could not read; so all that ends a connection ends here.
   */
  private void answer(ServerRequest request, ServerResponse response) {
    var connection = GuardedListener.current();
    try {
      boolean reserve = connection.filter(Connections.Connection::isReserve).isPresent();
      if (reserve || request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
        response.header(HeaderValues.CONNECTION_CLOSE);
      }
      if (reserve && !HEALTH.contains(request.path().absolute().path())) {
        refuse(response);
      } else {
        serve(request, response);
      }
      if (response.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
        throw new CloseConnectionException("the connection is done with");
      }
    } finally {
      connection.ifPresent(Connections.Connection::served);
    }
  }

  private void refuse(ServerResponse response) {
    response.header("retry-after", "1");
    send(Responses.text(429, "Too many requests, please try again later."), response);
  }

  private void serve(ServerRequest request, ServerResponse response) {
    ApiRequest read;
    try (var _ = watchdog.begin(REQUEST_TIMEOUT)) {
      read = Requests.of(request);
    } catch (CloseConnectionException e) {
      throw e;
    } catch (RuntimeException e) {
      // Where the request ends is unknown, so nothing after it can be read.
      response.header(HeaderValues.CONNECTION_CLOSE);
      boolean large = e instanceof RequestException told && told.status().code() == 413;
      send(
          Responses.refusal(
              large
                  ? StatusException.tooLarge("limit is " + Requests.LIMIT)
                  : StatusException.badRequest("the body of the request could not be read")),
          response);
      return;
    }
    if (read.body().length > Requests.LIMIT) {
      response.header(HeaderValues.CONNECTION_CLOSE); // the rest of it is not wanted
    }
    User user = ClientCertificateAuthenticator.of(request.remotePeer());
    try (InFlight.Place place = inFlight.enter(read, user)) {
      if (!place.taken()) {
        tally.ended(read, 429);
        refuse(response);
        return;
      }
      switch (handle(read, user)) {
        case HandlerResponse.Whole whole -> send(whole.response(), response);
        case HandlerResponse.Watch watch -> streams.send(watch.watch(), response);
        case HandlerResponse.Stream stream -> streams.send(stream.stream(), response);
        case HandlerResponse.Session _ ->
            send(
                Responses.refusal(
                    StatusException.badRequest(
                        "unable to upgrade: the connection must be upgraded to SPDY/3.1 or to"
                            + " websocket with a sub-protocol that is known here")),
                response);
      }
    }
  }

  private HandlerResponse pass(ApiRequest request, User user) {
    return handling.handle(request, user);
  }

  private HandlerResponse handle(ApiRequest request, User user) {
    Watchdog.Deadline errand = watchdog.begin(deadline(request));
    try {
      return pass(request, user);
    } catch (CancelledException e) {
      if (!errand.late()) {
        throw e;
      }
      var refusal =
          Responses.refusal(
              StatusException.timeout("request did not complete within the allotted timeout"));
      tally.ended(request, refusal.status());
      return new HandlerResponse.Whole(refusal);
    } finally {
      errand.close();
    }
  }

  /** The time that the caller gives, but no more than there is. */
  private static Duration deadline(ApiRequest request) {
    String asked = request.query("timeout");
    if (asked != null && WHOLE_SECONDS.matcher(asked).matches()) {
      long seconds = Long.parseLong(asked.substring(0, asked.length() - 1));
      if (seconds > 0 && seconds < MAX_REQUEST_DURATION.toSeconds()) {
        return Duration.ofSeconds(seconds);
      }
    }
    return MAX_REQUEST_DURATION;
  }

  private void send(ApiResponse answer, ServerResponse response) {
    response.status(answer.status());
    answer
        .headers()
        .forEach((name, values) -> response.header(name, values.toArray(new String[0])));
    if (answer.status() == 204 || answer.status() == 304) {
      response.send();
    } else {
      try (var _ = watchdog.begin(RESPONSE_TIMEOUT)) {
        response.send(answer.body());
      }
    }
  }

  /**
   * Ends all watches and stops listening. Helidon keeps its timer, and so this front, for ever; the
   * server behind it goes.
   */
  @Override
  public void close() {
    streams.close();
    web.stop();
    watchdog.close();
    connections.close();
    handling =
        (request, user) -> {
          throw new IllegalStateException("the server is closed");
        };
    tally = (request, code) -> {};
  }
}
