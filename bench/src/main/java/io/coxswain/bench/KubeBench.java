package io.coxswain.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What {@code coxswain bench kube} does, in order. The pods get no nodes: it is the controllers
 * that are measured, from the request that wants pods to the last pod on the server, and to the
 * status that counts them.
 */
final class KubeBench {
  private static final byte[] NOTHING = {};
  private static final int CLIENTS = 16;
  private static final int POLL_MILLIS = 5;
  private static final double PATIENCE_SECONDS = 300;

  private final Env env;
  private final KubeBenchCommand options;
  private final Report report;
  private final String namespace;

  KubeBench(Env env, KubeBenchCommand options, Report report) {
    this.env = env;
    this.options = options;
    this.report = report;
    this.namespace = "bench-" + env.entropy().suffix(5);
  }

  void run() throws IOException, InterruptedException {
    Path kubeconfig = options.kubeconfig;
    if (kubeconfig != null) {
      measure(Target.of(env, kubeconfig.toAbsolutePath()), options.pid);
      return;
    }
    Path folder = Files.createTempDirectory("coxswain-bench");
    try (Child up =
        Child.start(
            Programs.coxswain("up", "--nodes", "0", "--no-scheduler", "--kubeconfig", "kubeconfig"),
            folder)) {
      report.add(new Report.Row("start to ready", -1, up.readyMillis(), up.readyMillis(), ""));
      memory("memory, idle", up.pid());
      measure(Target.of(env, folder.resolve("kubeconfig")), up.pid());
    } finally {
      env.files().delete(folder);
    }
  }

  private void measure(Target target, long pid) throws IOException, InterruptedException {
    try (var wire = new Wire(target)) {
      send(wire, "POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + namespace + "\"}}");
      await(wire, "the service account", () -> found(wire, core("/serviceaccounts/default")));
      deployment(wire, size(200), null);
      deployment(wire, size(1_000), report);
      job(wire, size(2_000), pid);
      job(wire, size(10_000), pid);
      manyJobs(target, wire, size(1_000), 10);
      send(wire, "DELETE", "/api/v1/namespaces/" + namespace, "");
    }
  }

  private int size(int usual) {
    return Math.max(1, (int) Math.round(usual * options.scale));
  }

  private void memory(String what, long pid) {
    double resident = Child.residentMiB(pid);
    if (pid > 0 && resident >= 0) {
      report.note(what, "%.0f MiB resident".formatted(resident));
    }
  }

  // ---- what is measured

  /** Without a report it only warms up. */
  private void deployment(Wire wire, int replicas, @Nullable Report into)
      throws IOException, InterruptedException {
    String path = "/apis/apps/v1/namespaces/" + namespace + "/deployments";
    String body =
        """
        {"metadata": {"name": "d"},
         "spec": {"replicas": %d, "selector": {"matchLabels": {"app": "d"}},
                  "template": {"metadata": {"labels": {"app": "d"}}, "spec": %s}}}
        """
            .formatted(replicas, POD.formatted("Always"));
    Times times =
        time(wire, path, body, replicas, () -> number(wire, path + "/d", "/status/replicas"));
    double gone = remove(wire, path + "/d");
    if (into != null) {
      into.add(times.row("Deployment of %,d".formatted(replicas), replicas, gone));
    }
  }

  private void job(Wire wire, int pods, long pid) throws IOException, InterruptedException {
    String path = "/apis/batch/v1/namespaces/" + namespace + "/jobs";
    Times times =
        time(wire, path, jobOf("j", pods), pods, () -> number(wire, path + "/j", "/status/active"));
    memory("memory, %,d pods".formatted(pods), pid);
    double gone = remove(wire, path + "/j");
    report.add(times.row("Indexed Job of %,d".formatted(pods), pods, gone));
  }

