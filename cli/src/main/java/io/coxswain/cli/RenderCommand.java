package io.coxswain.cli;

import io.coxswain.api.CustomObject;
import io.coxswain.api.Json;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.RuntimeRef;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.cli.train.Manifest;
import io.coxswain.cli.train.ManifestException;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.slurm.values.Platform;
import io.coxswain.slurm.values.RenderedSlurmVersion;
import io.coxswain.trainer.ShippedRuntimes;
import io.coxswain.trainer.TrainJobPreview;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code coxswain render FILE}: prints the objects that the TrainJobs and SlurmClusters of a file
 * lead to, without a cluster.
 */
@Command(
    name = "render",
    description =
        "Print the objects that would be created for the TrainJobs and SlurmClusters in a file, or"
            + " one configuration file of a SlurmCluster.",
    mixinStandardHelpOptions = true)
final class RenderCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description =
          "Manifest that contains at least one TrainJob, SlurmCluster or NodeConfigurator. Runtimes"
              + " in the file take precedence over the built-in ones; NodeSets, NodeSetPowerStates"
              + " and Secrets are read from it.")
  private Path file = Path.of("");

  @Option(
      names = "--config",
      paramLabel = "NAME",
      description =
          "Print only this configuration file of a SlurmCluster, such as slurm_base.conf.noedit or"
              + " cgroup.conf.")
  private @Nullable String config;

  @Option(
      names = "--slurm-version",
      paramLabel = "VERSION",
      defaultValue = "26.05",
      description = "Slurm version to render for, from 22.05 to 26.05 (default: ${DEFAULT-VALUE}).")
  private String slurmVersion = "26.05";

  @Option(
      names = "--plain",
      description =
          "Do not render resources of OpenKruise or of the Prometheus, MariaDB and Security Profiles"
              + " operators.")
  private boolean plain;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Env env = Env.production();
    try {
      Manifest manifest = Manifest.parse(file.toString(), env.files().read(file));
      List<CustomObject<TrainingRuntimeSpec, Void>> runtimes = runtimes(manifest);
      int jobs = 0;
      for (Manifest.Document document : manifest.documents()) {
        if (document.kind().equals("TrainJob")) {
          jobs++;
          print(render(document, runtimes, env));
        }
      }
      if (SlurmRender.concerns(manifest)) {
        renderSlurm(manifest, env);
      } else if (jobs == 0) {
        throw new CommandException(file + ": no TrainJob, SlurmCluster or NodeConfigurator found");
      } else if (config != null) {
        throw new CommandException("--config: no SlurmCluster found in " + file);
      }
      return 0;
    } catch (NoSuchFileException e) {
      throw new CommandException(file + ": no such file");
    } catch (IOException e) {
      throw new CommandException(file + ": " + FileProblem.why(e));
    } catch (ManifestException e) {
      throw new CommandException(String.valueOf(e.getMessage()));
    }
  }

  private void renderSlurm(Manifest manifest, Env env) {
    RenderedSlurmVersion version;
    try {
      version = RenderedSlurmVersion.of(slurmVersion);
    } catch (IllegalArgumentException e) {
      throw new CommandException("--slurm-version: " + e.getMessage());
    }
    var slurm = new SlurmRender(env, (plain ? Platform.PLAIN : Platform.FULL).withSlurm(version));
    slurm.render(manifest);
    slurm.notes().forEach(note -> line().getErr().println("note: " + note));
    if (config == null) {
      print(slurm.objects());
    } else {
      line().getOut().println(slurm.file(config).stripTrailing());
    }
  }

  private static List<CustomObject<TrainingRuntimeSpec, Void>> runtimes(Manifest manifest) {
    var runtimes = new ArrayList<CustomObject<TrainingRuntimeSpec, Void>>();
    for (Manifest.Document document : manifest.documents()) {
      switch (document.kind()) {
        case "ClusterTrainingRuntime" ->
            runtimes.add(Json.convert(document.object(), ClusterTrainingRuntime.class));
        case "TrainingRuntime" ->
            runtimes.add(Json.convert(document.object(), TrainingRuntime.class));
        default -> {}
      }
    }
    runtimes.addAll(ShippedRuntimes.all());
    return runtimes;
  }

  private static List<HasMetadata> render(
      Manifest.Document document, List<CustomObject<TrainingRuntimeSpec, Void>> runtimes, Env env) {
    TrainJob job = Json.convert(document.object(), TrainJob.class);
    if (job.getMetadata().getNamespace() == null) {
      job.getMetadata().setNamespace("default");
    }
    RuntimeRef ref = job.getSpec().getRuntimeRef();
    String kind = ref.getKind() == null ? "ClusterTrainingRuntime" : ref.getKind();
    CustomObject<TrainingRuntimeSpec, Void> runtime =
        runtimes.stream()
            .filter(
                r -> r.getKind().equals(kind) && r.getMetadata().getName().equals(ref.getName()))
            .findFirst()
            .orElseThrow(
                () ->
                    new CommandException(
                        "%s: spec.runtimeRef.name: %s \"%s\" not found in the file or among the built-in runtimes: %s"
                            .formatted(
                                document.place("spec.runtimeRef.name"),
                                kind,
                                ref.getName(),
                                names())));
    try {
      return TrainJobPreview.of(job, runtime, env.entropy());
    } catch (IllegalArgumentException e) {
      throw new CommandException(document.place("spec") + ": " + e.getMessage());
    }
  }

  private CommandLine line() {
    return Objects.requireNonNull(spec, "set by picocli").commandLine();
  }

  private static String names() {
    return String.join(
        ", ", ShippedRuntimes.all().stream().map(r -> r.getMetadata().getName()).toList());
  }

  /** Prints each object as a document; owner references have no UID yet. */
  private void print(List<HasMetadata> objects) {
    PrintWriter out = line().getOut();
    for (HasMetadata object : objects) {
      out.println("---");
      out.print(Json.yaml(Json.tree(object)));
    }
    out.flush();
  }
}
