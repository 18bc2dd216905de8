package io.coxswain.sim;

import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one process to the API server. Other tasks may run before a request arrives and
 * before its response does; the fault plan decides the fate of each write.
 */
final class SimulatedTransport implements ApiTransport {
  private static final Duration UNDER_WAY = Duration.ofSeconds(5);

  private final SimulatedWorld world;
  private final SimulatedProcess process;
  private final ApiTransport server;
  private final Baton baton;
  private final SeededEntropy weather;

  SimulatedTransport(SimulatedWorld world, SimulatedProcess process, ApiTransport server) {
    this.world = world;
    this.process = process;
    this.server = server;
    this.baton = world.baton();
    this.weather =
        new SeededEntropy(
            SeededEntropy.mix(
                world.seed(), "network " + process.name() + " " + process.incarnations()));
  }

  @Override
  public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
    pass();
    if (!isWrite(request)) {
      ApiResponse response = server.call(weathered(request));
      process.saw(Revisions.of(response.body()));
      world.trace().answered(baton.nanos(), process.name(), request, response);
      world.heard(process, request, response.status());
      pass();
      return response;
    }
    Fault fault = world.plan().at(process.name(), FaultPlan.By.WRITE, process.countWrite());
    if (fault == Fault.DROP_REQUEST) {
      String write = request.method() + " " + request.path();
      world.strike(process, "write " + process.writes() + ": " + write, fault);
      throw new IOException("the request was lost");
    } else if (fault == Fault.DELAY) {
      baton.await(UNDER_WAY.toNanos());
    } else if (fault == Fault.DUPLICATE) {
      var _ = server.call(request);
    }
    ApiResponse refused = fault == null ? null : refusal(fault, request);
    ApiResponse response = refused == null ? server.call(request) : refused;
    world.trace().answered(baton.nanos(), process.name(), request, response);
    world.heard(process, request, response.status());
    world.wrote(request);
    if (fault != null) {
      String write = WriteSentence.of(process.name(), request, response);
      world.strike(process, "write " + process.writes() + ": " + write, fault);
      if (fault == Fault.LOSE_ANSWER) {
        throw new IOException("the answer was lost");
      }
    }
    pass();
    return response;
  }

  /** Returns the request, or one for an older state if the request accepts stale data. */
  private ApiRequest weathered(ApiRequest request) {
    double share = world.network().staleLists();
    if (share == 0
        || !"0".equals(request.query("resourceVersion"))
        || request.query("resourceVersionMatch") != null
        || request.query("watch") != null
        || weather.nextDouble() >= share) {
      return request;
    }
    long oldest = Math.max(process.seen(), world.server().oldestRevision());
    long span = world.server().revision() - oldest;
    if (span <= 0) {
      return request;
    }
    long revision = oldest + (long) (weather.nextDouble() * span);
    var query = new ArrayList<ApiRequest.Parameter>();
    for (var parameter : request.query()) {
      query.add(
          parameter.name().equals("resourceVersion")
              ? new ApiRequest.Parameter("resourceVersion", Long.toString(revision))
              : parameter);
    }
    query.add(new ApiRequest.Parameter("resourceVersionMatch", "Exact"));
    return new ApiRequest(
        request.method(), request.path(), query, request.headers(), request.body());
  }

  private static boolean isPlainBookmark(ApiWatch.Frame frame) {
    return frame.type().equals("BOOKMARK")
        && !new String(frame.object(), StandardCharsets.UTF_8).contains("initial-events-end");
  }

  private static boolean isWrite(ApiRequest request) {
    return !request.method().equals("GET") && !request.method().equals("HEAD");
  }

  /** A scheduling point at which a task can also be stopped. */
  private void pass() {
    baton.checkAlive();
    baton.checkCancelled();
    baton.yieldTurn();
  }

  private static @Nullable ApiResponse refusal(Fault fault, ApiRequest request) {
    return switch (fault) {
      // On a real server, a create without a name never conflicts.
      case CONFLICT ->
          request.method().equals("POST")
              ? status(500, "InternalError", "injected")
              : status(
                  409,
                  "Conflict",
                  "the object has been modified; please apply your changes to the latest version");
      case TOO_MANY_REQUESTS -> status(429, "TooManyRequests", "too many requests");
      case SERVER_ERROR -> status(500, "InternalError", "injected");
      case UNAVAILABLE -> status(503, "ServiceUnavailable", "injected");
      case KILL, LOSE_ANSWER, DROP_REQUEST, CUT_WATCHES, EXPIRE_WATCHES, DELAY, DUPLICATE, PAUSE ->
          null;
    };
  }

  private static ApiResponse status(int code, String reason, String message) {
    var status =
        new StatusBuilder()
            .withStatus("Failure")
            .withCode(code)
            .withReason(reason)
            .withMessage(message);
    var headers = new TreeMap<String, List<String>>();
    headers.put("content-type", List.of("application/json"));
    if (code == 429) {
      status.withNewDetails().withRetryAfterSeconds(1).endDetails();
      headers.put("retry-after", List.of("1"));
    }
    return new ApiResponse(code, headers, Json.bytes(status.build()));
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
    pass();
    ApiWatch inner = server.watch(request);
    world.trace().unanswered(baton.nanos(), process.name(), request, "watch " + inner.status());
    world.heard(process, request, inner.status());
    if (inner.status() != 200) {
      return inner;
    }
    var watch = new LateWatch(request, inner);
    process.opened(watch);
    return watch;
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException, CancelledException {
    pass();
    ApiStream stream = server.open(request);
    world.trace().unanswered(baton.nanos(), process.name(), request, "open " + stream.status());
    return stream;
  }

  @Override
  public String toString() {
    return process.name().toLowerCase(Locale.ROOT) + "'s transport";
  }

  /**
   * Frames arrive in order, but a reader that had to wait for a frame may receive it, and all later
   * ones, with a delay.
   */
  private final class LateWatch implements ApiWatch {
    private final ApiRequest request;
    private final ApiWatch inner;
    private boolean cut;

    LateWatch(ApiRequest request, ApiWatch inner) {
      this.request = request;
      this.inner = inner;
    }

    @Override
    public int status() {
      return inner.status();
    }

    @Override
    public ApiResponse errorResponse() {
      return inner.errorResponse();
    }

    @Override
    public @Nullable Frame next() throws IOException, CancelledException {
      baton.checkAlive();
      SeededTask self = baton.current();
      long waits = self.waits;
      Frame frame = cut ? null : inner.next();
      while (frame != null && isPlainBookmark(frame) && lost()) {
        frame = inner.next();
      }
      if (self.waits != waits) {
        delay();
      }
      baton.yieldTurn();
      if (cut) {
        throw new IOException("the connection broke");
      }
      if (frame != null) {
        process.saw(Revisions.of(frame.object()));
        world.trace().frame(baton.nanos(), process.name(), request, frame);
      }
      return frame;
    }

    private boolean lost() {
      double share = world.network().lostBookmarks();
      return share > 0 && weather.nextDouble() < share;
    }

    private void delay() {
      Network network = world.network();
      if (weather.nextDouble() < network.lateFrames()) {
        // Squared: most delays are short, a few are long.
        double share = weather.nextDouble();
        long nanos = (long) (share * share * network.longestDelay().toNanos());
        if (nanos > 0) {
          baton.await(nanos);
        }
      }
    }

    @Override
    public void close() {
      cut = true;
      inner.close();
      process.closed(this);
    }
  }
}
