package io.coxswain.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Env;
import io.coxswain.env.Http;
import io.coxswain.env.Task;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.checks.ChecksOptions;
import io.coxswain.slurm.checks.ChecksProgram;
import io.coxswain.slurm.exporter.Exporter;
import io.coxswain.slurm.exporter.ExporterProgram;
import io.coxswain.slurm.exporter.ExporterSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * The steps of {@code coxswain bench slurm}. Everything runs in this process, including the
 * stand-in for slurmrestd; the cost of reading its responses is measured first.
 */
final class SlurmBench {
  private static final String PREFIX = "/slurm/v0.0.44/";
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final double MEGA = 1e6;
  private static final int CHUNK = 1 << 16;

  private final Env env;
  private final SlurmBenchCommand options;
  private final Report report;
  private final long pid = ProcessHandle.current().pid();

  SlurmBench(Env env, SlurmBenchCommand options, Report report) {
    this.env = env;
    this.options = options;
    this.report = report;
  }

  void run() throws Exception {
    try (SlurmStandIn slurm = SlurmStandIn.start(options.nodes, options.jobs)) {
      readOnly(slurm);
      exporter(slurm);
      checks(slurm);
    }
  }

  private String size() {
    return String.format(Locale.ROOT, "%,d nodes, %,d jobs", options.nodes, options.jobs);
  }

  // ---- the stand-in alone

  /** Reads and discards the same three responses. */
  private void readOnly(SlurmStandIn slurm) throws IOException {
    for (int i = 0; i < options.rounds; i++) {
      readAll(slurm);
    }
    var times = new Latencies();
    double cpu = Child.cpuSeconds(pid);
    slurm.bytes();
    for (int i = 0; i < options.rounds; i++) {
      long begin = System.nanoTime();
      readAll(slurm);
      times.add(System.nanoTime() - begin);
    }
    double each = (Child.cpuSeconds(pid) - cpu) / options.rounds;
    report.add(
        new Report.Row(
            "responses read and discarded",
            -1,
            times.millis(0.5),
            times.millis(0.99),
            "%s: %.1f MB, %.2f s CPU with the stand-in's"
                .formatted(size(), slurm.bytes() / MEGA / options.rounds, each)));
    slurm.calls();
  }

  private void readAll(SlurmStandIn slurm) throws IOException {
    for (String what : List.of("nodes", "jobs", "diag")) {
      URI uri = URI.create("http://127.0.0.1:" + slurm.port() + PREFIX + what + "/");
      var buffer = new byte[CHUNK];
      try (Http.Answer answer = env.http().open(Http.Request.get(uri, TIMEOUT, Long.MAX_VALUE));
          InputStream body = answer.body()) {
        while (body.read(buffer) >= 0) {
          // discarded
        }
      }
    }
  }

  // ---- the exporter

  private void exporter(SlurmStandIn slurm) throws Exception {
    long empty = HeapMeter.settled();
    try (var one = new OneRound(slurm)) {
      one.await();
      atRest(one.exporter, empty);
    }
    for (int i = 0; i < options.rounds; i++) {
      try (var one = new OneRound(slurm)) {
        one.await();
      }
    }
    slurm.calls();
    slurm.bytes();
    var times = new Latencies();
    double cpu = Child.cpuSeconds(pid);
    for (int i = 0; i < options.rounds; i++) {
      try (var one = new OneRound(slurm)) {
        one.await();
        times.add((long) (self(one.exporter, "collection_duration_seconds") * 1e9));
      }
    }
    double each = (Child.cpuSeconds(pid) - cpu) / options.rounds;
    report.add(
        new Report.Row(
            "exporter, one round",
            -1,
            times.millis(0.5),
            times.millis(0.99),
            "%s: %.1f MB, %.2f s CPU with the stand-in's; calls a round: %s"
                .formatted(
                    size(), slurm.bytes() / MEGA / options.rounds, each, perRound(slurm.calls()))));
  }

  private String perRound(Map<String, Long> calls) {
    return calls.entrySet().stream()
        .map(
            call ->
                "%s %.0f"
                    .formatted(
                        call.getKey().replace(PREFIX, "").replace("/", ""),
                        call.getValue() / (double) options.rounds))
        .collect(Collectors.joining(", "));
  }

