package io.coxswain.slurm.exporter;

import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.client.Tres;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/** Writes the series of nodes. */
final class NodeSeries {
  private static final String GAUGE = "gauge";
  private static final String NODE = "node_name";
  private static final long MEBIBYTE = 1L << 20;
  private static final int MAX_RESERVATION_LENGTH = 50;

  private final Snapshot seen;
  private final Exposition page;

  NodeSeries(Snapshot seen, Exposition page) {
    this.seen = seen;
    this.page = page;
  }

  void write() {
    info();
    amounts();
    partitions();
    groups();
    history();
  }

  private void info() {
    page.family("slurm_node_info", GAUGE, "Slurm node info");
    for (SlurmNode node : seen.nodes()) {
      page.sample(
          1,
          NODE,
          node.name(),
          "instance_id",
          node.instanceId(),
          "state_base",
          NodeView.base(node),
          "state_is_drain",
          Boolean.toString(node.is(NodeState.DRAIN)),
          "state_is_maintenance",
          Boolean.toString(node.is(NodeState.MAINTENANCE)),
          "state_is_reserved",
          Boolean.toString(node.is(NodeState.RESERVED)),
          "state_is_completing",
          flag(node, NodeState.COMPLETING),
          "state_is_fail",
          flag(node, NodeState.FAIL),
          "state_is_planned",
          flag(node, NodeState.PLANNED),
          "state_is_not_responding",
          flag(node, NodeState.NOT_RESPONDING),
          "state_is_invalid",
          flag(node, NodeState.INVALID),
          "state_is_cloud",
          flag(node, NodeState.CLOUD),
          "state_is_power_down",
          flag(node, NodeState.POWER_DOWN),
          "state_is_power_drain",
          flag(node, NodeState.POWER_DRAIN),
          "state_is_powered_down",
          flag(node, NodeState.POWERED_DOWN),
          "state_is_powering_down",
          flag(node, NodeState.POWERING_DOWN),
          "state_is_powering_up",
          flag(node, NodeState.POWERING_UP),
          "state_is_power_up",
          flag(node, NodeState.POWER_UP),
          "is_unavailable",
          NodeView.isUnavailable(node) ? "true" : "",
          "reservation_name",
          cut(node.reservation()),
          "address",
          node.address(),
          "reason",
          node.reason(),
          "comment",
          node.comment());
    }
  }

  /** The later flags are left empty where false: an empty label is no label. */
  private static String flag(SlurmNode node, NodeState state) {
    return node.is(state) ? "true" : "";
  }

  private static String cut(String name) {
    return name.codePointCount(0, name.length()) <= MAX_RESERVATION_LENGTH
        ? name
        : name.substring(0, name.offsetByCodePoints(0, MAX_RESERVATION_LENGTH));
  }

  /** A number of a node, if it has it. */
  @FunctionalInterface
  private interface Amount {
    OptionalLong of(SlurmNode node);
  }

  private void amounts() {
    amount("slurm_node_cpus_total", "Total CPUs on the node", NodeSeries::cpus);
    amount(
        "slurm_node_cpus_allocated",
        "CPUs allocated on the node",
        node -> node.capacity().allocatedCpus());
    amount("slurm_node_cpus_idle", "Idle CPUs on the node", node -> node.capacity().idleCpus());
    amount(
        "slurm_node_cpus_effective",
        "Effective CPUs on the node",
        node -> node.capacity().effectiveCpus());
    amount(
        "slurm_node_memory_total_bytes",
        "Total memory on the node in bytes",
        NodeSeries::memoryBytes);
    amount(
        "slurm_node_memory_allocated_bytes",
        "Allocated memory on the node in bytes",
        node -> bytes(node.capacity().allocatedMemory()));
    amount(
        "slurm_node_memory_free_bytes",
        "Free memory on the node in bytes",
        node -> bytes(node.capacity().freeMemory()));
    amount(
        "slurm_node_memory_effective_bytes",
        "Effective memory on the node in bytes",
        NodeSeries::effectiveMemory);
  }

