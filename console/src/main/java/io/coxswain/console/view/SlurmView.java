package io.coxswain.console.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.console.controllers.Sample;
import io.coxswain.console.model.ClusterModel;
import io.coxswain.console.summary.ConditionSummary;
import io.coxswain.console.summary.Fields;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.Owner;
import io.coxswain.console.summary.PodSummary;
import io.coxswain.console.summary.Workload;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.CancelledException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A Slurm cluster: from the metrics of its exporter, which are read through the API server's proxy
 * with the user's rights, and from the objects of its operator. Without an exporter the grid shows
 * the pods of the workers.
 */
final class SlurmView implements View {
  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final int MAX_NODES = 10_000;
  private static final int MAX_JOBS = 500;
  private static final int MAX_HISTORY = 20;
  private static final int EXPORTER_PORT = 8080;
  private static final List<String> FLAGS =
      List.of(
          "drain",
          "maintenance",
          "reserved",
          "completing",
          "fail",
          "planned",
          "not_responding",
          "invalid",
          "power_down",
          "powered_down",
          "powering_down",
          "powering_up");

  private final ClusterModel model;
  private final ObjectKey wanted;

  /** The states of each node since this view was opened. */
  private final Map<String, List<Seen>> histories = new TreeMap<>();

  private record Seen(Instant time, String state, String reason) {}

  /**
   * @param wanted the cluster to show; without a name the first one
   */
  SlurmView(ClusterModel model, ObjectKey wanted) {
    this.model = model;
    this.wanted = wanted;
  }

  @Override
  public Duration period() {
    return PERIOD;
  }

  @Override
  public Duration minPeriod() {
    return Duration.ofSeconds(1);
  }

  @Override
  public ObjectNode render() throws CancelledException {
    ObjectNode document = Documents.of("slurm");
    Documents.states(
        document,
        model.workloads(KnownKind.SLURM_CLUSTER),
        model.workloads(KnownKind.NODE_SET),
        model.workloads(KnownKind.ACTIVE_CHECK),
        model.pods());
    Map<ObjectKey, Workload> clusters = model.workloads(KnownKind.SLURM_CLUSTER).all();
    ObjectNode list = document.putObject("clusters");
    clusters.forEach((key, cluster) -> cluster(list.putObject(key.toString()), cluster));
    Workload selected =
        clusters.containsKey(wanted)
            ? clusters.get(wanted)
            : clusters.values().stream().findFirst().orElse(null);
    if (selected == null) {
      return document;
    }
    document.put("selected", selected.key().toString());
    List<Workload> nodeSets = inNamespace(KnownKind.NODE_SET, selected.key().namespace());
    ObjectNode sets = document.putObject("nodesets");
    nodeSets.forEach(each -> nodeSet(sets.putObject(each.key().toString()), each));
    grid(document, selected, nodeSets);
    checks(document, selected);
    return document;
  }

  private List<Workload> inNamespace(KnownKind kind, String namespace) {
    return model.workloads(kind).all().values().stream()
        .filter(each -> each.key().namespace().equals(namespace))
        .toList();
  }

  private void cluster(ObjectNode entry, Workload cluster) {
    entry.put("namespace", cluster.key().namespace()).put("name", cluster.key().name());
    entry.put("ref", cluster.ref().toString());
    Documents.put(entry, "phase", Fields.text(cluster.status(), "phase"));
    Documents.conditions(entry, cluster.conditions());
    int total = 0;
    int ready = 0;
    for (Workload nodeSet : inNamespace(KnownKind.NODE_SET, cluster.key().namespace())) {
      total += nodeSet.spec().path("replicas").asInt();
      ready += (int) workers(nodeSet).stream().filter(PodSummary::isReady).count();
    }
    entry.putObject("nodes").put("total", total).put("ready", ready);
  }

  private void nodeSet(ObjectNode entry, Workload nodeSet) {
    entry.put("name", nodeSet.key().name()).put("ref", nodeSet.ref().toString());
    entry.put("replicas", nodeSet.spec().path("replicas").asInt());
    entry.put("ready", (int) workers(nodeSet).stream().filter(PodSummary::isReady).count());
    Documents.put(entry, "phase", Fields.text(nodeSet.status(), "phase"));
    Documents.conditions(entry, nodeSet.conditions());
  }

  /** The pods of the StatefulSet that has the name of the NodeSet. */
  private List<PodSummary> workers(Workload nodeSet) {
    var workers = new ArrayList<PodSummary>();
    for (PodSummary pod : model.pods().all().values()) {
      Owner owner = pod.owner();
      if (owner != null
          && owner.kind().equals("StatefulSet")
          && owner.name().equals(nodeSet.key().name())
          && pod.key().namespace().equals(nodeSet.key().namespace())) {
        workers.add(pod);
      }
    }
    return workers;
  }