  /** An exporter that collects once and is then idle. */
  private final class OneRound implements AutoCloseable {
    private final Exporter exporter;
    private final Task running;

    OneRound(SlurmStandIn slurm) throws FlagException {
      Flags flags = ExporterSettings.flags();
      flags.parse(
          List.of(
              "--cluster-name=bench",
              "--static-token=none",
              "--collection-interval=1h",
              "--metrics-bind-address=127.0.0.1:0",
              "--monitoring-bind-address=127.0.0.1:0",
              "--slurm-api-server=http://127.0.0.1:" + slurm.port()));
      exporter =
          ExporterProgram.start(env, ExporterSettings.of(flags, new TreeMap<>()), new TreeMap<>());
      running = env.tasks().spawn("exporter", exporter::run);
    }

    void await() throws IOException {
      long end = System.nanoTime() + TIMEOUT.toNanos();
      while (exporter.monitoringPort() < 0 || self(exporter, "collection_attempts_total") < 1) {
        if (System.nanoTime() > end) {
          throw new IOException("the exporter did not end its first round");
        }
        env.clock().sleep(Duration.ofMillis(20));
      }
      if (self(exporter, "collection_failures_total") > 0) {
        throw new IOException("the exporter's first round failed");
      }
    }

    @Override
    public void close() {
      exporter.stop();
      running.join();
    }
  }

  private void atRest(Exporter exporter, long empty) throws Exception {
    report.note(
        "exporter, live heap at rest",
        "%s: %.0f MB".formatted(size(), (HeapMeter.settled() - empty) / MEGA));
    long bytes = 0;
    for (int i = 0; i < options.rounds; i++) {
      bytes = scrape(exporter.metricsPort()).length;
    }
    var times = new Latencies();
    double cpu = Child.cpuSeconds(pid);
    for (int i = 0; i < options.rounds; i++) {
      long begin = System.nanoTime();
      bytes = scrape(exporter.metricsPort()).length;
      times.add(System.nanoTime() - begin);
    }
    double each = (Child.cpuSeconds(pid) - cpu) / options.rounds;
    report.add(
        new Report.Row(
            "exporter, one scrape",
            -1,
            times.millis(0.5),
            times.millis(0.99),
            "%,.0f series, %.1f MB, %.2f s CPU with reading it"
                .formatted(self(exporter, "metrics_exported"), bytes / MEGA, each)));
  }

  private double self(Exporter exporter, String name) throws IOException {
    String page = new String(scrape(exporter.monitoringPort()), StandardCharsets.UTF_8);
    return page.lines()
        .filter(line -> line.startsWith("slurm_exporter_" + name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElse(0);
  }

  private byte[] scrape(int port) throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + port + "/metrics");
    try (Http.Answer answer = env.http().open(Http.Request.get(uri, TIMEOUT, Integer.MAX_VALUE))) {
      return answer.body().readAllBytes();
    }
  }

  // ---- soperatorchecks

  private void checks(SlurmStandIn slurm) throws Exception {
    try (ApiServer server = ApiServer.create(env)) {
      ApiTransport admin = server.transport("bench", List.of("system:masters"));
      populate(admin);
      var requests = new LongAdder();
      Env world =
          env.withApi(counting(admin, requests)).withHttp(request -> redirected(request, slurm));
      Flags flags = ChecksOptions.flags();
      flags.parse(
          List.of(
              "--metrics-bind-address=0",
              "--health-probe-bind-address=0",
              "--controllers=slurmapiclients,slurmnodes",
              "--requeue-after-slurm-nodes=10ms"));
      Manager manager =
          ChecksProgram.start(
              world, ChecksOptions.of(flags, new TreeMap<>(), env.files()), "bench");
      Task running = env.tasks().spawn("soperatorchecks", manager::run);
      awaitLists(slurm, options.rounds);
      requests.reset();
      double cpu = Child.cpuSeconds(pid);
      long begin = System.nanoTime();
      awaitLists(slurm, options.rounds);
      double seconds = (System.nanoTime() - begin) / 1e9;
      report.add(
          new Report.Row(
              "soperatorchecks, one round",
              -1,
              seconds * 1000 / options.rounds,
              seconds * 1000 / options.rounds,
              "%,d nodes, 1 in 100 drained: %.2f s CPU with stand-in and API server;"
                      .formatted(options.nodes, (Child.cpuSeconds(pid) - cpu) / options.rounds)
                  + " calls a round: 1 to Slurm, %.1f to the API server"
                      .formatted(requests.sum() / (double) options.rounds)));
      manager.stop();
      running.join();
    }
  }

