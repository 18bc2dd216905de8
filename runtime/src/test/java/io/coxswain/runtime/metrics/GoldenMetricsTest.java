package io.coxswain.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.CacheOptions;
import io.coxswain.runtime.cache.Projection;
import io.coxswain.runtime.queue.ClassicWorkQueue;
import io.coxswain.runtime.queue.PriorityWorkQueue;
import io.coxswain.runtime.queue.RateLimiter;
import io.coxswain.runtime.queue.WorkQueue;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.runtime.testing.TestEnv;
import io.coxswain.runtime.webhook.ValidationResult;
import io.coxswain.runtime.webhook.Webhooks;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The scrape of a program with one controller, one webhook and one lease that has sent one request:
 * every metric by name, type and labels. Our own metrics ({@code coxswain_*}) and those of the JVM
 * are ignored.
 */
class GoldenMetricsTest {
  private static final Pattern SERIES = Pattern.compile("^([a-z_]+)(\\{(.*)})? ");
  private static final Pattern LABEL = Pattern.compile("([a-z]+)=\"");

  private final TestEnv world = TestEnv.create();

  @Test
  @Scenario("runtime-18")
  void exposesTheMetricsOfAControllerRuntimeProgram() throws IOException {
    var metrics = new Metrics();
    WorkQueue<ObjectKey> queue =
        new PriorityWorkQueue<>(world.env(), limiter(), metrics.queue("trainjob"));
    metrics.controller("trainjob").ended(1);
    metrics.controller("trainjob").began();
    idle(metrics, queue);

    assertThat(shape(metrics)).containsExactlyElementsOf(golden("controller-runtime.txt"));
  }

  @Test
  @Scenario("runtime-18")
  void exposesTheMetricsOfKubeControllerManager() throws IOException {
    var metrics = new Metrics(MetricNaming.KUBERNETES, false);
    WorkQueue<ObjectKey> queue =
        new ClassicWorkQueue<>(world.env(), limiter(), metrics.queue("job"));
    metrics.controller("job").ended(1);
    metrics.tookSlowPath("kube-controller-manager");
    idle(metrics, queue);

    assertThat(shape(metrics)).containsExactlyElementsOf(golden("kubernetes.txt"));
    assertThat(text(metrics))
        .contains("# HELP workqueue_depth [ALPHA] Current depth of workqueue\n")
        .contains("workqueue_queue_duration_seconds_bucket{name=\"job\",le=\"10.0\"}")
        .doesNotContain("workqueue_queue_duration_seconds_bucket{name=\"job\",le=\"100.0\"}")
        .contains("rest_client_exec_plugin_ttl_seconds +Inf\n");
  }

  @Test
  void exposesRequestDetailsIfConfigured() {
    var metrics = new Metrics(MetricNaming.CONTROLLER_RUNTIME, true);
    var requests = metrics.client("host:6443");
    requests.took("GET", 30_000_000, 0, 5000);
    requests.retried("GET", 429);
    requests.throttled("GET", 0);

    assertThat(text(metrics))
        .contains(
            "rest_client_request_duration_seconds_bucket{host=\"host:6443\",verb=\"GET\",le=\"0.1\"} 1")
        .contains(
            "rest_client_response_size_bytes_bucket{host=\"host:6443\",verb=\"GET\",le=\"16384.0\"} 1")
        .contains(
            "rest_client_request_retries_total{code=\"429\",host=\"host:6443\",verb=\"GET\"} 1.0")
        .contains(
            "rest_client_rate_limiter_duration_seconds_count{host=\"host:6443\",verb=\"GET\"} 1");
  }

  private void idle(Metrics metrics, WorkQueue<ObjectKey> queue) {
    queue.add(ObjectKey.of("a"));
    queue.done(Objects.requireNonNull(queue.take()).key());
    new Webhooks(metrics.webhooks(world.time()))
        .on(Pod.class)
        .validator(r -> ValidationResult.allow());
    metrics.leads("lease", true);
    metrics.process(Env.production().files());
    CacheMetrics caches = metrics.caches("test");
    RequestMetrics requests = metrics.client("host:6443");
    var cache =
        new Cache(
            world.env(),
            new Rest(world.env(), "t/1", requests),
            new CacheOptions(),
            caches,
            e -> {});
    cache.kind(ResourceType.of(Pod.class), Projection.FULL);
    caches.processed("test", ResourceType.of(Pod.class), 1);
    ask(requests);
  }

  private static void ask(RequestMetrics requests) {
    requests.answered("GET", 200);
    requests.took("GET", 1, 1, 1);
    requests.throttled("GET", 0);
    requests.retried("GET", 429);
  }

  private static RateLimiter<ObjectKey> limiter() {
    return RateLimiter.exponential(
        java.time.Duration.ofMillis(5), java.time.Duration.ofSeconds(1000));
  }

  /** {@code name type label,label}, sorted; a histogram counts as one metric. */
  private static List<String> shape(Metrics metrics) {
    var types = new TreeMap<String, String>();
    var shapes = new TreeSet<String>();
    for (String line : text(metrics).split("\n")) {
      if (line.startsWith("# TYPE ")) {
        String[] parts = line.split(" ");
        types.put(parts[2], parts[3]);
        continue;
      }
      Matcher series = SERIES.matcher(line);
      if (line.startsWith("#") || !series.find()) {
        continue;
      }
      String name = series.group(1);
      String base = name.replaceAll("_(bucket|sum|count)$", "");
      String family = types.containsKey(name) ? name : base;
      if (family.startsWith("coxswain_") || family.startsWith("jvm_")) {
        continue;
      }
      var labels = new TreeSet<String>();
      Matcher label = LABEL.matcher(series.group(3) == null ? "" : series.group(3));
      while (label.find()) {
        if (!label.group(1).equals("le")) {
          labels.add(label.group(1));
        }
      }
      shapes.add((family + " " + types.get(family) + " " + String.join(",", labels)).strip());
    }
    return List.copyOf(shapes);
  }

  private static String text(Metrics metrics) {
    return new String(metrics.scrape(), StandardCharsets.UTF_8);
  }

  private static List<String> golden(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(GoldenMetricsTest.class.getResourceAsStream(name))) {
      return Arrays.stream(new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n"))
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    }
  }
}
