package io.coxswain.slurm.render.config;

import static io.coxswain.slurm.values.ClusterValues.on;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.Quantities;
import io.coxswain.api.slurm.NodeConfig;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.Partition;
import io.coxswain.api.slurm.PartitionConfiguration;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The partitions of slurm.conf. Only the structured kind writes lines for the nodes themselves;
 * with the others nodes are known once they register.
 */
final class PartitionBlock {
  private static final BigDecimal MEBIBYTE = BigDecimal.valueOf(1 << 20);
  private static final String NO_NODE_SETS =
      "WARNING: No nodesets defined in structured configuration!";

  private PartitionBlock() {}

  static ConfigText of(ClusterValues values) {
    PartitionConfiguration configuration =
        Objects.requireNonNullElseGet(
            values.spec().getPartitionConfiguration(), PartitionConfiguration::new);
    var conf = new ConfigText();
    switch (text(configuration.getConfigType())) {
      case "custom" -> configuration.getRawConfig().forEach(line -> conf.line(line.strip()));
      case "structured" -> {
        nodes(conf, values);
        partitions(conf, configuration.getPartitions(), values.nodeSets());
        nodeSets(conf, values.nodeSets());
      }
      default ->
          conf.property(
                  "PartitionName",
                  "main Nodes=ALL Default=YES PriorityTier=10 MaxTime=INFINITE State=UP"
                      + " OverSubscribe=YES")
              .property(
                  "PartitionName",
                  "hidden Nodes=ALL Default=NO PriorityTier=10 PreemptMode=OFF Hidden=YES"
                      + " MaxTime=INFINITE State=UP OverSubscribe=YES");
    }
    return conf;
  }

  private static void nodes(ConfigText conf, ClusterValues values) {
    conf.comment("Nodes section");
    if (values.nodeSets().isEmpty()) {
      conf.comment(NO_NODE_SETS);
    }
    for (NodeSet set : values.nodeSets()) {
      if (SlurmConf.replicas(set) > 0) {
        conf.property("NodeName", node(set, values.names()));
      } else {
        conf.comment(skipped(set));
      }
    }
  }

  static String skipped(NodeSet set) {
    return "WARNING: NodeSet %s has 0 replicas, skipping".formatted(set.getMetadata().getName());
  }

  /** One line for all workers of a set keeps the file below the size that an object may have. */
  private static String node(NodeSet set, Names names) {
    NodeConfig config = nodeConfig(set);
    String hosts = SlurmConf.hosts(set);
    var line = new StringBuilder(hosts).append(" State=CLOUD NodeAddr=").append(hosts);
    line.append('.').append(names.host(names.service(Component.NODESET)));
    line.append(" RealMemory=").append(mebibytes(set.getSpec().getSlurmd().getResources()));
    if (Boolean.FALSE.equals(config.getAutoResume())) {
      line.append(" AutoResume=Off");
    }
    int port = ClusterValues.or(set.getSpec().getSlurmd().getPort(), 0);
    if (port != 0) {
      line.append(" Port=").append(port);
    }
    if (!config.getFeatures().isEmpty()) {
      line.append(" Feature=").append(String.join(",", config.getFeatures()));
    }
    return line.append(' ').append(fixed(config)).toString();
  }

  /** What was given for the line, without what is decided here. */
  private static String fixed(NodeConfig config) {
    return Arrays.stream(text(config.getStaticConfig()).split(" ", -1))
        .filter(token -> !token.startsWith("Feature=") && !token.startsWith("State="))
        .collect(Collectors.joining(" "));
  }

  static NodeConfig nodeConfig(NodeSet set) {
    NodeConfig config = set.getSpec().getNodeConfig();
    return config == null ? new NodeConfig() : config;
  }

  /** The memory that is requested, in whole MiB. */
  static long mebibytes(Map<String, Quantity> resources) {
    Quantity memory = resources.get("memory");
    return memory == null
        ? 0
        : Quantities.saturated(
            Quantities.value(memory.toString()).divide(MEBIBYTE, 0, RoundingMode.DOWN),
            RoundingMode.DOWN);
  }

  private static void partitions(
      ConfigText conf, List<Partition> partitions, List<NodeSet> nodeSets) {
    conf.comment("Partitions section");
    if (partitions.isEmpty()) {
      conf.comment("WARNING: No partitions defined in structured configuration!");
    }
    for (Partition partition : partitions) {
      if (on(partition.getIsAll())) {
        partition(conf, partition, "ALL");
      } else {
        ofNodeSets(conf, partition, NodeSetRefs.of(partition, nodeSets));
      }
    }
  }

  private static void ofNodeSets(ConfigText conf, Partition partition, NodeSetRefs refs) {
    refs.ignored()
        .forEach(
            ref ->
                conf.comment(
                    "WARNING: Partition %s references NodeSet %s ignored: %s"
                        .formatted(ref.partition(), ref.nodeSet(), ref.reason())));
    if (!refs.usable().isEmpty()) {
      partition(conf, partition, String.join(",", refs.usable()));
    } else if (!refs.ignored().isEmpty()) {
      // Without the line a running Slurm would drop the partition and the jobs that wait in it.
      conf.comment(
          "WARNING: Partition %s has no usable nodeset refs, rendering it without nodes"
              .formatted(partition.getName()));
      partition(conf, partition, "\"\"");
    } else {
      conf.comment(
          "WARNING: Partition %s has no nodeset refs and is not 'all', skipping"
              .formatted(partition.getName()));
    }
  }

  private static void partition(ConfigText conf, Partition partition, String nodes) {
    conf.property(
        "PartitionName",
        "%s Nodes=%s %s".formatted(partition.getName(), nodes, text(partition.getConfig())));
  }

  private static void nodeSets(ConfigText conf, List<NodeSet> nodeSets) {
    conf.comment("NodeSet section");
    if (nodeSets.isEmpty()) {
      conf.comment(NO_NODE_SETS);
    }
    for (NodeSet set : nodeSets) {
      if (SlurmConf.replicas(set) > 0) {
        conf.property("NodeSet", set.getMetadata().getName() + " Nodes=" + SlurmConf.hosts(set));
      } else {
        conf.comment(skipped(set));
      }
    }
  }
}
