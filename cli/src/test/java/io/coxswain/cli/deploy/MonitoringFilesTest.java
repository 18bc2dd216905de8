package io.coxswain.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The files of {@code deploy/monitoring} are what is written here, and each metric that they name
 * is exported by a program. With {@code -Dcoxswain.rewrite=true} they are rewritten.
 */
final class MonitoringFilesTest {
  private static final Path ROOT = Path.of(System.getProperty("coxswain.root", ".."));
  private static final boolean REWRITE = Boolean.getBoolean("coxswain.rewrite");
  private static final Pattern EXPORTED =
      Pattern.compile(
          "\"((?:workqueue|controller_runtime|rest_client|leader_election|coxswain|apiserver|slurm|process|jvm)_[a-z0-9_]*[a-z0-9])\"");
  private static final Pattern NAMED = Pattern.compile("\\b[a-z]+_[a-z0-9_]+\\b(?=[{\\[])");

  // ---- the alerts of docs/operations.md

  private record Rule(String alert, String expression, String pending, String summary) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "CoxswainNoLeader",
              "max by (namespace, name) (max_over_time(leader_election_master_status{}[1h]))"
                  + " unless max by (namespace, name) (leader_election_master_status{}) == 1",
              "1m",
              "No replica holds the lease {{ $labels.name }}: look at the lease and at the logs."),
          new Rule(
              "CoxswainReconcileErrors",
              "sum by (namespace, controller)"
                  + " (rate(controller_runtime_reconcile_errors_total{}[5m])) > 0.1",
              "15m",
              "Reconciles of {{ $labels.controller }} fail: its log names the object and the"
                  + " error."),
          new Rule(
              "CoxswainQueueRetries",
              "sum by (namespace, name) (rate(workqueue_retries_total{}[5m])) > 1",
              "15m",
              "Keys of {{ $labels.name }} are retried without end."),
          new Rule(
              "CoxswainQueueStuck",
              "max by (namespace, name) (workqueue_unfinished_work_seconds{}) > 60",
              "5m",
              "A reconcile of {{ $labels.name }} takes more than a minute."),
          new Rule(
              "CoxswainQueueGrows",
              "min_over_time(workqueue_depth{}[15m]) > 100",
              "15m",
              "The queue of {{ $labels.name }} does not become shorter."),
          new Rule(
              "CoxswainApiServerErrors",
              "sum by (namespace, pod) (rate(rest_client_requests_total{code=~\"5..|429\"}[5m])) /"
                  + " sum by (namespace, pod) (rate(rest_client_requests_total{}[5m])) > 0.05",
              "10m",
              "More than 5 in 100 requests of {{ $labels.pod }} to the API server fail."),
          new Rule(
              "CoxswainTaskDied",
              "coxswain_tasks_died_total{} > 0",
              "0m",
              "A task of {{ $labels.pod }} died of an error: report the logged task, restart the"
                  + " pod."));

  // ---- dashboards

  private record Panel(String title, String unit, String... expressions) {}

  private static final Map<String, List<Panel>> DASHBOARDS = new TreeMap<>();

  static {
    DASHBOARDS.put(
        "managers",
        List.of(
            new Panel("Queue depth", "short", "sum by (name) (workqueue_depth{})"),
            new Panel(
                "Reconciles per second",
                "ops",
                "sum by (controller) (rate(controller_runtime_reconcile_total{}[5m]))"),
            new Panel(
                "Reconcile time, 99 of 100",
                "s",
                "histogram_quantile(0.99, sum by (le, controller)"
                    + " (rate(controller_runtime_reconcile_time_seconds_bucket{}[5m])))"),
            new Panel(
                "Errors per second",
                "ops",
                "sum by (controller) (rate(controller_runtime_reconcile_errors_total{}[5m]))",
                "sum by (name) (rate(workqueue_retries_total{}[5m]))"),
            new Panel(
                "Longest reconcile",
                "s",
                "max by (name) (workqueue_longest_running_processor_seconds{})"),
            new Panel("Leaders", "short", "sum by (name) (leader_election_master_status{})"),
            new Panel(
                "Requests by code",
                "reqps",
                "sum by (code) (rate(rest_client_requests_total{}[5m]))"),
            new Panel("Cached bytes", "bytes", "sum by (kind) (coxswain_cache_bytes{})"),
            new Panel("Resident memory", "bytes", "process_resident_memory_bytes{}"),
            new Panel("CPU", "short", "rate(process_cpu_seconds_total{}[5m])")));
    DASHBOARDS.put(
        "apiserver",
        List.of(
            new Panel(
                "Requests by verb", "reqps", "sum by (verb) (rate(apiserver_request_total{}[5m]))"),
            new Panel(
                "Request time, 99 of 100",
                "s",
                "histogram_quantile(0.99, sum by (le, verb)"
                    + " (rate(apiserver_request_duration_seconds_bucket{verb!=\"WATCH\"}[5m])))"),
            new Panel("Watches", "short", "sum by (resource) (apiserver_longrunning_requests{})"),
            new Panel(
                "Watch events",
                "ops",
                "sum by (resource) (rate(apiserver_watch_events_total{}[5m]))"),
            new Panel("Objects", "short", "topk(20, apiserver_storage_objects{})"),
            new Panel(
                "Webhooks, 99 of 100",
                "s",
                "histogram_quantile(0.99, sum by (le, name)"
                    + " (rate(apiserver_admission_webhook_admission_duration_seconds_bucket{}[5m])))")));
    DASHBOARDS.put(
        "trainings",
        List.of(
            new Panel(
                "Reconciles of TrainJobs and JobSets",
                "ops",
                "sum by (controller, result)"
                    + " (rate(controller_runtime_reconcile_total{controller=~\"trainjob.*|jobset.*\"}[5m]))"),
            new Panel(
                "Waiting keys",
                "short",
                "sum by (name) (workqueue_depth{name=~\"trainjob.*|jobset.*\"})"),
            new Panel(
                "Webhook requests",
                "reqps",
                "sum by (webhook, code) (rate(controller_runtime_webhook_requests_total{}[5m]))"),
            new Panel(
                "Webhook time, 99 of 100",
                "s",
                "histogram_quantile(0.99, sum by (le, webhook)"
                    + " (rate(controller_runtime_webhook_latency_seconds_bucket{}[5m])))")));
    DASHBOARDS.put(
        "slurm",
        List.of(
            new Panel("Nodes by state", "short", "count by (state_base) (slurm_node_info{})"),
            new Panel(
                "Drained nodes",
                "short",
                "count by (reason) (slurm_node_info{state_is_drain=\"true\"})"),
            new Panel(
                "CPUs",
                "short",
                "sum(slurm_node_cpus_allocated{})",
                "sum(slurm_node_cpus_idle{})",
                "sum(slurm_node_cpus_total{})"),
            new Panel("Jobs by state", "short", "count by (job_state) (slurm_job_info{})"),
            new Panel(
                "Node failures",
                "short",
                "sum by (reason) (increase(slurm_node_fails_total{}[1h]))"),
            new Panel("Controller threads", "short", "slurm_controller_server_thread_count{}"),
            new Panel(
                "RPCs",
                "ops",
                "sum by (message_type) (rate(slurm_controller_rpc_calls_total{}[5m]))")));
  }

  // ---- files

  private record Generated(String file, String text) {}

  @TestFactory
  Stream<DynamicTest> generatedFilesAreUpToDate() {
    var files =
        new ArrayList<>(
            List.of(
                new Generated("monitors.yaml", documents(monitors())),
                new Generated("rules.yaml", documents(List.of(rules())))));
    DASHBOARDS.forEach(
        (name, panels) ->
            files.add(new Generated("dashboards/" + name + ".json", dashboard(name, panels))));
    return files.stream()
        .map(generated -> DynamicTest.dynamicTest(generated.file(), () -> check(generated)));
  }

  private static void check(Generated generated) throws IOException {
    Path file = ROOT.resolve("deploy/monitoring").resolve(generated.file());
    if (REWRITE) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, generated.text());
    }
    assertThat(file).content().isEqualTo(generated.text());
  }

  private static List<ObjectNode> monitors() {
    var monitors = new ArrayList<ObjectNode>();
    Map<String, String> ports = new TreeMap<>();
    ports.put("jobset-system", "metrics");
    ports.put("kubeflow-system", "metrics");
    ports.put("soperator-system", "metrics");
    ports.put("kube-system", "https");
    ports.forEach(
        (namespace, port) -> {
          ObjectNode monitor = object("ServiceMonitor", "coxswain-" + namespace);
          ObjectNode spec = monitor.putObject("spec");
          spec.putObject("namespaceSelector").putArray("matchNames").add(namespace);
          spec.putObject("selector").putObject("matchLabels").put("coxswain.io/metrics", "true");
          ObjectNode endpoint = spec.putArray("endpoints").addObject();
          endpoint.put("port", port).put("scheme", "https");
          endpoint.put("bearerTokenFile", "/var/run/secrets/kubernetes.io/serviceaccount/token");
          endpoint.putObject("tlsConfig").put("insecureSkipVerify", true);
          monitors.add(monitor);
        });
    return monitors;
  }

  private static ObjectNode object(String kind, String name) {
    ObjectNode object = Json.NODES.objectNode();
    object.put("apiVersion", "monitoring.coreos.com/v1").put("kind", kind);
    object.putObject("metadata").put("name", name);
    return object;
  }

  private static ObjectNode rules() {
    ObjectNode rules = object("PrometheusRule", "coxswain");
    ObjectNode group = rules.putObject("spec").putArray("groups").addObject();
    ArrayNode list = group.put("name", "coxswain").putArray("rules");
    for (Rule rule : RULES) {
      ObjectNode entry = list.addObject().put("alert", rule.alert);
      entry.put("expr", rule.expression).put("for", rule.pending);
      entry.putObject("labels").put("severity", "warning");
      entry.putObject("annotations").put("summary", rule.summary);
    }
    return rules;
  }

  private static String dashboard(String name, List<Panel> panels) {
    ObjectNode dashboard = Json.NODES.objectNode().put("title", "Coxswain " + name);
    dashboard.put("uid", "coxswain-" + name).put("schemaVersion", 39).put("refresh", "30s");
    dashboard.putObject("time").put("from", "now-1h").put("to", "now");
    ObjectNode source = dashboard.putObject("templating").putArray("list").addObject();
    source.put("name", "datasource").put("type", "datasource").put("query", "prometheus");
    ArrayNode list = dashboard.putArray("panels");
    for (Panel panel : panels) {
      int number = list.size();
      ObjectNode entry = list.addObject().put("id", number + 1).put("type", "timeseries");
      entry.put("title", panel.title);
      entry.putObject("datasource").put("type", "prometheus").put("uid", "${datasource}");
      entry
          .putObject("gridPos")
          .put("x", number % 2 * 12)
          .put("y", number / 2 * 8)
          .put("w", 12)
          .put("h", 8);
      entry.putObject("fieldConfig").putObject("defaults").put("unit", panel.unit);
      ArrayNode targets = entry.putArray("targets");
      for (String expression : panel.expressions) {
        targets
            .addObject()
            .put("refId", String.valueOf((char) ('A' + targets.size())))
            .put("expr", expression);
      }
    }
    return dashboard.toPrettyString() + "\n";
  }

  private static String documents(List<ObjectNode> objects) {
    var text = new StringBuilder("# Written by MonitoringFilesTest.\n");
    objects.forEach(object -> text.append("---\n").append(Json.yaml(object)));
    return text.toString();
  }

  // ---- metrics

  @Test
  void everyMetricOfRulesAndPanelsIsExported() {
    SortedSet<String> exported = exported();
    var named = new TreeSet<String>();
    RULES.forEach(rule -> named.addAll(metrics(rule.expression)));
    DASHBOARDS
        .values()
        .forEach(
            panels ->
                panels.forEach(
                    panel -> Stream.of(panel.expressions).forEach(e -> named.addAll(metrics(e)))));

    assertThat(named).hasSizeGreaterThan(25);
    assertThat(exported).containsAll(named);
  }

  @Test
  void everyExpressionNamesAMetric() {
    for (Rule rule : RULES) {
      assertThat(metrics(rule.expression)).as(rule.alert).isNotEmpty();
    }
  }

  @Test
  void findsAMetricThatNobodyExports() {
    assertThat(exported()).doesNotContainAnyElementsOf(metrics("rate(workqueue_dept{}[5m])"));
  }

  /** The names in an expression; every selector here has braces, so that it can be found. */
  private static SortedSet<String> metrics(String expression) {
    var names = new TreeSet<String>();
    Matcher found = NAMED.matcher(expression);
    while (found.find()) {
      names.add(found.group().replaceFirst("_bucket$", ""));
    }
    return names;
  }

  /** The names of metrics in the sources of the programs. */
  private static SortedSet<String> exported() {
    var names = new TreeSet<String>();
    for (String module : List.of("runtime", "apiserver", "slurm", "kube", "trainer")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          Matcher found = EXPORTED.matcher(Files.readString(file));
          while (found.find()) {
            names.add(found.group(1));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return names;
  }
}
