package io.coxswain.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.apiserver.spi.ResourceUsage;
import io.coxswain.node.usage.PodUsage;
import io.coxswain.node.usage.UsageSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Provides the resource usage of the nodes' pods to the API server, in the form of metrics.k8s.io.
 */
final class NodeUsage implements ResourceUsage {
  private static final String VERSION = "metrics.k8s.io/v1beta1";

  private final Supplier<List<UsageSource>> sources;

  NodeUsage(Supplier<List<UsageSource>> sources) {
    this.sources = sources;
  }

  @Override
  public List<ObjectNode> nodes() {
    var all = new ArrayList<ObjectNode>();
    for (UsageSource source : sources.get()) {
      var sums = new TreeMap<String, PodUsage.Amount>();
      source.nodes().forEach(name -> sums.put(name, new PodUsage.Amount(0, 0)));
      Instant time = Instant.EPOCH;
      Duration window = Duration.ofSeconds(15);
      for (PodUsage pod : source.pods()) {
        time = pod.time();
        window = pod.window();
        for (PodUsage.Amount amount : pod.containers().values()) {
          sums.computeIfPresent(
              pod.pod().getSpec().getNodeName(),
              (node, sum) ->
                  new PodUsage.Amount(
                      sum.nanoCores() + amount.nanoCores(), sum.bytes() + amount.bytes()));
        }
      }
      Instant measured = time;
      Duration over = window;
      sums.forEach(
          (name, sum) -> {
            ObjectNode node = object("NodeMetrics", "", name, Map.of(), measured, over);
            usage(node, sum);
            all.add(node);
          });
    }
    return all;
  }

  @Override
  public List<ObjectNode> pods() {
    var all = new ArrayList<ObjectNode>();
    for (UsageSource source : sources.get()) {
      for (PodUsage pod : source.pods()) {
        if (pod.containers().isEmpty()) {
          continue;
        }
        ObjectNode metrics =
            object(
                "PodMetrics",
                pod.pod().getMetadata().getNamespace(),
                pod.pod().getMetadata().getName(),
                pod.pod().getMetadata().getLabels(),
                pod.time(),
                pod.window());
        ArrayNode containers = metrics.putArray("containers");
        pod.containers()
            .forEach((name, amount) -> usage(containers.addObject().put("name", name), amount));
        all.add(metrics);
      }
    }
    return all;
  }

  private static ObjectNode object(
      String kind,
      String namespace,
      String name,
      @Nullable Map<String, String> labels,
      Instant time,
      Duration window) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    object.put("kind", kind);
    object.put("apiVersion", VERSION);
    ObjectNode metadata = object.putObject("metadata");
    metadata.put("name", name);
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    metadata.put("creationTimestamp", Timestamps.format(time));
    if (labels != null && !labels.isEmpty()) {
      ObjectNode all = metadata.putObject("labels");
      new TreeMap<>(labels).forEach(all::put);
    }
    object.put("timestamp", Timestamps.format(time));
    object.put("window", Math.max(1, window.toSeconds()) + "s");
    return object;
  }

  private static void usage(ObjectNode to, PodUsage.Amount amount) {
    to.putObject("usage")
        .put("cpu", amount.nanoCores() + "n")
        .put("memory", amount.bytes() / 1024 + "Ki");
  }
}
