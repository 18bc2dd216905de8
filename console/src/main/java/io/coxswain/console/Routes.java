package io.coxswain.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.console.action.Actions;
import io.coxswain.console.browse.ServerTable;
import io.coxswain.console.controllers.MonitoredProgram;
import io.coxswain.console.controllers.Programs;
import io.coxswain.console.http.AllowedOrigins;
import io.coxswain.console.http.EventWriter;
import io.coxswain.console.http.HttpError;
import io.coxswain.console.http.Parameters;
import io.coxswain.console.http.Responses;
import io.coxswain.console.http.StaticFiles;
import io.coxswain.console.logs.LogSelection;
import io.coxswain.console.logs.LogStream;
import io.coxswain.console.session.OpenStream;
import io.coxswain.console.session.Session;
import io.coxswain.console.session.Sessions;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.view.PodList;
import io.coxswain.console.view.View;
import io.coxswain.console.view.Views;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Handler;
import io.coxswain.runtime.http.Request;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Responds to the requests of browsers. Each request is checked in this order: Host and Origin, the
 * session, the token against cross-site requests; then it is routed.
 */
final class Routes implements Handler {
  private static final Logger log = LoggerFactory.getLogger(Routes.class);
  private static final int MAX_BODY = 64 * 1024;
  private static final int MAX_ROWS = 500;

  /** Of the API server, for the next page. */
  private static final int MAX_TOKEN = 8 * 1024;

  private static final int MAX_KEY = 1024;

  /** Parameters of a stream: its id, and the ids of streams that the browser has closed. */
  private static final String STREAM = "stream";

  private static final String CLOSED = "closed";
  private static final String ACTIONS = "/api/actions/";
  private static final String CSRF = "x-coxswain-csrf";

  private final Env env;
  private final ConsoleOptions options;
  private final AllowedOrigins origins;
  private final Logins logins;
  private final BooleanSupplier stopped;
  private final StaticFiles files = new StaticFiles();
  private final Programs programs;
  private final Views views;
  private final StreamLimit streams;

  Routes(
      Env env,
      ConsoleOptions options,
      AllowedOrigins origins,
      Logins logins,
      BooleanSupplier stopped) {
    this.env = env;
    this.options = options;
    this.origins = origins;
    this.logins = logins;
    this.stopped = stopped;
    this.streams = new StreamLimit(env);
    this.programs = new Programs(env, programs(options));
    this.views = new Views(options.actions(), programs);
  }

  /** Users with tokens of their own may not be allowed to see the objects that triggers name. */
  private static List<MonitoredProgram> programs(ConsoleOptions options) {
    return options.access() instanceof ConsoleOptions.PerUser
        ? options.programs().stream().map(program -> program.withoutTriggers()).toList()
        : options.programs();
  }

  @Override
  public EndpointResponse handle(Request request) {
    if (request.path().equals("/healthz")) {
      return EndpointResponse.text(200, "ok\n"); // probes name the address of the pod as the host
    }
    try {
      origins.check(request);
      return Responses.secured(route(request));
    } catch (HttpError e) {
      return Responses.secured(Responses.error(request, e));
    } catch (ApiException e) {
      return Responses.secured(Responses.error(request, HttpError.of(e)));
    } catch (CancelledException e) {
      return Responses.error(request, new HttpError(503, "Stopping", "the console stops"));
    }
  }

  private EndpointResponse route(Request request)
      throws HttpError, ApiException, CancelledException {
    String path = request.path();
    boolean reads = request.method().equals("GET");
    if (path.startsWith("/api/")) {
      return reads ? read(request) : write(request);
    }
    if (!reads) {
      throw new HttpError(405, "MethodNotAllowed", "only GET is possible here");
    }
    if (path.equals("/login")) {
      return logins.byLink(new Parameters(request).text("token"));
    }
    if (path.equals("/favicon.ico") || path.equals("/robots.txt")) {
      return EndpointResponse.NOT_FOUND;
    }
    return path.startsWith("/assets/") || path.startsWith("/lib/")
        ? files.get(request)
        : files.index(request);
  }

