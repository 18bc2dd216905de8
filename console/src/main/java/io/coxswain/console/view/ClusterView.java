package io.coxswain.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.console.model.Change;
import io.coxswain.console.model.ClusterModel;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.NodeSummary;
import io.coxswain.console.summary.PodSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The whole cluster: counts of nodes and pods, requested resources, one character per node, and a
 * window of the list of nodes. One iteration over all pods; the document has the same size for ten
 * nodes as for thousands, but for that character.
 */
final class ClusterView implements View {
  private static final int MAX_CELLS = 10_000;
  private static final int MAX_EVENTS = 100;
  private static final int MAX_REASONS = 30;
  private static final List<String> LOADS = List.of("cpu", "memory", "nvidia.com/gpu");

  private final ClusterModel model;
  private final Window window;
  private String cells = "";
  private int cellsVersion;

  /**
   * The part of the list that the page shows.
   *
   * @param sort name, load, pods or state
   * @param filter part of the name; empty for all
   */
  record Window(String sort, boolean descending, String filter, int offset, int limit) {}

  ClusterView(ClusterModel model, Window window) {
    this.model = model;
    this.window = window;
  }

  /** What the pods of a node sum up to. */
  private static final class NodeLoad {
    private static final NodeLoad NONE = new NodeLoad();

    private final SortedMap<String, Integer> phases = new TreeMap<>();
    private final SortedMap<String, Double> requests = new TreeMap<>();
    private int pods;
  }

  /** What all pods sum up to. */
  private static final class Totals {
    private final Map<String, NodeLoad> byNode = new TreeMap<>();
    private final SortedMap<String, Integer> phases = new TreeMap<>();
    private final SortedMap<String, Integer> reasons = new TreeMap<>();
    private int pods;

    Totals(Iterable<PodSummary> all) {
      for (PodSummary pod : all) {
        pods++;
        phases.merge(pod.status().phase(), 1, Integer::sum);
        String state = pod.state();
        if (!state.equals(pod.status().phase())) {
          reasons.merge(state, 1, Integer::sum);
        }
        if (!pod.placement().node().isEmpty()) {
          add(byNode.computeIfAbsent(pod.placement().node(), _ -> new NodeLoad()), pod);
        }
      }
    }

    private static void add(NodeLoad load, PodSummary pod) {
      load.phases.merge(pod.status().phase(), 1, Integer::sum);
      if (!pod.isOver()) {
        load.pods++;
        pod.placement()
            .requests()
            .forEach((name, sum) -> load.requests.merge(name, sum, Double::sum));
      }
    }

    NodeLoad of(NodeSummary node) {
      return byNode.getOrDefault(node.name(), NodeLoad.NONE);
    }
  }

  @Override
  public ObjectNode render() {
    ObjectNode document = Documents.of("cluster");
    Documents.states(document, model.nodes(), model.pods());
    Documents.state(document, KnownKind.EVENT, model.events().state());
    var nodes = new ArrayList<NodeSummary>(model.nodes().all().values());
    var totals = new Totals(model.pods().all().values());
    counts(document, nodes);
    heat(document, nodes, totals);
    pods(document, totals);
    resources(document, nodes, totals);
    rows(document, nodes, totals);
    Documents.events(document, model.events().newest(MAX_EVENTS));
    changes(document);
    return document;
  }

  private static void counts(ObjectNode document, List<NodeSummary> nodes) {
    int ready = (int) nodes.stream().filter(NodeSummary::ready).count();
    document
        .putObject("nodes")
        .put("total", nodes.size())
        .put("ready", ready)
        .put("notReady", nodes.size() - ready)
        .put("cordoned", (int) nodes.stream().filter(NodeSummary::cordoned).count());
  }

  // ---- one character per node

  private void heat(ObjectNode document, List<NodeSummary> nodes, Totals totals) {
    var text = new StringBuilder(Math.min(nodes.size(), MAX_CELLS));
    for (NodeSummary node : nodes) {
      if (text.length() == MAX_CELLS) {
        break;
      }
      text.append(cell(node, totals.of(node)));
    }
    if (!cells.contentEquals(text)) {
      cells = text.toString();
      cellsVersion++;
    }
    document.putObject("heat").put("version", cellsVersion).put("cells", cells);
  }

  private static char cell(NodeSummary node, NodeLoad load) {
    if (!node.ready()) {
      return 'n';
    }
    return node.cordoned() ? 'c' : (char) ('0' + Math.clamp((int) (10 * load(node, load)), 0, 9));
  }

  /** The share of the scarcest resource that is requested. */
  private static double load(NodeSummary node, NodeLoad load) {
    double highest = 0;
    for (String name : LOADS) {
      highest = Math.max(highest, share(node, load, name));
    }
    return highest;
  }

