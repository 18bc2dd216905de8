package io.coxswain.slurm.render.config;

import static io.coxswain.slurm.values.ClusterValues.on;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.slurm.AccountingSlurmConfig;
import io.coxswain.api.slurm.HealthCheckConfig;
import io.coxswain.api.slurm.HealthCheckNodeState;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.Partition;
import io.coxswain.api.slurm.PartitionConfiguration;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.InvalidClusterException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Looks for what would keep Slurm from starting, in the parts of its files that were given as text:
 * one bad line in slurm.conf stops a whole cluster at its next reconfiguration.
 */
public final class ConfigCheck {
  private final ClusterValues values;
  private final SlurmOptions options;
  private final List<String> problems = new ArrayList<>();

  private ConfigCheck(ClusterValues values) {
    this.values = values;
    this.options = new SlurmOptions(values.platform().slurm());
  }

  /** Everything that is wrong, each with its field; empty when nothing is. */
  public static List<String> problems(ClusterValues values) {
    var check = new ConfigCheck(values);
    check.custom();
    check.partitions();
    check.nodes();
    check.words();
    return check.problems;
  }

  static void check(ClusterValues values) {
    List<String> problems = problems(values);
    if (!problems.isEmpty()) {
      throw new InvalidClusterException(String.join("; ", problems));
    }
  }

  private void custom() {
    lines("spec.customSlurmConfig", "slurm.conf", values.spec().getCustomSlurmConfig());
    lines("spec.customCgroupConfig", "cgroup.conf", values.spec().getCustomCgroupConfig());
  }

  /** A text of several lines, each of one or more options. */
  private void lines(String field, String file, @Nullable String given) {
    List<ConfigLine> lines = ConfigLine.of(text(given));
    for (ConfigLine line : lines) {
      String place = field + " line " + line.number();
      if (line.include()) {
        continue;
      }
      if (line.options().isEmpty()) {
        problems.add(place + ": \"" + line.text() + "\" is not of the form option=value");
      } else {
        line(place, file, line.options());
      }
    }
  }

  /** Some options begin a record; what follows on the line belongs to that. */
  private void line(String place, String file, List<String> given) {
    List<String> rest = given.subList(1, given.size());
    options(place, file, List.of(given.getFirst()));
    switch (given.getFirst().toLowerCase(Locale.ROOT)) {
      case "nodename" -> options(place, "node", rest);
      case "partitionname" -> options(place, "partition", rest);
      case "downnodes", "nodeset", "poweraction", "slurmctldhost" -> {}
      default -> options(place, file, rest);
    }
  }

  private void options(String place, String file, List<String> given) {
    for (String option : given) {
      if (!options.knows(file, option)) {
        problems.add(unknown(place, option));
      }
    }
  }

  private String unknown(String place, String option) {
    return "%s: %s is not known to Slurm %s".formatted(place, option, options.version());
  }

  private void partitions() {
    PartitionConfiguration partitions = values.spec().getPartitionConfiguration();
    if (partitions == null) {
      return;
    }
    String path = "spec.partitionConfiguration.";
    if ("custom".equals(partitions.getConfigType())) {
      for (int i = 0; i < partitions.getRawConfig().size(); i++) {
        lines(path + "rawConfig[" + i + "]", "slurm.conf", partitions.getRawConfig().get(i));
      }
    } else if ("structured".equals(partitions.getConfigType())) {
      var seen = new TreeSet<String>();
      for (Partition partition : partitions.getPartitions()) {
        String place = path + "partitions \"" + partition.getName() + "\"";
        if (!seen.add(partition.getName().toLowerCase(Locale.ROOT))) {
          problems.add(place + ": duplicate name");
        }
        singleLine(place + ".config", text(partition.getConfig()));
        options(place + ".config", "partition", ConfigLine.optionsOf(text(partition.getConfig())));
      }
    }
  }

  private void nodes() {
    PartitionConfiguration partitions = values.spec().getPartitionConfiguration();
    if (partitions == null || !"structured".equals(partitions.getConfigType())) {
      return;
    }
    for (NodeSet set : values.nodeSets()) {
      String place = "NodeSet \"" + set.getMetadata().getName() + "\" spec.nodeConfig.";
      var config = PartitionBlock.nodeConfig(set);
      String fixed = text(config.getStaticConfig());
      singleLine(place + "static", fixed);
      options(place + "static", "node", ConfigLine.optionsOf(fixed));
      if (Boolean.FALSE.equals(config.getAutoResume()) && !options.knows("node", "AutoResume")) {
        problems.add(unknown(place + "autoResume", "AutoResume"));
      }
      for (String line : config.getGresConfig()) {
        singleLine(place + "gresConfig", line);
        options(place + "gresConfig", "gres.conf", ConfigLine.optionsOf(line));
      }
    }
  }

  /** Values of options that later releases have added. */
  private void words() {
    word(
        "spec.slurmConfig.topologyPlugin",
        "TopologyPlugin",
        text(values.slurmConfig().getTopologyPlugin()));
    HealthCheckConfig health = values.spec().getHealthCheckConfig();
    if (health != null) {
      for (HealthCheckNodeState state : health.getHealthCheckNodeState()) {
        word(
            "spec.healthCheckConfig.healthCheckNodeState",
            "HealthCheckNodeState",
            state.getState());
      }
    }
    AccountingSlurmConfig accounting = values.nodes().getAccounting().getSlurmConfig();
    if (on(values.nodes().getAccounting().getEnabled()) && accounting != null) {
      word(
          "spec.slurmNodes.accounting.slurmConfig.jobAcctGatherParams",
          "JobAcctGatherParams",
          text(accounting.getJobAcctGatherParams()));
    }
  }

  private void word(String place, String option, String word) {
    if (!options.knowsWord(option, word)) {
      problems.add(unknown(place, option + "=" + word));
    }
  }

  private void singleLine(String place, String given) {
    if (given.indexOf('\n') >= 0) {
      problems.add(place + ": must be one line");
    }
  }
}
