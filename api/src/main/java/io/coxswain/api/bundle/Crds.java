package io.coxswain.api.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.CustomObject;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.crd.CrdDescriptions;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.api.slurm.NodeConfigurator;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntime;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/** Definitions of custom kinds: our own, as the build has generated them, or any class's. */
public final class Crds {
  private static final List<Class<? extends CustomObject<?, ?>>> TRAINING =
      List.of(
          JobSet.class,
          ClusterTrainingRuntime.class,
          TrainingRuntime.class,
          TrainJob.class,
          OptimizationJob.class);

  private static final List<Class<? extends CustomObject<?, ?>>> SLURM =
      List.of(
          ActiveCheck.class,
          JailedConfig.class,
          NodeConfigurator.class,
          NodeSet.class,
          NodeSetPowerState.class,
          SlurmCluster.class);

  private Crds() {}

  /** The kinds that there is a definition for. */
  public static List<Class<? extends CustomObject<?, ?>>> kinds() {
    return Stream.concat(TRAINING.stream(), SLURM.stream()).toList();
  }

  /** The definitions of all kinds. */
  public static List<ObjectNode> all() {
    return kinds().stream().map(Crds::of).toList();
  }

  /** The definitions of JobSet and of Trainer's kinds. */
  public static List<ObjectNode> training() {
    return TRAINING.stream().map(Crds::of).toList();
  }

  /** The definitions of {@code slurm.nebius.ai}. */
  public static List<ObjectNode> slurm() {
    return SLURM.stream().map(Crds::of).toList();
  }

  /** The definition of a kind, as one would post it to a server. */
  public static ObjectNode of(Class<? extends CustomObject<?, ?>> kind) {
    String path = path(kind);
    try (InputStream in = Crds.class.getClassLoader().getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalArgumentException("not on the class path, was it generated? " + path);
      }
      return Json.tree(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The definition of any kind, made of its class. */
  public static ObjectNode define(Class<? extends CustomObject<?, ?>> kind) {
    return CrdGenerator.definition(kind, CrdDescriptions.none());
  }

  static String path(Class<? extends CustomObject<?, ?>> kind) {
    return "META-INF/coxswain/crds/" + ResourceType.of(kind).qualifiedPlural() + ".json";
  }
}