  private void populate(ApiTransport api) throws IOException {
    ObjectNode definition = Crds.define(SlurmCluster.class);
    for (JsonNode version : definition.path("spec").path("versions")) {
      ((ObjectNode) version.path("schema"))
          .putObject("openAPIV3Schema")
          .put("type", "object")
          .put("x-kubernetes-preserve-unknown-fields", true);
    }
    create(api, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition.toString());
    create(
        api,
        "/api/v1/namespaces/default/secrets",
        "{\"metadata\":{\"name\":\"bench-rest-jwt-key\"},\"data\":{\"rest_jwt.key\":\""
            + Base64.getEncoder().encodeToString(new byte[] {1, 2, 3})
            + "\"}}");
    for (int i = 0; i < options.nodes; i++) {
      create(api, "/api/v1/nodes", "{\"metadata\":{\"name\":\"vm-" + i + "\"}}");
    }
    String cluster = Json.tree(new SlurmCluster()).put("kind", "SlurmCluster").toString();
    ObjectNode made = Json.tree(cluster.getBytes(StandardCharsets.UTF_8));
    made.putObject("metadata").put("name", "bench").put("namespace", "default");
    long end = System.nanoTime() + TIMEOUT.toNanos();
    while (true) {
      ApiResponse response =
          api.call(
              post("/apis/slurm.nebius.ai/v1/namespaces/default/slurmclusters", made.toString()));
      if (response.ok()) {
        return;
      }
      if (response.status() != 404 || System.nanoTime() > end) {
        throw new IOException(new String(response.body(), StandardCharsets.UTF_8));
      }
      env.clock().sleep(Duration.ofMillis(20)); // the kind is not established yet
    }
  }

  private static void create(ApiTransport api, String path, String json) throws IOException {
    ApiResponse response = api.call(post(path, json));
    if (!response.ok()) {
      throw new IOException(path + ": " + new String(response.body(), StandardCharsets.UTF_8));
    }
  }

  private static ApiRequest post(String path, String json) {
    return ApiRequest.of("POST", path)
        .body("application/json", json.getBytes(StandardCharsets.UTF_8));
  }

  private void awaitLists(SlurmStandIn slurm, int count) throws IOException {
    long end = System.nanoTime() + TIMEOUT.toNanos();
    for (long seen = 0; seen < count; ) {
      if (System.nanoTime() > end) {
        throw new IOException("soperatorchecks did not come to " + count + " rounds");
      }
      env.clock().sleep(Duration.ofMillis(5));
      seen += slurm.calls().getOrDefault(PREFIX + "nodes/", 0L);
    }
  }

  /** The Service of a cluster leads to the stand-in. */
  private Http.Answer redirected(Http.Request request, SlurmStandIn slurm) throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + slurm.port() + request.uri().getRawPath());
    return env.http()
        .open(
            new Http.Request(
                request.method(),
                uri,
                request.headers(),
                request.body(),
                request.timeout(),
                request.most(),
                null));
  }

  private static ApiTransport counting(ApiTransport to, LongAdder requests) {
    return new ApiTransport() {
      @Override
      public ApiResponse call(ApiRequest request) throws IOException {
        requests.increment();
        return to.call(request);
      }

      @Override
      public ApiWatch watch(ApiRequest request) throws IOException {
        requests.increment();
        return to.watch(request);
      }

      @Override
      public ApiStream open(ApiRequest request) throws IOException {
        requests.increment();
        return to.open(request);
      }
    };
  }
}
