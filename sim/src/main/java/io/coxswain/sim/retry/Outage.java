package io.coxswain.sim.retry;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Clock;
import io.coxswain.sim.Main;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An outage of one request of a process: from its n-th write on, that write and all its repetitions
 * fail with 500 until the outage is over. Other writes succeed, so that whatever they set off has
 * ended before the outage has. Also lists the writes of the process. Events and leases are not
 * counted.
 */
final class Outage {
  static final Duration LENGTH = Duration.ofSeconds(30);

  private static final int NEVER = 0;

  private static final ApiResponse FAILURE =
      new ApiResponse(
          500,
          Collections.emptySortedMap(),
          "{\"kind\":\"Status\",\"code\":500,\"reason\":\"InternalError\",\"message\":\"outage\"}"
              .getBytes(StandardCharsets.UTF_8));

  private final int first;
  private final List<Write> writes = new ArrayList<>();
  private final List<String> unconditional = new ArrayList<>();
  private @Nullable String failing;
  private long endNanos;
  private int attempts;
  private int step;

  /** A write, its number counted from 1, and the step of the trial in which it was sent. */
  record Write(int number, int step, String request) {}

  private Outage(int first) {
    this.first = first;
  }

  /** No outage; the writes are only listed. */
  static Outage none() {
    return new Outage(NEVER);
  }

  static Outage of(Write write) {
    return new Outage(write.number());
  }

  /** Returns the program with a connection that suffers this outage. */
  Main around(Main program) {
    return env -> program.run(env.withApi(new InterceptedApi(env.api(), on(env.clock()))));
  }

  private InterceptedApi.Interception on(Clock clock) {
    return request -> answer(request, clock.nanos());
  }

  private @Nullable ApiResponse answer(ApiRequest request, long nanos) {
    if (request.method().equals("GET")
        || request.path().contains("/events")
        || request.path().contains("/leases")) {
      return null;
    }
    DeletePreconditions.violation(request).ifPresent(unconditional::add);
    String description = describe(request);
    writes.add(new Write(writes.size() + 1, step, description));
    if (writes.size() == first) {
      failing = description;
      endNanos = nanos + LENGTH.toNanos();
    }
    if (!description.equals(failing) || nanos >= endNanos) {
      return null;
    }
    attempts++;
    return FAILURE;
  }

  /** Method and path, and for a create the name or the prefix of a generated name. */
  private static String describe(ApiRequest request) {
    String text = request.method() + " " + request.path();
    if (!request.method().equals("POST")) {
      return text;
    }
    JsonNode metadata = Json.tree(request.body()).path("metadata");
    return text
        + "/"
        + metadata.path("name").asText(metadata.path("generateName").asText("") + "*");
  }

  void begin(int number) {
    step = number;
  }

  List<Write> writes() {
    return List.copyOf(writes);
  }

  /** How often the failing request was sent during the outage. */
  int attempts() {
    return attempts;
  }

  /** The deletes without a UID precondition. */
  List<String> unconditionalDeletes() {
    return List.copyOf(unconditional);
  }
}
