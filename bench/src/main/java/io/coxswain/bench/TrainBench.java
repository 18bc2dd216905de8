package io.coxswain.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.env.Env;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The steps of {@code coxswain bench train}: the whole chain, from the request that creates a
 * TrainJob over JobSet, Jobs, pods, scheduler and simulated nodes back to the status of the
 * TrainJob that counts the ready Jobs.
 */
final class TrainBench {
  private static final int CLIENTS = 16;
  private static final double PATIENCE_SECONDS = 900;
  private static final int LIST_PAUSE_MILLIS = 100;

  private final Env env;
  private final TrainBenchCommand options;
  private final Report report;
  private final String namespace;

  TrainBench(Env env, TrainBenchCommand options, Report report) {
    this.env = env;
    this.options = options;
    this.report = report;
    this.namespace = "bench-" + env.entropy().suffix(5);
  }

  void run() throws IOException, InterruptedException {
    options.cluster.measure(
        env,
        List.of("--nodes", Integer.toString(options.nodes), "--node-kind", "simulated"),
        up ->
            report.add(
                new Report.Row(
                    "start to %,d nodes ready".formatted(options.nodes),
                    -1,
                    up.readyMillis(),
                    up.readyMillis(),
                    "")),
        this::measure);
  }

  private void measure(Target target, long pid) throws IOException, InterruptedException {
    try (var wire = new Wire(target)) {
      var calls = new Calls(wire);
      calls.send("POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + namespace + "\"}}");
      calls.await(
          "the service account",
          PATIENCE_SECONDS,
          () -> calls.found("/api/v1/namespaces/" + namespace + "/serviceaccounts/default"));
      runtime(calls, "replacing", 1_000);
      runtime(calls, "restarting", 0);
      for (int i = 0; i < options.warmUps; i++) {
        large(calls, "replacing", options.cluster.size(8), options.cluster.size(64), -1, null);
      }
      large(calls, "replacing", options.cluster.size(64), options.cluster.size(64), pid, report);
      large(calls, "restarting", options.cluster.size(64), options.cluster.size(64), pid, report);
      small(target, calls, options.cluster.size(1_000), pid);
      calls.send("DELETE", "/api/v1/namespaces/" + namespace, "");
    }
  }

  // ---- what is measured

  /**
   * One TrainJob of jobs x pods: until all run, and until all run again after one pod was deleted.
   *
   * @param into null to only warm up
   */
  private void large(
      Calls calls, String runtime, int jobs, int pods, long pid, @Nullable Report into)
      throws IOException, InterruptedException {
    String name = "large-" + runtime;
    long start = System.nanoTime();
    double cpu = Child.cpuSeconds(pid);
    calls.send("POST", trainJobs(), trainJob(name, runtime + "-" + jobs));
    awaitReady(calls, name, jobs);
    double running = Calls.seconds(start);
    String spent = cpu(cpu, pid);
    if (into == null) {
      remove(calls, name);
      return;
    }
    into.add(row("%d x %d pods, all Running".formatted(jobs, pods), jobs * pods, running, spent));
    String victim = calls.get(core("/pods?limit=1")).at("/items/0/metadata/name").asText();
    start = System.nanoTime();
    cpu = Child.cpuSeconds(pid);
    calls.send("DELETE", core("/pods/" + victim + "?gracePeriodSeconds=0"), "");
    calls.await("the loss in the status", PATIENCE_SECONDS, () -> ready(calls, name) < jobs);
    awaitReady(calls, name, jobs);
    into.add(
        row(
            "one pod dies, %s".formatted(runtime),
            runtime.equals("restarting") ? jobs * pods : 1,
            Calls.seconds(start),
            cpu(cpu, pid)));
    memory("memory, %,d pods".formatted(jobs * pods), pid);
    remove(calls, name);
  }

