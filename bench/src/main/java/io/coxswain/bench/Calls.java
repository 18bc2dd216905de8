package io.coxswain.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Sends requests to a cluster and waits for conditions. */
record Calls(Wire wire) {
  private static final byte[] NOTHING = {};
  private static final int POLL_MILLIS = 5;

  interface Condition {
    boolean holds() throws IOException;
  }

  static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /** Polls the condition. */
  void await(String what, double patienceSeconds, Condition condition)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!condition.holds()) {
      if (seconds(start) > patienceSeconds) {
        throw new IOException("waited %.0f s for %s".formatted(patienceSeconds, what));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  JsonNode get(String path) throws IOException {
    return Json.MAPPER.readTree(checked(wire.call("GET", path, "", NOTHING, true), path).body());
  }

  /** The metrics of the API server. */
  String metrics() throws IOException {
    byte[] body = checked(wire.call("GET", "/metrics", "", NOTHING, true), "metrics").body();
    return new String(body, StandardCharsets.UTF_8);
  }

  boolean found(String path) throws IOException {
    return wire.call("GET", path, "", NOTHING, false).ok();
  }

  void send(String method, String path, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String type = body.isEmpty() ? "" : "application/json";
    checked(wire.call(method, path, type, bytes, true), method + " " + path);
  }

  /** The server counts; listing all objects would cost more than the measured work. */
  long count(String path) throws IOException {
    JsonNode page = get(path + "?limit=1");
    return page.path("items").size() + page.at("/metadata/remainingItemCount").asLong(0);
  }

  private static Wire.Answer checked(Wire.Answer answer, String what) throws IOException {
    IOException problem = Wire.problem(answer, what);
    if (problem != null) {
      throw problem;
    }
    return answer;
  }
}
