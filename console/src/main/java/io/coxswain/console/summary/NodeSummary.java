package io.coxswain.console.summary;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Quantities;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A node.
 *
 * @param slurm conditions by which Soperator drains or reboots it, while they are true
 * @param problems types of conditions that should be false but are not, such as MemoryPressure
 */
public record NodeSummary(
    String name,
    boolean ready,
    boolean cordoned,
    List<String> problems,
    List<ConditionSummary> slurm,
    int taints,
    SortedMap<String, Double> allocatable,
    String version,
    @Nullable Instant created) {

  /** Reads a node. */
  public static NodeSummary of(JsonNode node) {
    List<ConditionSummary> conditions = ConditionSummary.of(node);
    var problems = new ArrayList<String>();
    for (ConditionSummary each : conditions) {
      if (!each.type().equals("Ready") && each.isTrue()) {
        problems.add(each.type());
      }
    }
    var allocatable = new TreeMap<String, Double>();
    for (var each : node.path("status").path("allocatable").properties()) {
      allocatable.put(
          each.getKey().intern(), Quantities.value(each.getValue().asText()).doubleValue());
    }
    return new NodeSummary(
        Fields.text(node.path("metadata"), "name"),
        ConditionSummary.isTrue(conditions, "Ready"),
        node.path("spec").path("unschedulable").asBoolean(),
        List.copyOf(problems),
        conditions.stream()
            .filter(each -> each.isTrue() && each.type().startsWith("SlurmNode"))
            .toList(),
        node.path("spec").path("taints").size(),
        Collections.unmodifiableSortedMap(allocatable),
        Fields.text(node.path("status").path("nodeInfo"), "kubeletVersion").intern(),
        Fields.time(node.path("metadata"), "creationTimestamp"));
  }
}