  private void amount(String name, String help, Amount amount) {
    page.family(name, GAUGE, help);
    for (SlurmNode node : seen.nodes()) {
      OptionalLong number = amount.of(node);
      if (number.isPresent()) {
        page.sample(number.getAsLong(), NODE, node.name());
      }
    }
  }

  private static OptionalLong cpus(SlurmNode node) {
    return node.capacity().cpus().isPresent() ? node.capacity().cpus() : ofTres(node, Tres::cpus);
  }

  private static OptionalLong memoryBytes(SlurmNode node) {
    return node.capacity().memory().isPresent()
        ? bytes(node.capacity().memory())
        : ofTres(node, Tres::memoryBytes);
  }

  private static OptionalLong effectiveMemory(SlurmNode node) {
    OptionalLong real = node.capacity().memory();
    long special = node.capacity().specializedMemory().orElse(0);
    return real.isPresent()
        ? bytes(OptionalLong.of(Math.max(0, real.getAsLong() - special)))
        : memoryBytes(node);
  }

  private static OptionalLong bytes(OptionalLong mebibytes) {
    return mebibytes.isPresent()
        ? OptionalLong.of(mebibytes.getAsLong() * MEBIBYTE)
        : OptionalLong.empty();
  }

  private static OptionalLong ofTres(SlurmNode node, ToLongFunction<Tres> what) {
    try {
      long number = what.applyAsLong(Tres.parse(node.tres()));
      return number > 0 ? OptionalLong.of(number) : OptionalLong.empty();
    } catch (SlurmException e) {
      return OptionalLong.empty(); // logged where GPUs are counted
    }
  }

  private void partitions() {
    page.family("slurm_node_partition", GAUGE, "Slurm node partition mapping");
    for (SlurmNode node : seen.nodes()) {
      for (String partition : node.partitions()) {
        page.sample(1, NODE, node.name(), "partition", partition);
      }
    }
  }

  private void groups() {
    page.family(
        "slurm_node_nvlink_instance_group",
        GAUGE,
        "Mapping between Slurm nodes and NVLink instance groups");
    for (SlurmNode node : seen.nodes()) {
      NodePlace place = seen.place(node.name());
      if (!place.nvlinkGroup().isEmpty()) {
        page.sample(
            1,
            NODE,
            node.name(),
            "instance_id",
            node.instanceId(),
            "nvlink_instance_group",
            place.nvlinkGroup(),
            "nodeset_name",
            place.nodeSet());
      }
    }
  }

  private void history() {
    NodeHistory history = seen.history();
    page.family("slurm_node_gpu_seconds_total", "counter", "Total GPU seconds on Slurm nodes");
    history.gpuSeconds().forEach((labels, seconds) -> page.sample(seconds, state(labels)));
    page.family(
        "slurm_node_fails_total",
        "counter",
        "Total number of times a node has failed (went from not down/drain to down/drain state)");
    history
        .fails()
        .forEach(
            (labels, count) -> {
              var all = new ArrayList<>(List.of(state(labels.state())));
              all.addAll(List.of("reason", labels.reason()));
              page.sample(count, all.toArray(String[]::new));
            });
    page.family(
        "slurm_node_unavailability_duration_seconds",
        "histogram",
        "Duration of completed node unavailability events (DOWN+* or IDLE+DRAIN+*)");
    history.unavailability().forEach((node, times) -> page.histogram(times, NODE, node));
    page.family(
        "slurm_node_draining_duration_seconds",
        "histogram",
        "Duration of completed node draining events (DRAIN+ALLOCATED or DRAIN+MIXED)");
    history.draining().forEach((node, times) -> page.histogram(times, NODE, node));
  }

  private static String[] state(NodeHistory.GpuLabels labels) {
    return new String[] {
      NODE,
      labels.node(),
      "state_base",
      labels.base(),
      "state_is_drain",
      Boolean.toString(labels.drain()),
      "state_is_maintenance",
      Boolean.toString(labels.maintenance()),
      "state_is_reserved",
      Boolean.toString(labels.reserved())
    };
  }
}
