package io.coxswain.bench;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.Set;

/** The life of many pods: step after step, each by all clients for the same time. */
final class PodLife {
  private static final byte[] NOTHING = {};

  /** The operations on pods, in this order. */
  enum Step {
    CREATE("create"),
    GET("get"),
    LIST("list of 100"),
    STATUS("patch status"),
    APPLY("apply"),
    DELETE("delete");

    final String words;

    Step(String words) {
      this.words = words;
    }
  }

  private final BenchNamespace namespace;
  private final Load load;
  private final String prefix;

  /** The number of pods created by each client. */
  private final int[] made;

  /**
   * @param pids of the server, for its processor time
   */
  PodLife(BenchNamespace namespace, int clients, double seconds, long... pids) {
    this.namespace = namespace;
    this.load = new Load(namespace.target(), clients, seconds, pids);
    this.prefix = "p" + clients;
    this.made = new int[clients];
  }

  /** Creation is always one of the steps; at the end no pod is left. */
  SequencedMap<Step, Load.Result> run(Set<Step> steps) throws IOException, InterruptedException {
    var results = new LinkedHashMap<Step, Load.Result>();
    for (Step step : Step.values()) {
      if (step == Step.CREATE || steps.contains(step)) {
        results.put(step, load.run((wire, client, number) -> send(step, wire, client, number)));
      }
    }
    try (var wire = new Wire(namespace.target())) {
      wire.call("DELETE", namespace.path("/pods?gracePeriodSeconds=0"), "", NOTHING, false);
    }
    return results;
  }

  private boolean send(Step step, Wire wire, int client, int number) throws IOException {
    if (step == Step.CREATE) {
      made[client] = number + 1;
    }
    if (made[client] == 0 || (step == Step.DELETE && number >= made[client])) {
      return false; // on a busy host a client may have been too late to create one
    }
    String name = prefix + "-" + client + "-" + number % made[client];
    String pod = namespace.path("/pods/" + name);
    Wire.Answer answer =
        switch (step) {
          case CREATE -> {
            byte[] body = Pods.pod(name, "");
            yield wire.call("POST", namespace.path("/pods"), "application/json", body, false);
          }
          case GET -> wire.call("GET", pod, "", NOTHING, false);
          case LIST -> wire.call("GET", namespace.path("/pods?limit=100"), "", NOTHING, false);
          case STATUS -> {
            String type = "application/merge-patch+json";
            yield wire.call("PATCH", pod + "/status", type, Pods.status(number), false);
          }
          case APPLY -> {
            String path = pod + "?fieldManager=bench-apply&force=true";
            byte[] body = Pods.apply(name, number);
            yield wire.call("PATCH", path, "application/apply-patch+yaml", body, false);
          }
          case DELETE -> wire.call("DELETE", pod + "?gracePeriodSeconds=0", "", NOTHING, false);
        };
    if (!answer.ok()) {
      throw new IOException("%s: a request was answered %d".formatted(step.words, answer.status()));
    }
    return true;
  }
}