  // ---- grid

  private void grid(ObjectNode document, Workload cluster, List<Workload> nodeSets)
      throws CancelledException {
    ObjectNode grid = document.putObject("grid");
    for (Workload nodeSet : nodeSets) {
      for (PodSummary pod : workers(nodeSet)) {
        if (grid.size() < MAX_NODES) {
          worker(grid.putObject(pod.key().name()), nodeSet, pod);
        }
      }
    }
    Optional<List<Sample>> samples = exporter(cluster);
    document.put("source", samples.isPresent() ? "exporter" : "objects");
    document.putObject("partitions");
    document.putObject("queue");
    samples.ifPresent(all -> apply(all, document, grid));
    history(document, grid);
  }

  private static void worker(ObjectNode entry, Workload nodeSet, PodSummary pod) {
    entry.put("nodeset", nodeSet.key().name()).put("pod", pod.ref().toString());
    Documents.put(entry, "kubernetesNode", pod.placement().node());
    String state =
        pod.isReady() ? "ready" : pod.placement().node().isEmpty() ? "pending" : "notready";
    entry.put("state", state);
    if (!pod.isReady()) {
      Documents.put(entry, "reason", pod.state());
    }
  }

  /** The metrics of the exporter; empty if there is none that can be read. */
  private Optional<List<Sample>> exporter(Workload cluster) throws CancelledException {
    for (PodSummary pod : model.pods().all().values()) {
      boolean is =
          pod.key().namespace().equals(cluster.key().namespace())
              && pod.key().name().contains("slurm-exporter")
              && pod.isReady();
      if (is) {
        try {
          byte[] page =
              model
                  .client()
                  .call(
                      ApiRequest.get(
                          "/api/v1/namespaces/%s/pods/%s:%d/proxy/metrics"
                              .formatted(pod.key().namespace(), pod.key().name(), EXPORTER_PORT)))
                  .body();
          return Optional.of(Sample.parse(page));
        } catch (ApiException e) {
          return Optional.empty(); // not permitted, or a simulated pod
        }
      }
    }
    return Optional.empty();
  }

  private static final class PartitionCounts {
    private int total;
    private int idle;
    private int allocated;
  }

  private static void apply(List<Sample> samples, ObjectNode document, ObjectNode grid) {
    ObjectNode queue = (ObjectNode) document.path("queue");
    var partitions = new TreeMap<String, PartitionCounts>();
    int jobs = 0;
    for (Sample sample : samples) {
      if (sample.name().equals("slurm_node_info")) {
        node(sample, grid);
      } else if (sample.name().equals("slurm_job_info")) {
        jobs++;
        if (queue.size() < MAX_JOBS) {
          job(sample, queue.putObject(sample.label("job_id")));
        }
      }
    }
    for (Sample sample : samples) {
      if (sample.name().equals("slurm_node_partition")) {
        PartitionCounts counts =
            partitions.computeIfAbsent(sample.label("partition"), _ -> new PartitionCounts());
        String state = grid.path(sample.label("node_name")).path("state").asText("");
        counts.total++;
        counts.idle += state.equals("idle") ? 1 : 0;
        counts.allocated += state.equals("allocated") || state.equals("mixed") ? 1 : 0;
      }
    }
    document.put("queueTotal", jobs);
    ObjectNode all = (ObjectNode) document.path("partitions");
    partitions.forEach(
        (name, counts) ->
            all.putObject(name)
                .put("total", counts.total)
                .put("idle", counts.idle)
                .put("allocated", counts.allocated)
                .put("other", counts.total - counts.idle - counts.allocated));
  }

  private static void node(Sample sample, ObjectNode grid) {
    String name = sample.label("node_name");
    if (!grid.has(name) && grid.size() >= MAX_NODES) {
      return;
    }
    ObjectNode entry = grid.withObjectProperty(name);
    String base = sample.label("state_base").toLowerCase(Locale.ROOT);
    boolean drain = sample.label("state_is_drain").equals("true");
    boolean busy = base.equals("allocated") || base.equals("mixed");
    entry.put(
        "state",
        drain && !base.equals("down")
            ? busy ? "draining" : "drained"
            : base.isEmpty() ? "unknown" : base);
    ArrayNode flags = entry.putArray("flags");
    for (String flag : FLAGS) {
      if (sample.label("state_is_" + flag).equals("true")) {
        flags.add(flag.toUpperCase(Locale.ROOT));
      }
    }
    entry.remove("reason");
    Documents.put(entry, "reason", sample.label("reason"));
    Documents.put(entry, "kubernetesNode", sample.label("instance_id"));
  }

