package io.coxswain.runtime.rest;

import io.coxswain.api.ApiException;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import io.coxswain.runtime.metrics.RequestMetrics;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends requests with one User-Agent. */
public final class Rest {
  private static final Logger log = LoggerFactory.getLogger(Rest.class);
  private static final int MAX_ATTEMPTS = 11;
  private static final String JSON = "application/json";

  private final ApiTransport transport;
  private final Clock clock;
  private final String userAgent;
  private final RequestMetrics metrics;
  private final @Nullable RateLimit limit;

  public Rest(Env env, String userAgent, RequestMetrics metrics) {
    this(env.api(), env.clock(), userAgent, metrics, null);
  }

  private Rest(
      ApiTransport transport,
      Clock clock,
      String userAgent,
      RequestMetrics metrics,
      @Nullable RateLimit limit) {
    this.transport = transport;
    this.clock = clock;
    this.userAgent = userAgent;
    this.metrics = metrics;
    this.limit = limit;
  }

  /** The same with a rate limit; open watches are not counted. */
  public Rest limited(double perSecond, int burst) {
    return new Rest(transport, clock, userAgent, metrics, new RateLimit(clock, perSecond, burst));
  }

  /** Whether it has a rate limit. */
  public boolean isLimited() {
    return limit != null;
  }

  /** The same with a suffix to the User-Agent, which identifies a part of the program. */
  public Rest suffixed(String suffix) {
    return new Rest(transport, clock, userAgent + "/" + suffix, metrics, limit);
  }

  /** The first token of the User-Agent, which the server uses as the default field manager. */
  public String program() {
    int end = userAgent.indexOf('/');
    return end < 0 ? userAgent : userAgent.substring(0, end);
  }

  /** Sends the request and returns a successful response. */
  public ApiResponse call(ApiRequest request) throws ApiException, CancelledException {
    ApiRequest signed = sign(request);
    for (int tries = 1; ; tries++) {
      ApiResponse response;
      throttle(request);
      if (!request.method().equals("GET")) {
        WriteFence.current().check();
      }
      long began = clock.nanos();
      try {
        response = transport.call(signed);
      } catch (IOException e) {
        metrics.failed(request.method());
        throw ApiException.noAnswer(e);
      }
      metrics.answered(request.method(), response.status());
      metrics.took(
          request.method(), clock.nanos() - began, request.body().length, response.body().length);
      warn(response, request);
      if (response.ok()) {
        return response;
      }
      OptionalInt wait = retryAfter(response);
      if (wait.isEmpty() || tries == MAX_ATTEMPTS) {
        throw ApiException.of(response.status(), response.body());
      }
      metrics.retried(request.method(), response.status());
      clock.sleep(Duration.ofSeconds(wait.getAsInt()));
    }
  }

  /** Opens a watch; returns after the server has accepted it. */
  public ApiWatch watch(ApiRequest request) throws ApiException, CancelledException {
    ApiWatch watch;
    throttle(request);
    try {
      watch = transport.watch(sign(request));
    } catch (IOException e) {
      metrics.failed(request.method());
      throw ApiException.noAnswer(e);
    }
    metrics.answered(request.method(), watch.status());
    if (watch.status() == 200) {
      return watch;
    }
    try (watch) {
      ApiResponse refusal = watch.errorResponse();
      throw ApiException.of(refusal.status(), refusal.body());
    }
  }

  private void throttle(ApiRequest request) throws CancelledException {
    if (limit != null) {
      metrics.throttled(request.method(), limit.await());
    }
  }

  private ApiRequest sign(ApiRequest request) {
    ApiRequest signed = request.header("user-agent", userAgent);
    return signed.header("accept") == null ? signed.header("accept", JSON) : signed;
  }

  private static OptionalInt retryAfter(ApiResponse response) {
    @Nullable String header = response.header("retry-after");
    boolean repeatable = response.status() == 429 || response.status() >= 500;
    if (header == null || !repeatable) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(Math.max(0, Integer.parseInt(header.strip())));
    } catch (NumberFormatException e) {
      return OptionalInt.empty(); // a date; the API server never sends one
    }
  }

  private static void warn(ApiResponse response, ApiRequest request) {
    for (String warning : response.headers().getOrDefault("warning", java.util.List.of())) {
      if (warning.startsWith("299 ")) {
        log.atInfo()
            .addKeyValue("path", request.path())
            .addKeyValue("warning", warning)
            .log("API server returned a warning");
      }
    }
  }
}
