package io.coxswain.bench;

import io.coxswain.env.Env;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What {@code coxswain bench kube} does, in order. The pods get no nodes: it is the controllers
 * that are measured, from the request that wants pods to the last pod on the server, and to the
 * status that counts them.
 */
final class KubeBench {
  private static final int CLIENTS = 16;
  private static final double PATIENCE_SECONDS = 300;

  private final Env env;
  private final ClusterBenchOptions options;
  private final Report report;
  private final String namespace;

  KubeBench(Env env, ClusterBenchOptions options, Report report) {
    this.env = env;
    this.options = options;
    this.report = report;
    this.namespace = "bench-" + env.entropy().suffix(5);
  }

  void run() throws IOException, InterruptedException {
    options.measure(
        env,
        List.of("--nodes", "0", "--no-scheduler"),
        up -> {
          report.add(new Report.Row("start to ready", -1, up.readyMillis(), up.readyMillis(), ""));
          memory("memory, idle", up.pid());
        },
        this::measure);
  }

  private void measure(Target target, long pid) throws IOException, InterruptedException {
    try (var wire = new Wire(target)) {
      var calls = new Calls(wire);
      calls.send("POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + namespace + "\"}}");
      calls.await(
          "the service account",
          PATIENCE_SECONDS,
          () -> calls.found(core("/serviceaccounts/default")));
      deployment(calls, options.size(200), null);
      deployment(calls, options.size(1_000), report);
      job(calls, options.size(2_000), pid);
      job(calls, options.size(10_000), pid);
      manyJobs(target, calls, options.size(1_000), 10);
      calls.send("DELETE", "/api/v1/namespaces/" + namespace, "");
    }
  }

  private void memory(String what, long pid) {
    double resident = Child.residentMiB(pid);
    if (pid > 0 && resident >= 0) {
      report.note(what, "%.0f MiB resident".formatted(resident));
    }
  }

  // ---- what is measured

  /** Without a report it only warms up. */
  private void deployment(Calls calls, int replicas, @Nullable Report into)
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
        time(
            calls,
            path,
            body,
            replicas,
            () -> calls.get(path + "/d").at("/status/replicas").asLong(0));
    double gone = remove(calls, path + "/d");
    if (into != null) {
      into.add(times.row("Deployment of %,d".formatted(replicas), replicas, gone));
    }
  }

  private void job(Calls calls, int pods, long pid) throws IOException, InterruptedException {
    String path = "/apis/batch/v1/namespaces/" + namespace + "/jobs";
    Times times =
        time(
            calls,
            path,
            jobOf("j", pods),
            pods,
            () -> calls.get(path + "/j").at("/status/active").asLong(0));
    memory("memory, %,d pods".formatted(pods), pid);
    double gone = remove(calls, path + "/j");
    report.add(times.row("Indexed Job of %,d".formatted(pods), pods, gone));
  }

  private void manyJobs(Target target, Calls calls, int jobs, int each)
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
              new Calls(own).send("POST", path, jobOf("j" + number, each));
              return true;
            });
    double requested = Calls.seconds(start);
    int all = jobs * each;
    calls.await("pods", PATIENCE_SECONDS, () -> pods(calls) >= all);
    double made = Calls.seconds(start);
    start = System.nanoTime();
    calls.send("DELETE", path + "?propagationPolicy=Background", "");
    calls.await("an end", PATIENCE_SECONDS, () -> pods(calls) == 0);
    report.add(
        new Times(made, made)
            .row(
                "%,d Jobs of %d".formatted(jobs, each),
                all,
                Calls.seconds(start),
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

  private Times time(Calls calls, String path, String body, int pods, Count status)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    calls.send("POST", path, body);
    calls.await("pods", PATIENCE_SECONDS, () -> pods(calls) >= pods);
    double made = Calls.seconds(start);
    calls.await("the status", PATIENCE_SECONDS, () -> status.get() >= pods);
    return new Times(made, Calls.seconds(start));
  }

  private double remove(Calls calls, String path) throws IOException, InterruptedException {
    long start = System.nanoTime();
    calls.send("DELETE", path + "?propagationPolicy=Background", "");
    calls.await("an end", PATIENCE_SECONDS, () -> pods(calls) == 0);
    return Calls.seconds(start);
  }

  // ---- asking

  private interface Count {
    long get() throws IOException;
  }

  private String core(String rest) {
    return "/api/v1/namespaces/" + namespace + rest;
  }

  private long pods(Calls calls) throws IOException {
    return calls.count(core("/pods"));
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
