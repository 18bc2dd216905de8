package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.spi.ResourceUsage;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resource usage of all nodes: that of this program's nodes, and what the kubelets of other
 * nodes measure. A kubelet that does not respond is left out, like a node without metrics.
 */
final class KubeletUsage implements ResourceUsage {
  private static final Logger log = LoggerFactory.getLogger(KubeletUsage.class);

  /** What kubelets average over, by their documentation. */
  private static final String WINDOW = "10s";

  private final Supplier<Snapshot> head;
  private final @Nullable ResourceUsage own;
  private final KubeletLocations locations;

  KubeletUsage(Supplier<Snapshot> head, @Nullable ResourceUsage own, KubeletLocations locations) {
    this.head = head;
    this.own = own;
    this.locations = locations;
  }

  @Override
  public List<ObjectNode> nodes() {
    List<ObjectNode> all = own == null ? new ArrayList<>() : new ArrayList<>(own.nodes());
    for (JsonNode summary : summaries()) {
      JsonNode measured = summary.path("node");
      if (isMeasured(measured)) {
        ObjectNode node = object("NodeMetrics", measured.path("nodeName").asText(), measured);
        usage(node, measured);
        all.add(node);
      }
    }
    return all;
  }

  @Override
  public List<ObjectNode> pods() {
    List<ObjectNode> all = own == null ? new ArrayList<>() : new ArrayList<>(own.pods());
    Snapshot snapshot = head.get();
    for (JsonNode summary : summaries()) {
      for (JsonNode pod : summary.path("pods")) {
        ObjectKey key =
            ObjectKey.of(Meta.text(pod, "/podRef/namespace"), Meta.text(pod, "/podRef/name"));
        Stored stored = snapshot.find("pods", key);
        if (stored != null) {
          podMetrics(pod, key, stored.tree(), all);
        }
      }
    }
    return all;
  }

  private static void podMetrics(
      JsonNode pod, ObjectKey key, JsonNode stored, List<ObjectNode> all) {
    ArrayNode containers = Json.MAPPER.createArrayNode();
    JsonNode last = null;
    for (JsonNode container : pod.path("containers")) {
      if (isMeasured(container)) {
        last = container;
        usage(containers.addObject().put("name", container.path("name").asText()), container);
      }
    }
    if (last == null) {
      return;
    }
    ObjectNode metrics = object("PodMetrics", key.name(), last);
    ObjectNode metadata = (ObjectNode) metrics.path("metadata");
    metadata.put("namespace", key.namespace());
    if (!stored.at("/metadata/labels").isMissingNode()) {
      metadata.set("labels", stored.at("/metadata/labels").deepCopy());
    }
    metrics.set("containers", containers);
    all.add(metrics);
  }

  private List<JsonNode> summaries() {
    var all = new ArrayList<JsonNode>();
    for (KubeletLocations.Found found : locations.all(head.get())) {
      try {
        all.add(found.client().summary(found.kubelet()));
      } catch (IOException e) {
        log.atDebug()
            .addKeyValue("node", found.kubelet().node())
            .addKeyValue("err", e.getMessage())
            .log("Failed to read resource usage from kubelet");
      }
    }
    return all;
  }

  private static boolean isMeasured(JsonNode stats) {
    return stats.at("/cpu/usageNanoCores").isNumber()
        && stats.at("/memory/workingSetBytes").isNumber();
  }

  private static ObjectNode object(String kind, String name, JsonNode measured) {
    String time = Meta.text(measured, "/cpu/time");
    ObjectNode object = Json.MAPPER.createObjectNode();
    object.put("kind", kind);
    object.put("apiVersion", "metrics.k8s.io/v1beta1");
    object.putObject("metadata").put("name", name).put("creationTimestamp", time);
    object.put("timestamp", time);
    object.put("window", WINDOW);
    return object;
  }

  private static void usage(ObjectNode to, JsonNode measured) {
    to.putObject("usage")
        .put("cpu", measured.at("/cpu/usageNanoCores").asLong() + "n")
        .put("memory", measured.at("/memory/workingSetBytes").asLong() / 1024 + "Ki");
  }
}
