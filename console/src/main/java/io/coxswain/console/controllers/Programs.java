package io.coxswain.console.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.console.http.HttpError;
import io.coxswain.console.model.ApiClient;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.http.EndpointResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The programs whose controllers are shown. Their metrics are read while someone looks at them, at
 * most every few seconds, for all viewers together. Thread-safe.
 */
public final class Programs {
  /** How often metrics are read. */
  public static final Duration STEP = Duration.ofSeconds(5);

  private static final int MAX_LINES = 500;
  private static final String TRIGGERS = "/debug/controllers";
  private static final String FAILING = TRIGGERS + "/-/failing";
  private static final int FIELDS = 4;

  private final Env env;
  private final Map<String, State> states = new LinkedHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private long sampled;
  private boolean everSampled;

  private static final class State {
    private final MonitoredProgram program;
    private final ControllerSamples samples = new ControllerSamples();
    private String problem = "";
    private List<String[]> failing = List.of();

    State(MonitoredProgram program) {
      this.program = program;
    }
  }

  public Programs(Env env, List<MonitoredProgram> programs) {
    this.env = env;
    programs.forEach(program -> states.put(program.name(), new State(program)));
  }

  /** The document of all programs. */
  public ObjectNode render(ApiClient client) throws CancelledException {
    ObjectNode document = Json.NODES.objectNode().put("view", "controllers");
    ObjectNode programs = document.putObject("programs");
    lock.lock();
    try {
      sample();
      for (State state : states.values()) {
        ObjectNode entry = programs.putObject(state.program.name());
        entry.put("source", state.program.source()).put("up", state.problem.isEmpty());
        if (!state.problem.isEmpty()) {
          entry.put("message", state.problem);
        }
        state.samples.write(entry, (double) STEP.toSeconds());
        writeFailing(state, (ObjectNode) entry.path("controllers"));
      }
    } finally {
      lock.unlock();
    }
    for (State state : states.values()) { // without the lock: this sends requests
      if (!state.program.lease().name().isEmpty()) {
        leader(client, state.program, (ObjectNode) programs.path(state.program.name()));
      }
    }
    return document;
  }

  private void sample() {
    long now = env.clock().nanos();
    if (everSampled && now - sampled < STEP.toNanos() * 9 / 10) {
      return;
    }
    double elapsed = everSampled ? (now - sampled) / 1e9 : 0;
    everSampled = true;
    sampled = now;
    for (State state : states.values()) {
      try {
        state.samples.add(Sample.parse(state.program.metrics().scrape()), elapsed);
        state.problem = "";
        state.failing = failing(state.program);
      } catch (IOException e) {
        state.problem = String.valueOf(e.getMessage());
        state.failing = List.of();
      }
    }
  }

  /** Controller, key, time and message of each object whose latest reconcile failed. */
  private static List<String[]> failing(MonitoredProgram program) {
    EndpointResponse response = program.triggers().apply(FAILING);
    return response.status() != 200
        ? List.of()
        : response
            .text()
            .lines()
            .limit(MAX_LINES)
            .map(line -> line.split("\t", FIELDS))
            .filter(fields -> fields.length == FIELDS)
            .toList();
  }

  private static void writeFailing(State state, ObjectNode controllers) {
    for (String[] fields : state.failing) {
      if (controllers.get(fields[0]) instanceof ObjectNode controller) {
        controller
            .withArray("failing")
            .addObject()
            .put("key", fields[1])
            .put("time", fields[2])
            .put("message", fields[3]);
      }
    }
  }

  private static void leader(ApiClient client, MonitoredProgram program, ObjectNode entry)
      throws CancelledException {
    ObjectNode leader = entry.putObject("leader").put("lease", program.lease().toString());
    try {
      JsonNode spec =
          client
              .get(
                  "/apis/coordination.k8s.io/v1/namespaces/"
                      + program.lease().namespace()
                      + "/leases/"
                      + program.lease().name())
              .path("spec");
      String holder = spec.path("holderIdentity").asText("");
      leader.put("holder", holder).put("isLeader", !holder.isEmpty());
      leader.put("renewed", spec.path("renewTime").asText(""));
      leader.put("transitions", spec.path("leaseTransitions").asInt());
    } catch (ApiException e) {
      leader.put("message", String.valueOf(e.getMessage()));
    }
  }

  /**
   * What triggered reconciles: the controllers of a program, the keys of a controller, or the
   * triggers of a key.
   *
   * @param controller empty to list the controllers
   * @param key empty to list the keys
   */
  public ObjectNode why(String name, String controller, String key) throws HttpError {
    State state = states.get(name);
    if (state == null) {
      throw new HttpError(404, "NotFound", "there is no program \"" + name + "\"");
    }
    String path =
        TRIGGERS
            + (controller.isEmpty() ? "" : "/" + controller)
            + (controller.isEmpty() || key.isEmpty() ? "" : "/" + key);
    EndpointResponse response = state.program.triggers().apply(path);
    if (response.status() != 200) {
      throw new HttpError(404, "NotFound", response.text().strip());
    }
    ObjectNode document = Json.NODES.objectNode();
    ArrayNode list =
        document.putArray(controller.isEmpty() ? "controllers" : key.isEmpty() ? "keys" : "lines");
    response.text().lines().filter(line -> !line.isBlank()).limit(MAX_LINES).forEach(list::add);
    return document;
  }
}
