package io.coxswain.apiserver.http;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.flow.FlowTicket;
import io.coxswain.apiserver.rest.HandlerResponse;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.server.Connections;
import io.coxswain.env.server.GuardedListener;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Serves single requests: reads them, limits how many are handled at once and for how long, and
 * writes the responses. Called by the thread of the connection.
 */
final class RequestServer {
  /** Served even if no request slot is free. */
  private static final Set<String> HEALTH = Set.of("/healthz", "/livez", "/readyz");

  private static final Duration MAX_REQUEST_DURATION = Duration.ofSeconds(60);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(60);
  private static final Pattern WHOLE_SECONDS = Pattern.compile("[0-9]{1,9}s");

  private static final HeaderName AUDIT_ID = HeaderNames.create("Audit-Id");

  private final Env env;
  private final Watchdog watchdog;
  private final Streams streams;
  private final BackendProxy proxy;
  private final InFlight inFlight;
  private final boolean audited;
  private volatile Handling handling;
  private volatile Tally tally;

  /** Handles requests. */
  @FunctionalInterface
  interface Handling {
    HandlerResponse handle(ApiRequest request, User user, FlowTicket ticket);
  }

  /** Counts requests that end here with a status code before they are handled. */
  @FunctionalInterface
  interface Tally {
    void ended(ApiRequest request, int code);
  }

  RequestServer(
      Env env,
      ApiServer server,
      Watchdog watchdog,
      Streams streams,
      BackendProxy proxy,
      InFlight inFlight) {
    this.env = env;
    this.handling = server::handle;
    this.tally = server.metrics()::terminated;
    this.watchdog = watchdog;
    this.streams = streams;
    this.proxy = proxy;
    this.inFlight = inFlight;
    this.audited = server.isAudited();
  }

  /**
   * Serves one request. Helidon continues to read after a response that closes the connection, and
   * after a body that it could not read; therefore everything that ends a connection ends here.
   */
  void answer(ServerRequest request, ServerResponse response) {
    var connection = GuardedListener.current();
    try {
      String auditId = auditId(request);
      response.header(AUDIT_ID, auditId);
      boolean reserve = connection.filter(Connections.Connection::isReserve).isPresent();
      if (reserve || request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
        response.header(HeaderValues.CONNECTION_CLOSE);
      }
      if (reserve && !HEALTH.contains(request.path().absolute().path())) {
        refuse(response);
      } else {
        serve(request, response, auditId);
      }
      if (response.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
        throw new CloseConnectionException("the connection is done with");
      }
    } finally {
      connection.ifPresent(Connections.Connection::served);
    }
  }

  /** The caller's own identifier of the request, or a new one. */
  private String auditId(ServerRequest request) {
    String given = request.headers().first(AUDIT_ID).orElse("");
    return given.isEmpty() ? env.entropy().uuid().toString() : given;
  }

  private void refuse(ServerResponse response) {
    response.header("retry-after", "1");
    send(Responses.text(429, "Too many requests, please try again later."), response);
  }

  private void serve(ServerRequest request, ServerResponse response, String auditId) {
    boolean proxied = Requests.isProxied(request);
    ApiRequest read;
    try (var _ = watchdog.begin(REQUEST_TIMEOUT)) {
      read = proxied ? Requests.of(request.prologue(), request.headers()) : Requests.of(request);
    } catch (CloseConnectionException e) {
      throw e;
    } catch (RuntimeException e) {
      // The end of the request is unknown, so nothing after it can be parsed.
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
      response.header(HeaderValues.CONNECTION_CLOSE); // the rest of it is discarded
    }
    if (proxied && request.content().hasEntity()) {
      // The backend may respond before it has read the body, whose end is then unknown.
      response.header(HeaderValues.CONNECTION_CLOSE);
    }
    User user = ClientCertificateAuthenticator.of(request.remotePeer());
    try (InFlight.Place place = inFlight.enter(read, user);
        var ticket = new FlowTicket(BackendProxy.peer(request.remotePeer()))) {
      if (!place.taken()) {
        tally.ended(read, 429);
        refuse(response);
        return;
      }
      HandlerResponse answer =
          handle(audited ? read.header("audit-id", auditId) : read, user, ticket);
      ticket.headers().forEach((name, value) -> response.header(name, value));
      switch (answer) {
        case HandlerResponse.Whole whole when read.method().equals("HEAD") ->
            sendHead(whole.response(), response);
        case HandlerResponse.Whole whole -> send(Compression.of(read, whole.response()), response);
        case HandlerResponse.Watch watch -> streams.send(watch.watch(), response);
        case HandlerResponse.Proxy found ->
            proxy.serve(request, response, found, proxied ? null : read.body());
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

  HandlerResponse handle(ApiRequest request, User user, FlowTicket ticket) {
    Watchdog.Deadline errand = watchdog.begin(deadline(request));
    try {
      return handling.handle(request, user, ticket);
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

  /** The caller's timeout, bounded by the maximum. */
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

  private static void start(ApiResponse answer, ServerResponse response) {
    response.status(answer.status());
    answer
        .headers()
        .forEach((name, values) -> response.header(name, values.toArray(new String[0])));
  }

  /** Sends what describes the body, without the body: a client takes it for the next response. */
  private void sendHead(ApiResponse answer, ServerResponse response) {
    start(answer, response);
    response.header("content-length", Integer.toString(answer.body().length));
    try (var _ = watchdog.begin(RESPONSE_TIMEOUT)) {
      response.send();
    }
  }

  private void send(ApiResponse answer, ServerResponse response) {
    start(answer, response);
    if (answer.status() == 204 || answer.status() == 304) {
      response.send();
    } else {
      try (var _ = watchdog.begin(RESPONSE_TIMEOUT)) {
        response.send(answer.body());
      }
    }
  }

  /** Rejects all further requests and releases the API server. */
  void close() {
    handling =
        (request, user, ticket) -> {
          throw new IllegalStateException("the server is closed");
        };
    tally = (request, code) -> {};
  }
}
