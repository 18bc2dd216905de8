package io.coxswain.console.controllers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The state of one program from its metrics, and its recent history. The metrics of
 * controller-runtime and those of kube-controller-manager have the same meaning, but a controller
 * of the latter has no metrics of its reconciles, only of its queue. Not thread-safe.
 */
final class ControllerSamples {
  private static final int MAX_HISTORY = 120;

  private final Map<String, Controller> controllers = new TreeMap<>();
  private final ObjectNode cacheObjects = Json.NODES.objectNode();
  private final ObjectNode cacheBytes = Json.NODES.objectNode();
  private final Map<String, Double> requests = new TreeMap<>();
  private double requestSeconds;
  private double requestCount;
  private double resident;
  private double heap;

  /** One controller. */
  private static final class Controller {
    private final ArrayDeque<Double> rate = new ArrayDeque<>();
    private final ArrayDeque<Double> depths = new ArrayDeque<>();
    private final ArrayDeque<Double> failures = new ArrayDeque<>();
    private final TreeMap<Double, Double> buckets = new TreeMap<>();
    private double depth;
    private double unfinished;
    private double workers;
    private double active;
    private double reconciles;
    private double queued;
    private double errors;
    private double seconds;
    private double count;
    private double lastDone = -1;
    private double lastErrors = -1;
    private double perSecond;

    private void clear() {
      depth = 0;
      unfinished = 0;
      workers = 0;
      active = 0;
      reconciles = 0;
      queued = 0;
      errors = 0;
      seconds = 0;
      count = 0;
      buckets.clear();
    }

    /** Reconciles; of programs without that metric, keys taken from the queue. */
    private double done() {
      return reconciles > 0 ? reconciles : queued;
    }

    private void remember(double elapsed) {
      boolean first = lastDone < 0 || elapsed <= 0;
      perSecond = first ? 0 : Math.max(0, done() - lastDone) / elapsed;
      keep(rate, perSecond);
      keep(depths, depth);
      keep(failures, first ? 0 : Math.max(0, errors - lastErrors));
      lastDone = done();
      lastErrors = errors;
    }

    private static void keep(ArrayDeque<Double> history, double value) {
      history.addLast(value);
      if (history.size() > MAX_HISTORY) {
        history.removeFirst();
      }
    }

    private double quantile(double share) {
      double all = buckets.isEmpty() ? 0 : buckets.lastEntry().getValue();
      for (var bucket : buckets.entrySet()) {
        if (all > 0 && bucket.getValue() >= share * all && Double.isFinite(bucket.getKey())) {
          return bucket.getKey();
        }
      }
      return 0;
    }
  }

  /**
   * Takes the samples of one scrape.
   *
   * @param elapsed seconds since the last one
   */
  void add(List<Sample> samples, double elapsed) {
    controllers.values().forEach(Controller::clear);
    requests.clear();
    requestSeconds = 0;
    requestCount = 0;
    heap = 0;
    for (Sample sample : samples) {
      add(sample);
    }
    controllers.values().forEach(controller -> controller.remember(elapsed));
  }

  private Controller of(Sample sample) {
    String name =
        sample.label("controller").isEmpty() ? sample.label("name") : sample.label("controller");
    return controllers.computeIfAbsent(name, _ -> new Controller());
  }

  private void add(Sample sample) {
    double value = sample.value();
    switch (sample.name()) {
      case "workqueue_depth" -> of(sample).depth += value;
      case "workqueue_unfinished_work_seconds" -> of(sample).unfinished = value;
      case "workqueue_work_duration_seconds_count" -> of(sample).queued = value;
      case "controller_runtime_max_concurrent_reconciles" -> of(sample).workers = value;
      case "controller_runtime_active_workers" -> of(sample).active = value;
      case "controller_runtime_reconcile_total" -> of(sample).reconciles += value;
      case "controller_runtime_reconcile_errors_total" -> of(sample).errors = value;
      case "controller_runtime_reconcile_time_seconds_sum" -> of(sample).seconds = value;
      case "controller_runtime_reconcile_time_seconds_count" -> of(sample).count = value;
      case "controller_runtime_reconcile_time_seconds_bucket" ->
          of(sample).buckets.put(bound(sample.label("le")), value);
      case "rest_client_requests_total" -> requests.merge(sample.label("code"), value, Double::sum);
      case "rest_client_request_duration_seconds_sum" -> requestSeconds += value;
      case "rest_client_request_duration_seconds_count" -> requestCount += value;
      case "process_resident_memory_bytes" -> resident = value;
      case "jvm_memory_used_bytes" -> heap += sample.label("area").equals("heap") ? value : 0;
      case "coxswain_cache_bytes" -> cacheBytes.put(kind(sample), (long) value);
      case "coxswain_cache_objects" -> cacheObjects.put(kind(sample), (long) value);
      default -> {}
    }
  }

  private static String kind(Sample sample) {
    return sample.label("kind").isEmpty() ? sample.label("resource") : sample.label("kind");
  }

  private static double bound(String text) {
    try {
      return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  /** Writes the state into the document of the program. */
  void write(ObjectNode program, double stepSeconds) {
    program.putObject("memory").put("heapUsed", (long) heap).put("resident", (long) resident);
    ObjectNode cache = program.putObject("cache");
    cache.set("objects", cacheObjects.deepCopy());
    cache.set("bytes", cacheBytes.deepCopy());
    ObjectNode all = program.putObject("controllers");
    controllers.forEach(
        (name, each) -> {
          ObjectNode entry = all.putObject(name);
          entry.put("depth", each.depth).put("unfinishedSeconds", each.unfinished);
          entry.put("workers", each.workers).put("active", each.active);
          entry.put("reconciles", each.done()).put("errors", each.errors);
          entry.put("ratePerSecond", Math.round(1000 * each.perSecond) / 1000.0);
          entry.put("meanSeconds", each.count == 0 ? 0 : each.seconds / each.count);
          entry.put("p99Seconds", each.quantile(0.99));
          ObjectNode history = entry.putObject("history").put("stepSeconds", stepSeconds);
          var rate = history.putArray("rate");
          each.rate.forEach(value -> rate.add(Math.round(1000 * value) / 1000.0));
          var depth = history.putArray("depth");
          each.depths.forEach(value -> depth.add(value));
          var errors = history.putArray("errors");
          each.failures.forEach(value -> errors.add(value));
        });
    ObjectNode api = program.putObject("api");
    ObjectNode codes = api.putObject("requests");
    requests.forEach((code, count) -> codes.put(code, count.longValue()));
    api.put("meanSeconds", requestCount == 0 ? 0 : requestSeconds / requestCount);
  }
}