  private void small(Target target, Calls calls, int jobs, long pid)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    double cpu = Child.cpuSeconds(pid);
    var next = new AtomicInteger();
    new Load(target, CLIENTS, PATIENCE_SECONDS)
        .run(
            (own, _, _) -> {
              int number = next.getAndIncrement();
              if (number >= jobs) {
                return false;
              }
              new Calls(own).send("POST", trainJobs(), trainJob("s" + number, "replacing-1"));
              return true;
            });
    double requested = Calls.seconds(start);
    calls.await("the last job", PATIENCE_SECONDS, () -> ready(calls, "s" + (jobs - 1)) == 1);
    calls.await(
        "all jobs",
        PATIENCE_SECONDS,
        () -> {
          pause();
          return allReady(calls) == jobs;
        });
    report.add(
        row(
            "%,d TrainJobs of one pod".formatted(jobs),
            jobs,
            Calls.seconds(start),
            ", requests took %.2f s%s".formatted(requested, cpu(cpu, pid))));
  }

  private static String cpu(double before, long pid) {
    return pid <= 0 ? "" : ", %.1f s of processor time".formatted(Child.cpuSeconds(pid) - before);
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(LIST_PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static Report.Row row(String what, int pods, double seconds, String more) {
    return new Report.Row(what, pods / seconds, -1, -1, "pods; %.2f s%s".formatted(seconds, more));
  }

  private void memory(String what, long pid) {
    double resident = Child.residentMiB(pid);
    if (pid > 0 && resident >= 0) {
      report.note(what, "%.0f MiB resident".formatted(resident));
    }
  }

  private void remove(Calls calls, String name) throws IOException, InterruptedException {
    calls.send("DELETE", trainJobs() + "/" + name + "?propagationPolicy=Background", "");
    calls.await("an end", PATIENCE_SECONDS, () -> calls.count(core("/pods")) == 0);
  }

  // ---- what the status says

  private void awaitReady(Calls calls, String name, int jobs)
      throws IOException, InterruptedException {
    calls.await("all of " + name, PATIENCE_SECONDS, () -> ready(calls, name) == jobs);
  }

  private long ready(Calls calls, String name) throws IOException {
    return calls.get(trainJobs() + "/" + name).at("/status/jobsStatus/0/ready").asLong(0);
  }

  private long allReady(Calls calls) throws IOException {
    long ready = 0;
    for (JsonNode job : calls.get(trainJobs()).path("items")) {
      ready += job.at("/status/jobsStatus/0/ready").asLong(0);
    }
    return ready;
  }

  // ---- objects

  private String core(String rest) {
    return "/api/v1/namespaces/" + namespace + rest;
  }

  private String trainJobs() {
    return "/apis/trainer.kubeflow.org/v1alpha1/namespaces/" + namespace + "/trainjobs";
  }

  private void runtime(Calls calls, String name, int backoff) throws IOException {
    for (int jobs : new int[] {1, options.cluster.size(8), options.cluster.size(64)}) {
      String path = runtimes();
      if (!calls.found(path + "/" + name + "-" + jobs)) {
        calls.send(
            "POST",
            path,
            runtimeOf(name + "-" + jobs, backoff, jobs, jobs == 1 ? 1 : options.cluster.size(64)));
      }
    }
  }

  private String runtimes() {
    return "/apis/trainer.kubeflow.org/v1alpha1/namespaces/" + namespace + "/trainingruntimes";
  }

  private static String trainJob(String name, String runtime) {
    return """
    {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainJob",
     "metadata": {"name": "%s"},
     "spec": {"runtimeRef": {"kind": "TrainingRuntime", "name": "%s"}}}
    """
        .formatted(name, runtime);
  }

  /** No step is a trainer step, because these have exactly one Job. */
  private static String runtimeOf(String name, int backoff, int jobs, int pods) {
    return """
    {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainingRuntime",
     "metadata": {"name": "%s"},
     "spec": {"template": {"spec": {
       "failurePolicy": {"maxRestarts": 100},
       "replicatedJobs": [{"name": "node", "replicas": %d, "template": {"spec": {
         "parallelism": %d, "completions": %d, "backoffLimit": %d, "template": {
         "metadata": {"annotations": {"simulated.coxswain.io/run-for": "24h"}},
         "spec": {"restartPolicy": "Never", "containers": [{"name": "node",
           "image": "registry.example.com/train:1",
           "command": ["python", "/workspace/train.py", "--epochs=10"],
           "env": [{"name": "NCCL_DEBUG", "value": "INFO"}],
           "resources": {"requests": {"cpu": "1", "memory": "1Gi"}}}]}}}}}]}}}}
    """
        .formatted(name, jobs, pods, pods, backoff);
  }
}
