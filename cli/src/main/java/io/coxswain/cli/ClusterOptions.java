package io.coxswain.cli;

import io.coxswain.env.FileProblem;
import io.coxswain.env.Files;
import io.coxswain.node.process.ImagePrograms;
import io.coxswain.node.simulated.StageFile;
import io.coxswain.node.simulated.StageFileException;
import io.coxswain.node.simulated.Stages;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Nodes, scheduler and controllers of an embedded cluster. */
final class ClusterOptions {
  static final int MAX_NODES = 100_000;

  /** Each process node has its own loopback address and directories. */
  static final int MAX_PROCESS_NODES = 1_000;

  /** How a node runs a pod. */
  enum NodeKind {
    process,
    simulated,
    both
  }

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Number of nodes; with --node-kind=both, the number of each kind (default:"
              + " ${DEFAULT-VALUE}).")
  int nodes = 3;

  @Option(
      names = "--node-kind",
      paramLabel = "KIND",
      description =
          "How nodes run containers: process (as local processes), simulated (not at all, only"
              + " their status is updated) or both (default: process; with --slurm: both).")
  private @Nullable NodeKind kind;

  @Option(
      names = "--stages",
      paramLabel = "FILE",
      description = "YAML file that defines how containers on simulated nodes behave.")
  @Nullable Path stages;

  @Option(
      names = "--image",
      paramLabel = "IMAGE=COMMAND",
      description =
          "Program of this host that process nodes run for an image if a container has no"
              + " command, for example --image 'busybox=busybox sh'. May be repeated.")
  private List<String> images = List.of();

  @Option(names = "--no-scheduler", description = "Do not run a scheduler.")
  boolean noScheduler;

  @Option(
      names = "--slurm",
      description =
          "Also run the Soperator controllers, with simulated nodes for the pods of SlurmClusters."
              + " Allows privileged containers.")
  boolean slurm;

  @Option(
      names = "--no-controllers",
      arity = "0..1",
      paramLabel = "LIST",
      split = ",",
      fallbackValue = "all",
      description =
          "Do not run these controller managers, so that you can run your own: a comma-separated"
              + " list of kube-controller-manager, jobset, trainer and soperator (default without"
              + " LIST: all).")
  private List<String> noControllers = List.of();

  /** The controllers to run; all if empty. */
  List<String> controllers = List.of();

  /** Whether containers get all variables of the caller, and not only those of the login. */
  boolean callerEnvironment;

  static ClusterOptions ofNodes(int nodes) {
    var options = new ClusterOptions();
    options.nodes = nodes;
    return options;
  }

  /** Runs only what trainings need, so that they start quickly. */
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

  /** Rejects values that have the right type but cannot be used. */
  void check() {
    FlagValues.checkRange(
        "--nodes", nodes, 0, kind() == NodeKind.simulated ? MAX_NODES : MAX_PROCESS_NODES);
    var _ = omitted();
    var _ = images();
  }

  ImagePrograms images() {
    try {
      return ImagePrograms.parse(images);
    } catch (IllegalArgumentException e) {
      throw new CommandException("--image: " + e.getMessage(), 2);
    }
  }

  /** The controller managers that the user runs separately. */
  EnumSet<ControllerProgram> omitted() {
    var omitted = EnumSet.noneOf(ControllerProgram.class);
    for (String name : noControllers) {
      if (name.equals("all")) {
        return EnumSet.allOf(ControllerProgram.class);
      }
      omitted.add(
          Stream.of(ControllerProgram.values())
              .filter(program -> program.toString().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new CommandException(
                          "--no-controllers: unknown controller manager \"%s\"; must be one of: all, %s"
                              .formatted(
                                  name,
                                  Stream.of(ControllerProgram.values())
                                      .map(ControllerProgram::toString)
                                      .collect(Collectors.joining(", "))),
                          2)));
    }
    return omitted;
  }

  NodeKind kind() {
    return kind != null ? kind : slurm ? NodeKind.both : NodeKind.process;
  }

  int processNodes() {
    return kind() == NodeKind.simulated ? 0 : nodes;
  }

  int simulatedNodes() {
    return kind() == NodeKind.process ? 0 : nodes;
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
      throw new CommandException("--stages: " + stages + ": no such file", 2);
    } catch (IOException e) {
      throw new CommandException(
          "--stages: failed to read " + stages + ": " + FileProblem.why(e), 2);
    }
  }
}