  private Session session(Request request) throws HttpError, CancelledException {
    return logins
        .find(request)
        .orElseThrow(
            () ->
                new HttpError(
                    401, "Unauthorized", "log in first: the session has ended or never began"));
  }

  // ---- reading

  private EndpointResponse read(Request request)
      throws HttpError, ApiException, CancelledException {
    if (request.path().equals("/api/session")) {
      Optional<Session> session = logins.find(request);
      return Responses.json(request, session.isPresent() ? describe(session.get()) : anonymous());
    }
    Session session = session(request);
    var parameters = new Parameters(request);
    return switch (request.path()) {
      case "/api/view" -> view(request, session, parameters);
      case "/api/stream" -> stream(request, session, parameters);
      case "/api/why" ->
          Responses.json(
              request,
              programs.why(
                  parameters.text("program"),
                  parameters.text("controller"),
                  parameters.longText("key", MAX_KEY)));
      case "/api/replays" -> Responses.json(request, noReplays());
      case "/api/logs" -> {
        var open = new OpenStream(env, parameters.text(STREAM));
        LogSelection selection = LogSelection.of(parameters);
        yield events(
            session,
            parameters,
            open,
            new LogStream(session.model(), selection, ended(session, open)));
      }
      case "/api/pods" -> Responses.json(request, PodList.of(session.model(), parameters).list());
      case "/api/kinds" ->
          Responses.json(request, session.kinds().describe(parameters.name("namespace")));
      case "/api/table" ->
          Responses.json(
              request,
              new ServerTable(session.model().client(), Views.collection(parameters))
                  .page(
                      parameters.text("filter"),
                      parameters.number("limit", MAX_ROWS, 1, MAX_ROWS),
                      parameters.longText("continue", MAX_TOKEN)));
      default -> throw new HttpError(404, "NotFound", "there is nothing at " + request.path());
    };
  }

  /** The browser opens recordings from its own disk. */
  private static ObjectNode noReplays() {
    ObjectNode document = Json.NODES.objectNode();
    document.putArray("files");
    return document;
  }

  private ObjectNode anonymous() {
    return Json.NODES.objectNode().put("authenticated", false).put("mode", logins.mode());
  }

  private ObjectNode describe(Session session) throws CancelledException {
    ObjectNode document = Json.NODES.objectNode().put("authenticated", true);
    document.put("csrf", session.csrf()).put("mode", logins.mode());
    document.put("actions", options.actions());
    ObjectNode user = document.putObject("user").put("name", session.user().name());
    var groups = user.putArray("groups");
    session.user().groups().forEach(groups::add);
    document.putObject("server").put("url", options.server());
    document.putObject("console").put("version", options.version());
    document
        .putObject("features")
        .put("trainings", session.kinds().has(KnownKind.TRAIN_JOB.type()))
        .put("slurm", session.kinds().has(KnownKind.SLURM_CLUSTER.type()))
        .put("controllers", !options.programs().isEmpty())
        .put("replay", true);
    return document;
  }

  private View open(Session session, Parameters parameters) throws HttpError {
    return views.open(parameters.text("view"), parameters, session.model(), session.kinds());
  }

  private EndpointResponse view(Request request, Session session, Parameters parameters)
      throws HttpError, CancelledException {
    try (View view = open(session, parameters)) {
      ObjectNode document = view.render();
      return Responses.json(request, document.put("now", env.clock().now().toString()));
    }
  }

