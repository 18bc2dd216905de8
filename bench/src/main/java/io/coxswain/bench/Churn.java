package io.coxswain.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * A user who changes a cluster at random and remembers the last requests. A request that succeeded
 * must take effect; one that did not is repeated.
 */
final class Churn {
  private static final double PATIENCE_SECONDS = 300;
  private static final int ANSWER_SECONDS = 60;

  /** The kinds that must have no objects after everything was deleted. */
  private static final List<String> KINDS =
      List.of(
          "/apis/apps/v1/deployments",
          "/apis/apps/v1/replicasets",
          "/apis/apps/v1/statefulsets",
          "/apis/apps/v1/controllerrevisions",
          "/apis/batch/v1/jobs",
          "/api/v1/pods");

  private static final List<String> TRAINING_KINDS =
      List.of(
          "/apis/trainer.kubeflow.org/v1alpha1/trainjobs",
          "/apis/trainer.kubeflow.org/v1alpha1/trainingruntimes",
          "/apis/jobset.x-k8s.io/v1alpha2/jobsets");

  private final Target target;
  private final Random random;
  private final boolean nodes;
  private final SlowWatches watches;
  private final SequencedMap<String, Wanted> wanted = new TreeMap<>();
  private final List<String> namespaces = new ArrayList<>();
  private int count;

  /** For requests; replaced after each failure. */
  private Wire wire;

  /**
   * @param nodes whether there are nodes that run the pods, and trainings
   */
  Churn(Target target, Random random, boolean nodes) throws IOException {
    this.target = target;
    this.random = random;
    this.nodes = nodes;
    this.wire = new Wire(target);
    this.watches = new SlowWatches(target);
  }

  /**
   * The expected final state of an object.
   *
   * @param field its path
   */
  private record Wanted(String field, int count) {}

  // ---- the cycle

  /** Creates new namespaces with one object of each kind. */
  void fill() throws IOException, InterruptedException {
    for (int i = 0; i < 2; i++) {
      String namespace = "soak-" + count++;
      namespaces.add(namespace);
      create("/api/v1/namespaces", namespace, "{\"metadata\":{\"name\":\"" + namespace + "\"}}");
      await(
          "the service account of " + namespace,
          () -> found("/api/v1/namespaces/" + namespace + "/serviceaccounts/default"));
      for (int j = 0; j < 3; j++) {
        deployment(namespace);
      }
      for (int j = 0; j < 2; j++) {
        statefulSet(namespace);
      }
      for (int j = 0; j < 3; j++) {
        job(namespace);
      }
      if (nodes) {
        training(namespace);
      }
      watches.openOne("/api/v1/pods?watch=true");
      watches.openOne("/api/v1/namespaces/" + namespace + "/events?watch=true");
    }
  }

  /** Performs a random action. */
  void disturb() throws IOException, InterruptedException {
    String namespace = namespaces.get(random.nextInt(namespaces.size()));
    switch (random.nextInt(8)) {
      case 0, 1 -> scale();
      case 2, 3, 4 -> killPod(namespace);
      case 5 -> delete();
      case 6 -> {
        deployment(namespace);
        job(namespace);
      }
      default -> watches.wakeOne();
    }
  }

  /** Waits until everything is in its desired state. */
  void settle() throws IOException, InterruptedException {
    for (Map.Entry<String, Wanted> object : wanted.entrySet()) {
      Wanted state = object.getValue();
      await(
          "%s to show %d at %s".formatted(object.getKey(), state.count, state.field),
          () -> get(object.getKey()).at(state.field).asInt(0) == state.count);
    }
  }

  /** Deletes everything, some of it with its namespace, and waits until nothing is left. */
  void empty() throws IOException, InterruptedException {
    for (String object : List.copyOf(wanted.keySet())) {
      if (random.nextBoolean()) {
        delete(object);
      }
    }
    wanted.clear();
    for (String namespace : namespaces) {
      call("DELETE", "/api/v1/namespaces/" + namespace, "", "");
    }
    for (String namespace : namespaces) {
      await("the end of namespace " + namespace, () -> !found("/api/v1/namespaces/" + namespace));
    }
    namespaces.clear();
    for (String kind : KINDS) {
      awaitNone(kind);
    }
    if (nodes) {
      for (String kind : TRAINING_KINDS) {
        awaitNone(kind);
      }
    }
    watches.wakeOne();
  }

  private void awaitNone(String kind) throws IOException, InterruptedException {
    await("the end of all " + kind, () -> get(kind + "?limit=1").path("items").isEmpty());
  }

  /** Checks that no acknowledged object is missing after a restart. */
  void checkAllThere() throws IOException, InterruptedException {
    for (String object : wanted.keySet()) {
      if (!found(object)) {
        throw new IOException(object + " was created and is not there any more");
      }
    }
  }

  void close() {
    watches.close();
    wire.close();
  }

  /** Drops the watches, which do not survive a restart of the server. */
  void forgetWatches() {
    watches.close();
  }

  // ---- things to do