  private void manyJobs(Target target, Wire wire, int jobs, int each)
      throws IOException, InterruptedException {
    String path = "/apis/batch/v1/namespaces/" + namespace + "/jobs";
    long start = System.nanoTime();
    var next = new AtomicInteger();
    new Load(target, CLIENTS, PATIENCE_SECONDS, 0)
        .run(
            (own, _, _) -> {
              int number = next.getAndIncrement();
              if (number >= jobs) {
                return false;
              }
              send(own, "POST", path, jobOf("j" + number, each));
              return true;
            });
    double requested = seconds(start);
    int all = jobs * each;
    await(wire, "pods", () -> pods(wire) >= all);
    double made = seconds(start);
    start = System.nanoTime();
    send(wire, "DELETE", path + "?propagationPolicy=Background", "");
    await(wire, "an end", () -> pods(wire) == 0);
    report.add(
        new Times(made, made)
            .row(
                "%,d Jobs of %d".formatted(jobs, each),
                all,
                seconds(start),
                ", requests took %.2f s".formatted(requested)));
  }

  /**
   * How long it took.
   *
   * @param pods until the last pod was there
   * @param status until the status counted all of them
   */
  private record Times(double pods, double status) {
    Report.Row row(String what, int count, double gone) {
      return row(what, count, gone, ", status after %.2f s".formatted(status));
    }

    Report.Row row(String what, int count, double gone, String more) {
      return new Report.Row(
          what,
          count / pods,
          -1,
          -1,
          "pods; all after %.2f s%s; gone in %.2f s".formatted(pods, more, gone));
    }
  }

  private Times time(Wire wire, String path, String body, int pods, Count status)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    send(wire, "POST", path, body);
    await(wire, "pods", () -> pods(wire) >= pods);
    double made = seconds(start);
    await(wire, "the status", () -> status.get() >= pods);
    return new Times(made, seconds(start));
  }

  private double remove(Wire wire, String path) throws IOException, InterruptedException {
    long start = System.nanoTime();
    send(wire, "DELETE", path + "?propagationPolicy=Background", "");
    await(wire, "an end", () -> pods(wire) == 0);
    return seconds(start);
  }

  // ---- asking

  private interface Condition {
    boolean holds() throws IOException;
  }

  private interface Count {
    long get() throws IOException;
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private void await(Wire wire, String what, Condition condition)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!condition.holds()) {
      if (seconds(start) > PATIENCE_SECONDS) {
        throw new IOException(
            "waited %.0f s for %s; there are %d pods"
                .formatted(PATIENCE_SECONDS, what, pods(wire)));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private String core(String rest) {
    return "/api/v1/namespaces/" + namespace + rest;
  }

  /** The server counts; a list of all would cost more than what is measured. */
  private long pods(Wire wire) throws IOException {
    JsonNode page = get(wire, core("/pods?limit=1"));
    return page.path("items").size() + page.at("/metadata/remainingItemCount").asLong(0);
  }

  private static long number(Wire wire, String path, String pointer) throws IOException {
    return get(wire, path).at(pointer).asLong(0);
  }

  private static boolean found(Wire wire, String path) throws IOException {
    return wire.call("GET", path, "", NOTHING, false).ok();
  }

  private static JsonNode get(Wire wire, String path) throws IOException {
    return Json.MAPPER.readTree(checked(wire.call("GET", path, "", NOTHING, true), path).body());
  }

  private static void send(Wire wire, String method, String path, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String type = body.isEmpty() ? "" : "application/json";
    checked(wire.call(method, path, type, bytes, true), method + " " + path);
  }

  private static Wire.Answer checked(Wire.Answer answer, String what) throws IOException {
    IOException problem = Wire.problem(answer, what);
    if (problem != null) {
      throw problem;
    }
    return answer;
  }

  // ---- objects

  private static final String POD =
      """
      {"restartPolicy": "%s", "containers": [{"name": "main", "image": "registry.example.com/train:1",
        "command": ["python", "/workspace/train.py", "--epochs=10"],
        "env": [{"name": "NCCL_DEBUG", "value": "INFO"}],
        "resources": {"requests": {"cpu": "1", "memory": "1Gi"}}}]}\
      """;

  private static String jobOf(String name, int pods) {
    return """
    {"metadata": {"name": "%s"},
     "spec": {"completionMode": "Indexed", "completions": %d, "parallelism": %d,
              "template": {"spec": %s}}}
    """
        .formatted(name, pods, pods, POD.formatted("Never"));
  }
}