  private EndpointResponse stream(Request request, Session session, Parameters parameters)
      throws HttpError, CancelledException {
    View view = open(session, parameters);
    var open = new OpenStream(env, parameters.text(STREAM));
    String name =
        request.query().entrySet().stream()
            .filter(each -> !each.getKey().equals(STREAM) && !each.getKey().equals(CLOSED))
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining("&"));
    String resumeFrom = request.header("last-event-id");
    if (resumeFrom.length() > 64) {
      resumeFrom = "";
    }
    return events(
        session,
        parameters,
        open,
        new ViewStream(env, session, open, view, name, resumeFrom, stopped));
  }

  /** Whether a stream of the session should end. */
  private BooleanSupplier ended(Session session, OpenStream open) {
    return () -> stopped.getAsBoolean() || session.isEnded() || open.isClosed();
  }

  /**
   * A response of events, within the limits.
   *
   * @throws HttpError if there are too many streams
   */
  private EndpointResponse events(
      Session session, Parameters parameters, OpenStream open, EndpointResponse.Stream stream)
      throws HttpError, CancelledException {
    String closed = parameters.text(CLOSED);
    if (!closed.isEmpty()) {
      session.closeStreams(List.of(closed.split(",")));
    }
    if (!(closed.isEmpty() ? streams.hasRoom(session) : streams.awaitRoom(session))) {
      throw new HttpError(429, "TooManyStreams", "close other windows of the console first");
    }
    return EndpointResponse.streaming(
            EventWriter.CONTENT_TYPE,
            out -> {
              // Counted here, because a response may never be written.
              if (!streams.begin(session, open)) {
                return;
              }
              try {
                stream.writeTo(out);
              } finally {
                streams.end(session, open);
              }
            })
        .with("Cache-Control", "no-store")
        .with("X-Accel-Buffering", "no");
  }

  // ---- writing

  private EndpointResponse write(Request request)
      throws HttpError, ApiException, CancelledException {
    if (!request.method().equals("POST")) {
      throw new HttpError(405, "MethodNotAllowed", "only GET and POST are possible");
    }
    if (request.body().length > MAX_BODY) {
      throw new HttpError(413, "TooLarge", "the body has more than " + MAX_BODY + " bytes");
    }
    if (!request.header("content-type").startsWith("application/json")) {
      throw new HttpError(415, "UnsupportedMediaType", "the body must be application/json");
    }
    JsonNode body = body(request);
    if (request.path().equals("/api/login")) {
      Sessions.Opened opened = logins.byToken(body.path("token").asText(""));
      return Responses.json(request, describe(opened.session()))
          .with("Set-Cookie", logins.setCookie(opened.secret()));
    }
    Session session = session(request);
    if (!session.accepts(request.header(CSRF))) {
      throw HttpError.forbidden(
          "CSRF", "the header X-Coxswain-Csrf is missing or not that of the session");
    }
    if (request.path().equals("/api/logout")) {
      return new EndpointResponse(204, "text/plain; charset=utf-8", new byte[0])
          .with("Set-Cookie", logins.end(request));
    }
    if (request.path().startsWith(ACTIONS)) {
      return act(request, session, body);
    }
    throw new HttpError(404, "NotFound", "there is nothing at " + request.path());
  }

  private EndpointResponse act(Request request, Session session, JsonNode body)
      throws HttpError, ApiException, CancelledException {
    if (!options.actions()) {
      throw HttpError.forbidden(
          "ReadOnly", "the console was started without --allow-actions, so it only shows objects");
    }
    String action = request.path().substring(ACTIONS.length());
    ObjectNode result = new Actions(session.model().client()).perform(action, body);
    if (!result.has("dryRun")) {
      log.atInfo()
          .addKeyValue("user", session.user().name())
          .addKeyValue("command", result.path("command").asText())
          .addKeyValue("done", result.path("done").asBoolean())
          .log("Performed an action");
    }
    return Responses.json(request, result);
  }

  private static JsonNode body(Request request) throws HttpError {
    try {
      JsonNode body = Json.MAPPER.readTree(request.body());
      if (body == null || !body.isObject()) {
        throw HttpError.badRequest("the body must be a JSON object");
      }
      return body;
    } catch (IOException e) {
      throw HttpError.badRequest("the body is not valid JSON");
    }
  }
}
