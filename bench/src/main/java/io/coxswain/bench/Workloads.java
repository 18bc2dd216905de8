package io.coxswain.bench;

import io.coxswain.env.Env;
import java.io.IOException;

/**
 * Objects that create many pods, on a cluster with controllers: the time until the pods exist,
 * until the status counts them, and until they have been deleted. Each takes the whole namespace,
 * one after the other.
 */
final class Workloads {
  static final double PATIENCE_SECONDS = 300;
  static final Runnable NOTHING = () -> {};

  private static final String POD =
      """
      {"restartPolicy": "%s", "containers": [{"name": "main", "image": "registry.example.com/train:1",
        "command": ["python", "/workspace/train.py", "--epochs=10"],
        "env": [{"name": "NCCL_DEBUG", "value": "INFO"}],
        "resources": {"requests": {"cpu": "1", "memory": "1Gi"}}}]}\
      """;

  private final Calls calls;
  private final String namespace;

  private Workloads(Calls calls, String namespace) {
    this.calls = calls;
    this.namespace = namespace;
  }

  /** Creates a namespace and waits until the controllers have created what pods need. */
  static Workloads open(Env env, Calls calls) throws IOException, InterruptedException {
    var workloads = new Workloads(calls, "bench-" + env.entropy().suffix(5));
    String body = "{\"metadata\":{\"name\":\"" + workloads.namespace + "\"}}";
    calls.send("POST", "/api/v1/namespaces", body);
    String account = workloads.core("/serviceaccounts/default");
    calls.await("the service account", PATIENCE_SECONDS, () -> calls.found(account));
    return workloads;
  }

  /** Deletes the namespace. */
  void close() throws IOException {
    calls.send("DELETE", core(""), "");
  }

  /**
   * Durations in seconds.
   *
   * @param pods until the last pod existed
   * @param status until the status counted all of them
   * @param gone from the deletion until no pod was left
   */
  record Times(double pods, double status, double gone) {}

  /**
   * @param whenThere runs when all pods exist
   */
  Times deployment(int replicas, Runnable whenThere) throws IOException, InterruptedException {
    String path = "/apis/apps/v1/namespaces/" + namespace + "/deployments";
    String body =
        """
        {"metadata": {"name": "d"},
         "spec": {"replicas": %d, "selector": {"matchLabels": {"app": "d"}},
                  "template": {"metadata": {"labels": {"app": "d"}}, "spec": %s}}}
        """
            .formatted(replicas, POD.formatted("Always"));
    return time(path, "d", body, replicas, "/status/replicas", whenThere);
  }

  /** An Indexed Job; otherwise like above. */
  Times job(int pods, Runnable whenThere) throws IOException, InterruptedException {
    return time(jobs(), "j", jobOf("j", pods), pods, "/status/active", whenThere);
  }

  private Times time(
      String path, String name, String body, int pods, String count, Runnable whenThere)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    calls.send("POST", path, body);
    awaitPods(pods);
    double made = Calls.seconds(start);
    String object = path + "/" + name;
    calls.await(
        "the status", PATIENCE_SECONDS, () -> calls.get(object).at(count).asLong(0) >= pods);
    double counted = Calls.seconds(start);
    whenThere.run();
    return new Times(made, counted, remove(object));
  }

  void awaitPods(int pods) throws IOException, InterruptedException {
    calls.await("pods", PATIENCE_SECONDS, () -> calls.count(core("/pods")) >= pods);
  }

  /** Deletes the object at a path, and returns the time until its pods were deleted. */
  double remove(String path) throws IOException, InterruptedException {
    long start = System.nanoTime();
    calls.send("DELETE", path + "?propagationPolicy=Background", "");
    calls.await("an end", PATIENCE_SECONDS, () -> calls.count(core("/pods")) == 0);
    return Calls.seconds(start);
  }

  private String core(String rest) {
    return "/api/v1/namespaces/" + namespace + rest;
  }

  String jobs() {
    return "/apis/batch/v1/namespaces/" + namespace + "/jobs";
  }

  static String jobOf(String name, int pods) {
    return """
    {"metadata": {"name": "%s"},
     "spec": {"completionMode": "Indexed", "completions": %d, "parallelism": %d,
              "template": {"spec": %s}}}
    """
        .formatted(name, pods, pods, POD.formatted("Never"));
  }
}