  private static double share(NodeSummary node, NodeLoad load, String resource) {
    double there = node.allocatable().getOrDefault(resource, 0.0);
    return there <= 0 ? 0 : load.requests.getOrDefault(resource, 0.0) / there;
  }

  // ---- sums

  private static void pods(ObjectNode document, Totals totals) {
    ObjectNode pods = document.putObject("pods").put("total", totals.pods);
    ObjectNode phases = pods.putObject("byPhase");
    for (String phase : List.of("Pending", "Running", "Succeeded", "Failed", "Unknown")) {
      phases.put(phase, totals.phases.getOrDefault(phase, 0));
    }
    ObjectNode reasons = pods.putObject("byReason");
    totals.reasons.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(MAX_REASONS)
        .forEach(reason -> reasons.put(reason.getKey(), reason.getValue()));
  }

  private static void resources(ObjectNode document, List<NodeSummary> nodes, Totals totals) {
    var allocatable = new TreeMap<String, Double>();
    var requested = new TreeMap<String, Double>();
    int running = 0;
    for (NodeSummary node : nodes) {
      node.allocatable().forEach((name, amount) -> allocatable.merge(name, amount, Double::sum));
      NodeLoad load = totals.of(node);
      load.requests.forEach((name, amount) -> requested.merge(name, amount, Double::sum));
      running += load.pods;
    }
    requested.put("pods", (double) running);
    ObjectNode resources = document.putObject("resources");
    allocatable.forEach(
        (name, amount) -> {
          boolean shown = LOADS.contains(name) || name.equals("pods") || name.contains("/");
          if (shown && amount > 0) {
            resources
                .putObject(name)
                .put("allocatable", amount)
                .put("requested", requested.getOrDefault(name, 0.0));
          }
        });
  }

  // ---- the window

  private void rows(ObjectNode document, List<NodeSummary> nodes, Totals totals) {
    String filter = window.filter.toLowerCase(Locale.ROOT);
    List<NodeSummary> matching =
        filter.isEmpty()
            ? nodes
            : nodes.stream()
                .filter(node -> node.name().toLowerCase(Locale.ROOT).contains(filter))
                .toList();
    ((ObjectNode) document.path("nodes")).put("matching", matching.size());
    List<NodeSummary> sorted = matching;
    Comparator<NodeSummary> order = order(totals);
    if (order != null) {
      sorted = new ArrayList<>(matching);
      sorted.sort(order);
    } else if (window.descending) {
      sorted = new ArrayList<>(matching);
      Collections.reverse(sorted);
    }
    ObjectNode shown = document.putObject("window");
    shown.put("offset", window.offset).put("limit", window.limit);
    ArrayNode names = shown.putArray("names");
    ObjectNode rows = document.putObject("rows");
    int end = Math.min(sorted.size(), window.offset + window.limit);
    for (NodeSummary node : sorted.subList(Math.min(window.offset, end), end)) {
      names.add(node.name());
      row(rows.putObject(node.name()), node, totals.of(node));
    }
  }

  /** The order of the rows; null for that of the names. */
  private @Nullable Comparator<NodeSummary> order(Totals totals) {
    Comparator<NodeSummary> order =
        switch (window.sort) {
          case "load" -> Comparator.comparingDouble(node -> load(node, totals.of(node)));
          case "pods" -> Comparator.comparingInt(node -> totals.of(node).pods);
          case "state" ->
              Comparator.comparing((NodeSummary node) -> node.ready())
                  .thenComparing(node -> !node.cordoned());
          default -> null;
        };
    return order == null || !window.descending ? order : order.reversed();
  }

  private static void row(ObjectNode row, NodeSummary node, NodeLoad load) {
    row.put("ref", KnownKind.NODE.ref(ObjectKey.of(node.name())).toString());
    row.put("ready", node.ready()).put("cordoned", node.cordoned());
    if (!node.problems().isEmpty()) {
      ArrayNode reasons = row.putArray("reasons");
      node.problems().forEach(reasons::add);
    }
    row.put("taints", node.taints());
    ObjectNode pods = row.putObject("pods");
    load.phases.forEach(pods::put);
    ObjectNode loads = row.putObject("load");
    for (String name : LOADS) {
      if (node.allocatable().getOrDefault(name, 0.0) > 0) {
        loads.put(name, Math.round(1000 * share(node, load, name)) / 1000.0);
      }
    }
    Documents.put(row, "created", node.created());
    Documents.put(row, "version", node.version());
  }

  private void changes(ObjectNode document) {
    ArrayNode changes = document.putArray("changes");
    for (Change change : model.changes()) {
      changes
          .addObject()
          .put("time", change.time().toString())
          .put("kind", change.kind())
          .put("ref", change.ref().toString())
          .put("what", change.what())
          .put("summary", change.summary());
    }
  }
}