  private void deployment(String namespace) throws IOException, InterruptedException {
    int replicas = 1 + random.nextInt(8);
    String name = "d" + count++;
    String path = "/apis/apps/v1/namespaces/" + namespace + "/deployments";
    create(path, name, SoakObjects.deployment(name, replicas));
    want(path + "/" + name, nodes ? "/status/readyReplicas" : "/status/replicas", replicas);
    create("/api/v1/namespaces/" + namespace + "/services", name, SoakObjects.service(name));
  }

  private void statefulSet(String namespace) throws IOException, InterruptedException {
    int replicas = 1 + random.nextInt(3);
    String name = "s" + count++;
    String path = "/apis/apps/v1/namespaces/" + namespace + "/statefulsets";
    create(path, name, SoakObjects.statefulSet(name, replicas));
    // Without nodes the first is never ready, and the second is created only after it is.
    want(
        path + "/" + name,
        nodes ? "/status/readyReplicas" : "/status/replicas",
        nodes ? replicas : 1);
  }

  private void job(String namespace) throws IOException, InterruptedException {
    int pods = 1 + random.nextInt(6);
    boolean ends = nodes && random.nextBoolean();
    String name = "j" + count++;
    String path = "/apis/batch/v1/namespaces/" + namespace + "/jobs";
    create(path, name, SoakObjects.job(name, pods, ends ? "1s" : "24h"));
    want(path + "/" + name, ends ? "/status/succeeded" : "/status/active", pods);
  }

  private void training(String namespace) throws IOException, InterruptedException {
    int number = count++;
    String group = "/apis/trainer.kubeflow.org/v1alpha1/namespaces/" + namespace;
    int pods = 1 + random.nextInt(4);
    create(
        group + "/trainingruntimes", "r" + number, SoakObjects.trainingRuntime("r" + number, pods));
    create(group + "/trainjobs", "t" + number, SoakObjects.trainJob("t" + number, "r" + number));
    want(group + "/trainjobs/t" + number, "/status/jobsStatus/0/ready", 1);
  }

  private void scale() throws IOException, InterruptedException {
    List<String> some = wanted.keySet().stream().filter(path -> path.contains("/apps/")).toList();
    if (some.isEmpty()) {
      return;
    }
    String path = some.get(random.nextInt(some.size()));
    Wanted before = wanted.get(path);
    if (before == null || (!nodes && path.contains("/statefulsets/"))) {
      return;
    }
    int replicas = random.nextInt(12);
    call(
        "PATCH",
        path,
        "application/merge-patch+json",
        "{\"spec\":{\"replicas\":" + replicas + "}}");
    want(path, before.field, replicas);
  }

  private void killPod(String namespace) throws IOException, InterruptedException {
    JsonNode pods = get("/api/v1/namespaces/" + namespace + "/pods?limit=50").path("items");
    if (!pods.isEmpty()) {
      String name = pods.get(random.nextInt(pods.size())).at("/metadata/name").asText();
      String grace = random.nextBoolean() ? "?gracePeriodSeconds=0" : "";
      call("DELETE", "/api/v1/namespaces/" + namespace + "/pods/" + name + grace, "", "");
    }
  }

  private void delete() throws IOException, InterruptedException {
    List<String> all = List.copyOf(wanted.keySet());
    if (!all.isEmpty()) {
      delete(all.get(random.nextInt(all.size())));
    }
  }

  private void delete(String path) throws IOException, InterruptedException {
    String policy = random.nextBoolean() ? "Background" : "Foreground";
    call("DELETE", path + "?propagationPolicy=" + policy, "", "");
    wanted.remove(path);
  }

  private void want(String path, String field, int value) {
    wanted.put(path, new Wanted(field, value));
  }

  // ---- requests

  private interface Condition {
    boolean holds() throws IOException, InterruptedException;
  }

  private void await(String what, Condition condition) throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!condition.holds()) {
      if (Calls.seconds(start) > PATIENCE_SECONDS) {
        throw new IOException("stuck: waited %.0f s for %s".formatted(PATIENCE_SECONDS, what));
      }
      Thread.sleep(100);
    }
  }

  private void create(String path, String name, String body)
      throws IOException, InterruptedException {
    Wire.Answer answer = call("POST", path, "application/json", body);
    if (!answer.ok() && answer.status() != 409) { // a response may have been lost
      throw new IOException(
          "%s %s was refused: %s"
              .formatted(path, name, new String(answer.body(), StandardCharsets.UTF_8)));
    }
  }

  private boolean found(String path) throws IOException, InterruptedException {
    return call("GET", path, "", "").ok();
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    Wire.Answer answer = call("GET", path, "", "");
    return Json.MAPPER.readTree(answer.body());
  }

  /** Retries until there is a response: the server may be restarting. */
  private Wire.Answer call(String method, String path, String type, String body)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (true) {
      try {
        Wire.Answer answer =
            wire.call(method, path, type, body.getBytes(StandardCharsets.UTF_8), true);
        if (answer.status() != 429 && answer.status() != 503) {
          return answer;
        }
      } catch (IOException e) {
        if (Calls.seconds(start) > ANSWER_SECONDS) {
          throw e;
        }
        reconnect();
      }
      Thread.sleep(100);
    }
  }

  private void reconnect() {
    wire.close();
    try {
      wire = new Wire(target);
    } catch (IOException e) {
      return; // not available yet; the next request reports it and retries
    }
  }
}
