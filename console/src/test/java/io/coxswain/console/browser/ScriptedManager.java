package io.coxswain.console.browser;

import io.coxswain.api.ObjectKey;
import io.coxswain.console.controllers.MonitoredProgram;
import io.coxswain.runtime.http.EndpointResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A manager with a lease whose metrics and triggers a test has written. Thread-safe. */
final class ScriptedManager {
  private final String name;
  private final Map<String, String> controllers = new TreeMap<>();
  private final Map<String, String> triggers = new LinkedHashMap<>();
  private final Map<String, String> failing = new TreeMap<>();
  private int scrapes;
  private boolean down;

  ScriptedManager(String name) {
    this.name = name;
  }

  /** What the console is started with. */
  MonitoredProgram program() {
    return new MonitoredProgram(
        name,
        "http://" + name + ":8080/metrics",
        new ObjectKey("kube-system", name),
        () -> metrics().getBytes(StandardCharsets.UTF_8),
        this::triggers);
  }

  /** Sets the metrics of a controller. */
  synchronized void controller(String controller, int depth, int reconciles, int errors) {
    controllers.put(
        controller,
        """
        workqueue_depth{controller="%1$s",name="%1$s"} %2$d
        controller_runtime_max_concurrent_reconciles{controller="%1$s"} 10
        controller_runtime_active_workers{controller="%1$s"} %5$d
        controller_runtime_reconcile_total{controller="%1$s",result="success"} %3$d
        controller_runtime_reconcile_total{controller="%1$s",result="error"} %4$d
        controller_runtime_reconcile_errors_total{controller="%1$s"} %4$d
        controller_runtime_reconcile_time_seconds_bucket{controller="%1$s",le="0.005"} %3$d
        controller_runtime_reconcile_time_seconds_bucket{controller="%1$s",le="+Inf"} %3$d
        controller_runtime_reconcile_time_seconds_sum{controller="%1$s"} %6$s
        controller_runtime_reconcile_time_seconds_count{controller="%1$s"} %3$d
        """
            .formatted(
                controller,
                depth,
                reconciles,
                errors,
                Math.min(depth, 10),
                String.format(Locale.ROOT, "%.3f", reconciles * 0.002)));
  }

  /** Sets what triggered the reconciles of an object. */
  synchronized void triggered(String controller, String key, String... lines) {
    triggers.put(controller + "/" + key, String.join("\n", lines));
  }

  /** Sets the error of the latest reconcile of an object; empty if it succeeded. */
  synchronized void fails(String controller, String key, String message) {
    failing.put(
        controller + "\t" + key,
        message.isEmpty()
            ? ""
            : "%s\t%s\t%s\t%s\n".formatted(controller, key, TestCluster.ago(8), message));
  }

  synchronized void down(boolean unreachable) {
    down = unreachable;
  }

  private synchronized String metrics() throws IOException {
    if (down) {
      throw new IOException("Connection refused");
    }
    scrapes++;
    return String.join("", controllers.values())
        + """
        rest_client_requests_total{code="200",host="api",method="GET"} %d
        rest_client_requests_total{code="409",host="api",method="PUT"} 3
        rest_client_request_duration_seconds_sum{host="api"} 1.5
        rest_client_request_duration_seconds_count{host="api"} 500
        process_resident_memory_bytes 157286400
        jvm_memory_used_bytes{area="heap"} 52428800
        coxswain_cache_objects{group="",kind="Pod"} 1200
        coxswain_cache_bytes{group="",kind="Pod"} 2097152
        """
            .formatted(500 + scrapes);
  }

  private synchronized EndpointResponse triggers(String path) {
    String below = path.replaceFirst("^/debug/controllers/?", "");
    if (below.isEmpty()) {
      return EndpointResponse.text(200, String.join("\n", controllers.keySet()));
    }
    if (below.equals("-/failing")) {
      return EndpointResponse.text(200, String.join("", failing.values()));
    }
    String lines = triggers.get(below);
    if (lines != null) {
      return EndpointResponse.text(200, lines);
    }
    String keys =
        triggers.keySet().stream()
            .filter(key -> key.startsWith(below + "/"))
            .map(key -> key.substring(below.length() + 1))
            .reduce("", (all, key) -> all + key + "\n");
    return keys.isEmpty()
        ? EndpointResponse.text(404, "no triggers recorded for /" + below)
        : EndpointResponse.text(200, keys);
  }
}