  private static void job(Sample sample, ObjectNode entry) {
    Documents.put(entry, "name", sample.label("job_name"));
    Documents.put(entry, "user", sample.label("user_name"));
    Documents.put(entry, "state", sample.label("job_state"));
    Documents.put(entry, "partition", sample.label("slurm_partition"));
    Documents.put(entry, "reason", sample.label("job_state_reason"));
    Documents.put(entry, "submitted", time(sample.label("submit_time")));
    Documents.put(entry, "started", time(sample.label("start_time")));
  }

  private static String time(String seconds) {
    return seconds.matches("[1-9]\\d{0,10}")
        ? Instant.ofEpochSecond(Long.parseLong(seconds)).toString()
        : "";
  }

  // ---- history

  /** Adds to each node the states it had, and makes the timeline of drains and reboots. */
  private void history(ObjectNode document, ObjectNode grid) {
    Instant now = model.env().clock().now();
    var events = new ArrayList<ObjectNode>();
    for (var each : grid.properties()) {
      ObjectNode entry = (ObjectNode) each.getValue();
      String state = entry.path("state").asText();
      String reason = entry.path("reason").asText("");
      List<Seen> seen = histories.computeIfAbsent(each.getKey(), _ -> new ArrayList<>());
      if (seen.isEmpty() || !seen.getLast().state.equals(state)) {
        seen.add(new Seen(now, state, reason));
        if (seen.size() > MAX_HISTORY) {
          seen.removeFirst();
        }
      }
      entry.put("since", seen.getLast().time.toString());
      ArrayNode history = entry.putArray("history");
      for (Seen one : seen.reversed()) {
        ObjectNode past = history.addObject().put("time", one.time.toString());
        past.put("state", one.state);
        Documents.put(past, "reason", one.reason);
        String what =
            one.state.startsWith("drain") ? "drain" : one.state.equals("down") ? "down" : "";
        if (!what.isEmpty()) {
          ObjectNode event = past.deepCopy().put("what", what).put("node", each.getKey());
          event.remove("state");
          events.add(event);
        }
      }
    }
    histories.keySet().removeIf(name -> !grid.has(name));
    nodeConditions(events);
    ArrayNode timeline = document.putArray("timeline");
    events.sort(Comparator.comparing((ObjectNode event) -> event.path("time").asText()).reversed());
    events.stream().limit(100).forEach(timeline::add);
  }

  /** Drains and reboots that Soperator has noted on Kubernetes nodes. */
  private void nodeConditions(List<ObjectNode> events) {
    for (var node : model.nodes().all().values()) {
      for (ConditionSummary condition : node.slurm()) {
        ObjectNode event = Json.NODES.objectNode();
        Documents.put(event, "time", condition.time());
        event.put("what", condition.type().equals("SlurmNodeReboot") ? "reboot" : "drain");
        event.put("node", node.name());
        Documents.put(event, "reason", condition.reason() + ": " + condition.message());
        event.put("ref", KnownKind.NODE.ref(ObjectKey.of(node.name())).toString());
        events.add(event);
      }
    }
  }

  // ---- checks

  private void checks(ObjectNode document, Workload cluster) {
    ObjectNode checks = document.putObject("checks");
    for (Workload check : inNamespace(KnownKind.ACTIVE_CHECK, cluster.key().namespace())) {
      ObjectNode entry = checks.putObject(check.key().toString());
      entry.put("name", check.key().name()).put("ref", check.ref().toString());
      String type = check.spec().path("checkType").asText("k8sJob");
      entry.put("type", type);
      Documents.put(entry, "schedule", Fields.text(check.spec(), "schedule"));
      JsonNode slurm = check.status().path("slurmJobsStatus");
      JsonNode k8s = check.status().path("k8sJobsStatus");
      boolean inSlurm = type.equals("slurmJob");
      Documents.put(
          entry,
          "lastState",
          inSlurm ? Fields.text(slurm, "lastRunStatus") : Fields.text(k8s, "lastJobStatus"));
      Documents.put(
          entry,
          "lastTime",
          inSlurm
              ? Fields.text(slurm, "lastRunSubmitTime")
              : Fields.text(k8s, "lastJobScheduleTime"));
      Documents.put(entry, "message", reasons(slurm));
    }
  }

  private static String reasons(JsonNode slurm) {
    var reasons = new LinkedHashMap<String, String>();
    for (String list : List.of("lastRunFailJobsAndReasons", "lastRunErrorJobsAndReasons")) {
      for (JsonNode each : slurm.path(list)) {
        reasons.put(Fields.text(each, "jobID"), Fields.text(each, "reason"));
      }
    }
    return String.join("; ", reasons.values());
  }
}
