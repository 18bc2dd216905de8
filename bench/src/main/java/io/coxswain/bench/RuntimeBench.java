package io.coxswain.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * The steps of {@code coxswain bench runtime}. Each program runs in its own process, uses the same
 * API server over HTTPS and measures itself; the names of the rows describe the measurements.
 */
final class RuntimeBench {
  static final String NAMESPACE = "bench";

  private static final byte[] NOTHING = {};
  private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/bench/leases";
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  /** For memory: the serial collector gives the clearest numbers. */
  static final List<String> SIMPLE =
      List.of("-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-Xmx4g");

  static final List<String> DEFAULT = List.of("-XX:+UseCompactObjectHeaders");

  private final Env env;
  private final RuntimeBenchCommand options;
  private final RuntimeReport report;

  RuntimeBench(Env env, RuntimeBenchCommand options, RuntimeReport report) {
    this.env = env;
    this.options = options;
    this.report = report;
  }

  void run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("coxswain-bench");
    try {
      List<BenchmarkedProgram> contenders = contenders(folder);
      contenders.forEach(contender -> report.contender(contender.name()));
      try (Child _ =
          Child.start(Programs.coxswain("apiserver", "--kubeconfig", "kubeconfig"), folder)) {
        String kubeconfig = folder.resolve("kubeconfig").toString();
        Target target = Target.of(env, Path.of(kubeconfig));
        prepare(target, options.pods, options.others);
        sizes(target);
        for (BenchmarkedProgram contender : contenders) {
          memory(contender, folder, kubeconfig);
        }
        for (BenchmarkedProgram contender : contenders) {
          start(contender, folder, kubeconfig);
        }
        for (BenchmarkedProgram contender : contenders) {
          work(contender, folder, kubeconfig);
        }
        for (BenchmarkedProgram contender : contenders) {
          lease(contender, folder, kubeconfig, target);
        }
        fill(target, "configmaps", options.others, options.initial, i -> Pods.configMap("c" + i));
        for (BenchmarkedProgram contender : contenders) {
          initial(contender, folder, kubeconfig);
        }
      }
    } finally {
      env.files().delete(folder);
    }
  }

  private List<BenchmarkedProgram> contenders(Path folder)
      throws IOException, InterruptedException {
    var all = new ArrayList<BenchmarkedProgram>();
    var peers = new Peers(folder, report::note);
    for (String name : options.contenders) {
      switch (name) {
        case "own" -> all.add(own());
        case "josdk" -> peers.josdk().ifPresent(all::add);
        case "controller-runtime" -> peers.controllerRuntime().ifPresent(all::add);
        default ->
            throw new IOException(
                "no contender " + name + "; there are own, josdk and controller-runtime");
      }
    }
    return all;
  }

  /** Ours. */
  static BenchmarkedProgram own() {
    return new BenchmarkedProgram(
        "Coxswain",
        jvm -> {
          List<String> command = Child.java(OwnContender.class.getName());
          command.addAll(1, jvm);
          return command;
        });
  }

  // ---- the server

  /** Fills a server with pods and other objects. */
  static void prepare(Target target, int pods, int others)
      throws IOException, InterruptedException {
    try (var wire = new Wire(target)) {
      post(wire, "/api/v1/namespaces", "{\"metadata\":{\"name\":\"bench\"}}");
      post(
          wire,
          "/api/v1/namespaces/bench/serviceaccounts",
          "{\"metadata\":{\"name\":\"default\"}}");
    }
    fill(target, "pods", 0, pods, i -> Pods.pod("p" + i, ""));
    fill(target, "configmaps", 0, others, i -> Pods.configMap("c" + i));
  }

  private void sizes(Target target) throws IOException {
    try (var wire = new Wire(target)) {
      Wire.Answer answer = wire.call("GET", "/api/v1/namespaces/bench/pods/p0", "", NOTHING, true);
      report.note(
          "A pod is %,d bytes of JSON as it comes, %,d without managedFields."
              .formatted(answer.body().length, withoutManagedFields(answer.body())));
    }
  }

  private static int withoutManagedFields(byte[] object) {
    var tree = Json.tree(object);
    tree.withObjectProperty("metadata").remove("managedFields");
    return Json.bytes(tree).length;
  }

  private static void post(Wire wire, String path, String json) throws IOException {
    Wire.Answer answer =
        wire.call("POST", path, "application/json", json.getBytes(StandardCharsets.UTF_8), true);
    IOException problem = answer.status() == 409 ? null : Wire.problem(answer, "POST " + path);
    if (problem != null) {
      throw problem;
    }
  }

  private static void fill(
      Target target, String plural, int from, int to, IntFunction<byte[]> object)
      throws IOException, InterruptedException {
    var next = new AtomicInteger(from);
    String path = "/api/v1/namespaces/bench/" + plural;
    var _ =
        new Load(target, 16, 600)
            .run(
                (wire, _, _) -> {
                  int number = next.getAndIncrement();
                  if (number >= to) {
                    return false;
                  }
                  Wire.Answer answer =
                      wire.call("POST", path, "application/json", object.apply(number), false);
                  if (!answer.ok()) {
                    throw new IOException("POST " + path + ": " + answer.status());
                  }
                  return true;
                });
  }

  // ---- the measurements

  private void memory(BenchmarkedProgram contender, Path folder, String kubeconfig)
      throws IOException, InterruptedException {
    String count = Integer.toString(options.pods);
    Map<String, Double> found = contender.measure(folder, SIMPLE, "memory", kubeconfig, count);
    double atRest = found.getOrDefault("heap", -1.0);
    report.add(
        "heap per cached pod as it comes, bytes",
        contender.name(),
        found.getOrDefault("fresh", atRest));
    report.add("heap per cached pod at rest, bytes", contender.name(), atRest);
    report.add(
        "peak heap during the first list / steady",
        contender.name(),
        found.getOrDefault("peak", -1.0) / found.getOrDefault("steady", 1.0));
  }

  private void start(BenchmarkedProgram contender, Path folder, String kubeconfig)
      throws IOException, InterruptedException {
    double best = Double.MAX_VALUE;
    double cpu = Double.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      Map<String, Double> found = contender.measure(folder, DEFAULT, "sync", kubeconfig, "0");
      best = Math.min(best, found.getOrDefault("wall", Double.MAX_VALUE));
      cpu = Math.min(cpu, found.getOrDefault("cpu", Double.MAX_VALUE));
    }
    report.add("processor time to both kinds synced, best of 3, ms", contender.name(), cpu);
    report.add("process start to both kinds synced, best of 3, ms", contender.name(), best);
  }

  private void work(BenchmarkedProgram contender, Path folder, String kubeconfig)
      throws IOException, InterruptedException {
    Map<String, Double> found = contender.measure(folder, DEFAULT, "work", kubeconfig, "0");
    for (var row :
        Map.of(
                "1 perSecond", "no-op reconciles per second, 16 workers",
                "1 perCpuSecond", "no-op reconciles per second of one core",
                "2 p50", "queue latency at 10,000 adds/s, p50 ms",
                "3 p99", "queue latency at 10,000 adds/s, p99 ms",
                "4 threads", "platform threads")
            .entrySet()
            .stream()
            .sorted(Map.Entry.comparingByKey())
            .toList()) {
      Double value = found.get(row.getKey().substring(2));
      if (value != null) {
        report.add(row.getValue(), contender.name(), value);
      }
    }
  }

  /** The lease is first held by a holder that has ended, so that the program's caches are full. */
  private void lease(BenchmarkedProgram contender, Path folder, String kubeconfig, Target target)
      throws IOException, InterruptedException {
    try (var wire = new Wire(target)) {
      wire.call("DELETE", LEASES + "/bench", "", NOTHING, false);
      String now = MICROS.format(env.clock().now());
      post(
          wire,
          LEASES,
          """
          {"metadata":{"name":"bench"},"spec":{"holderIdentity":"nobody","leaseDurationSeconds":10,\
          "acquireTime":"%1$s","renewTime":"%1$s","leaseTransitions":0}}
          """
              .formatted(now));
    }
    double first =
        contender.measure(folder, DEFAULT, "lease", kubeconfig, "0").getOrDefault("first", -1.0);
    try (var wire = new Wire(target)) {
      JsonNode lease = Json.tree(wire.call("GET", LEASES + "/bench", "", NOTHING, true).body());
      Instant won = Instant.parse(lease.path("spec").path("acquireTime").asText());
      double micros = won.getEpochSecond() * 1e6 + won.getNano() / 1e3;
      report.add(
          "lease won to first reconcile, warm, ms", contender.name(), (first - micros) / 1e3);
    }
  }

  private void initial(BenchmarkedProgram contender, Path folder, String kubeconfig)
      throws IOException, InterruptedException {
    Map<String, Double> found =
        contender.measure(
            folder, DEFAULT, "initial", kubeconfig, Integer.toString(options.initial));
    String behind = "changed object behind %,d initial ones, ".formatted(options.initial);
    report.add(behind + "ms", contender.name(), found.getOrDefault("behind", -1.0));
    report.add(
        behind + "passes before its own", contender.name(), found.getOrDefault("passes", -1.0));
  }
}
