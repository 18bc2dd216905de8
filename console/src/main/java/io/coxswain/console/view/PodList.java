package io.coxswain.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.console.http.HttpError;
import io.coxswain.console.http.Parameters;
import io.coxswain.console.model.ClusterModel;
import io.coxswain.console.summary.PodSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A window of the list of pods, by node, namespace, phase or part of the name. */
public final class PodList implements View {
  private static final int MAX_ROWS = 500;

  private final ClusterModel model;
  private final Choice choice;
  private final ClusterView.Window window;

  /** The pods to list; empty texts for all. */
  private record Choice(String node, String namespace, String phase, String filter) {
    boolean includes(PodSummary pod) {
      return (node.isEmpty() || pod.placement().node().equals(node))
          && (namespace.isEmpty() || pod.key().namespace().equals(namespace))
          && (phase.isEmpty() || pod.status().phase().equals(phase) || pod.state().equals(phase))
          && (filter.isEmpty() || pod.key().name().toLowerCase(Locale.ROOT).contains(filter));
    }
  }

  private PodList(ClusterModel model, Choice choice, ClusterView.Window window) {
    this.model = model;
    this.choice = choice;
    this.window = window;
  }

  /** Reads the choice and the window from the query. */
  public static PodList of(ClusterModel model, Parameters parameters) throws HttpError {
    return new PodList(
        model,
        new Choice(
            parameters.name("node"),
            parameters.name("namespace"),
            parameters.name("phase"),
            parameters.text("filter").toLowerCase(Locale.ROOT)),
        new ClusterView.Window(
            parameters.text("sort"),
            parameters.flag("desc"),
            "",
            parameters.number("offset", 0, 0, Integer.MAX_VALUE),
            parameters.number("limit", 100, 1, MAX_ROWS)));
  }

  @Override
  public ObjectNode render() {
    ObjectNode document = Documents.of("pods");
    Documents.states(document, model.pods());
    ObjectNode shown = document.putObject("window");
    shown.put("offset", window.offset()).put("limit", window.limit());
    ArrayNode names = shown.putArray("names");
    ObjectNode rows = document.putObject("rows");
    List<PodSummary> matching = matching();
    document.put("total", matching.size());
    int end = Math.min(matching.size(), window.offset() + window.limit());
    for (PodSummary pod : matching.subList(Math.min(window.offset(), end), end)) {
      names.add(pod.ref().toString());
      row(rows.putObject(pod.ref().toString()), pod);
    }
    return document;
  }

  /** The same with the rows as a list, for a single request. */
  public ObjectNode list() {
    ObjectNode document = render();
    ArrayNode rows = Documents.list();
    document
        .path("rows")
        .properties()
        .forEach(
            row -> {
              ObjectNode entry = row.getValue().deepCopy();
              rows.add(entry.put("ref", row.getKey()));
            });
    document.set("rows", rows);
    return document.put("offset", window.offset());
  }

  private List<PodSummary> matching() {
    var matching = new ArrayList<PodSummary>();
    for (PodSummary pod : model.pods().all().values()) {
      if (choice.includes(pod)) {
        matching.add(pod);
      }
    }
    Comparator<PodSummary> order =
        switch (window.sort()) {
          case "phase" -> Comparator.comparing(PodSummary::state);
          case "node" -> Comparator.comparing((PodSummary pod) -> pod.placement().node());
          case "restarts" -> Comparator.comparingInt(PodSummary::restarts);
          case "created" ->
              Comparator.comparing(
                  (PodSummary pod) -> pod.times().created(),
                  Comparator.<@Nullable Instant>nullsFirst(Comparator.naturalOrder()));
          case "name" -> Comparator.comparing((PodSummary pod) -> pod.key().name());
          default -> Comparator.comparing(PodSummary::key);
        };
    if (!window.sort().isEmpty()) {
      matching.sort(order);
    }
    if (window.descending()) {
      Collections.reverse(matching);
    }
    return matching;
  }

  private static void row(ObjectNode row, PodSummary pod) {
    row.put("namespace", pod.key().namespace()).put("name", pod.key().name());
    row.put("phase", pod.status().phase()).put("state", pod.state());
    Documents.put(row, "reason", pod.status().reason());
    Documents.put(row, "node", pod.placement().node());
    row.put("ready", pod.isReady()).put("restarts", pod.restarts());
    Documents.put(row, "created", pod.times().created());
  }
}
