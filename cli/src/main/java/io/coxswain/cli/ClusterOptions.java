package io.coxswain.cli;

import io.coxswain.env.Files;
import io.coxswain.node.simulated.StageFile;
import io.coxswain.node.simulated.StageFileException;
import io.coxswain.node.simulated.Stages;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the nodes of a cluster are, and who gives pods to them. */
final class ClusterOptions {
  /** What a node does with a pod. */
  enum NodeKind {
    process,
    simulated,
    both
  }

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description = "How many nodes (default: ${DEFAULT-VALUE}); of each kind if there are both.")
  int nodes = 3;

  @Option(
      names = "--node-kind",
      paramLabel = "KIND",
      defaultValue = "process",
      description =
          "process: containers are local processes (default); simulated: they only pretend; both.")
  NodeKind kind = NodeKind.process;

  @Option(
      names = "--stages",
      paramLabel = "FILE",
      description = "YAML that says what containers on simulated nodes do.")
  @Nullable Path stages;

  @Option(names = "--no-scheduler", description = "Give pods no nodes.")
  boolean noScheduler;

  @Option(
      names = "--slurm",
      description =
          "Run Soperator's controllers too: SlurmClusters come up, and containers may be"
              + " privileged.")
  boolean slurm;

  /** Which controllers run; all when empty. */
  List<String> controllers = List.of();

  static ClusterOptions ofNodes(int nodes) {
    var options = new ClusterOptions();
    options.nodes = nodes;
    return options;
  }

  /** Only what trainings need, so that they begin at once. */
  static ClusterOptions forTrainings(int nodes) {
    ClusterOptions options = ofNodes(nodes);
    options.controllers =
        List.of(
            "job-controller",
            "garbage-collector-controller",
            "namespace-controller",
            "root-ca-certificate-publisher-controller",
            "serviceaccount-controller",
            "ttl-after-finished-controller");
    return options;
  }

  int processNodes() {
    return kind == NodeKind.simulated ? 0 : nodes;
  }

  int simulatedNodes() {
    return kind == NodeKind.process ? 0 : nodes;
  }

  Stages stages(Files files) {
    if (stages == null) {
      return Stages.byDefault();
    }
    try {
      return StageFile.read(stages.toString(), files.read(stages));
    } catch (StageFileException e) {
      throw new CommandException(String.valueOf(e.getMessage()), 2);
    } catch (NoSuchFileException e) {
      throw new CommandException("--stages " + stages + ": no such file", 2);
    } catch (IOException e) {
      throw new CommandException("--stages " + stages + " cannot be read: " + e.getMessage(), 2);
    }
  }
}
