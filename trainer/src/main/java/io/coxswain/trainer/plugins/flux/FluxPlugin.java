package io.coxswain.trainer.plugins.flux;

import io.coxswain.api.FieldError;
import io.coxswain.api.trainer.FluxMLPolicySource;
import io.coxswain.api.trainer.MLPolicy;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.Trainer;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.runtime.client.Owners;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.ComponentBuilder;
import io.coxswain.trainer.framework.CustomValidation;
import io.coxswain.trainer.framework.EnforceMLPolicy;
import io.coxswain.trainer.framework.NodeResources;
import io.coxswain.trainer.framework.PodSet;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.coxswain.trainer.framework.Upsert;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Sets up Flux where the runtime's policy is flux. Owned ConfigMaps and Secrets are watched for it
 * by the MPI plugin.
 */
public final class FluxPlugin implements EnforceMLPolicy, CustomValidation, ComponentBuilder {
  private static final String INSTALLER = "flux-installer";
  private static final String CONFIG_FOLDER = "/etc/flux-config";
  private static final String INSTALL = "flux-install";
  private static final String SOFTWARE = "spack-install";
  private static final String CURVE = "flux-curve";
  private static final String MEMORY = "shared-memory";
  private static final String VIEW_IMAGE = "ghcr.io/converged-computing/flux-view-ubuntu:tag-jammy";

  @Override
  public String name() {
    return "Flux";
  }

  @Override
  public void enforceMLPolicy(RuntimeInfo info, TrainJob job) {
    Optional<PodSet> pods = policy(info).flatMap(policy -> info.podSet(WellKnown.NODE));
    if (pods.isEmpty()) {
      return;
    }
    Optional<Container> node = pods.get().container(WellKnown.NODE);
    node.ifPresent(
        container ->
            info.replaceCommand(
                List.of("/bin/bash", CONFIG_FOLDER + "/entrypoint.sh", command(container, job)),
                false));
    volumes(pods.get(), job);
    pods.get()
        .podSpec()
        .getInitContainers()
        .add(
            new ContainerBuilder()
                .withName(INSTALLER)
                .withImage(setting(info, job, "FLUX_VIEW_IMAGE", VIEW_IMAGE))
                .withCommand("/bin/bash", CONFIG_FOLDER + "/init.sh")
                .withVolumeMounts(
                    mount(INSTALL, "/mnt/flux", null), mount(entrypoint(job), CONFIG_FOLDER, true))
                .build());
    node.ifPresent(
        container -> {
          Upsert.mount(container, mount(INSTALL, "/mnt/flux", null));
          Upsert.mount(container, mount(SOFTWARE, "/opt/software", null));
          Upsert.mount(container, mount(entrypoint(job), CONFIG_FOLDER, true));
          Upsert.mount(container, mount(CURVE, "/curve", true));
          Upsert.mount(container, mount(MEMORY, "/dev/shm", true));
        });
  }

  /** The command of the job in one line, without the arguments of the runtime's container. */
  private static String command(Container node, TrainJob job) {
    Trainer trainer = job.getSpec().getTrainer();
    var words = new ArrayList<String>();
    if (trainer != null && trainer.getCommand() != null) {
      words.addAll(trainer.getCommand());
    } else if (node.getCommand() != null) {
      words.addAll(node.getCommand());
    }
    if (trainer != null && trainer.getArgs() != null) {
      words.addAll(trainer.getArgs());
    }
    return String.join(" ", words).strip();
  }

  private static void volumes(PodSet pods, TrainJob job) {
    var spec = pods.podSpec();
    Upsert.volume(
        spec, new VolumeBuilder().withName(SOFTWARE).withNewEmptyDir().endEmptyDir().build());
    Upsert.volume(
        spec, new VolumeBuilder().withName(INSTALL).withNewEmptyDir().endEmptyDir().build());
    Upsert.volume(
        spec,
        new VolumeBuilder()
            .withName(entrypoint(job))
            .withNewConfigMap()
            .withName(entrypoint(job))
            .withDefaultMode(0755)
            .endConfigMap()
            .build());
    Upsert.volume(
        spec,
        new VolumeBuilder()
            .withName(MEMORY)
            .withNewEmptyDir()
            .withMedium("Memory")
            .endEmptyDir()
            .build());
    Upsert.volume(
        spec,
        new VolumeBuilder()
            .withName(CURVE)
            .withNewSecret()
            .withSecretName(curve(job))
            .withDefaultMode(0400)
            .endSecret()
            .build());
  }

  private static VolumeMount mount(
      String volume, String path, @org.jspecify.annotations.Nullable Boolean readOnly) {
    return new VolumeMountBuilder()
        .withName(volume)
        .withMountPath(path)
        .withReadOnly(readOnly)
        .build();
  }

  @Override
  public List<HasMetadata> build(RuntimeInfo info, TrainJob job, Children seen) {
    Optional<FluxMLPolicySource> policy = policy(info);
    if (policy.isEmpty()) {
      return List.of();
    }
    FluxScripts scripts = scripts(info, job, policy.get());
    String namespace = job.getMetadata().getNamespace();
    return List.of(
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(entrypoint(job))
            .withOwnerReferences(Owners.controlledBy(job))
            .endMetadata()
            .addToData("entrypoint.sh", scripts.entrypoint())
            .addToData("init.sh", scripts.init())
            .build(),
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(curve(job))
            .withOwnerReferences(Owners.controlledBy(job))
            .endMetadata()
            .addToData(
                "curve.cert",
                Base64.getEncoder()
                    .encodeToString(CurveCertificate.of(job).getBytes(StandardCharsets.UTF_8)))
            .build());
  }

  /** As many nodes as pods: upstream reads only the job, and crashes if the number is unset. */
  private static FluxScripts scripts(RuntimeInfo info, TrainJob job, FluxMLPolicySource policy) {
    int processes = processes(job, policy);
    int nodes = info.podSet(WellKnown.NODE).map(PodSet::count).orElse(1);
    int gpus = NodeResources.of(info, job).gpus();
    String name = job.getMetadata().getName();
    return new FluxScripts(
        "%s-node-0-[%s]".formatted(name, range(nodes)),
        name + "-node-0-0",
        "%s.%s.svc.cluster.local".formatted(name, job.getMetadata().getNamespace()),
        setting(info, job, "FLUX_NETWORK_DEVICE", "eth0"),
        setting(info, job, "FLUX_QUEUE_POLICY", "fcfs"),
        "-N %d -n %d%s".formatted(nodes, nodes * processes, gpus > 0 ? " -g " + gpus : ""),
        "--cores=" + range(processes) + (gpus > 0 ? " --gpu=" + range(gpus) : ""));
  }

  /** For each node: from the job, else the runtime, else one. */
  private static int processes(TrainJob job, FluxMLPolicySource policy) {
    Trainer trainer = job.getSpec().getTrainer();
    Integer asked = trainer == null ? null : trainer.getNumProcPerNode();
    Integer usual = policy.getNumProcPerNode();
    return asked != null ? asked : usual != null ? usual : 1;
  }

  private static String range(int count) {
    return count <= 1 ? "0" : "0-" + (count - 1);
  }

  /** From the job, else the runtime, else the default. */
  private static String setting(RuntimeInfo info, TrainJob job, String name, String usual) {
    Trainer trainer = job.getSpec().getTrainer();
    return find(trainer == null ? List.of() : trainer.getEnv(), name)
        .or(
            () ->
                info.podSet(WellKnown.NODE)
                    .flatMap(pods -> pods.container(WellKnown.NODE))
                    .flatMap(node -> find(node.getEnv(), name)))
        .orElse(usual);
  }

  private static Optional<String> find(List<EnvVar> variables, String name) {
    return variables.stream()
        .filter(v -> v.getName().equals(name) && v.getValue() != null && !v.getValue().isEmpty())
        .map(EnvVar::getValue)
        .findFirst();
  }

  private static String entrypoint(TrainJob job) {
    return job.getMetadata().getName() + "-flux-entrypoint";
  }

  private static String curve(TrainJob job) {
    return job.getMetadata().getName() + "-flux-curve";
  }

  @Override
  public List<FieldError> validate(
      RuntimeInfo info, Optional<TrainJob> old, TrainJob job, Children seen) {
    Optional<FluxMLPolicySource> policy = policy(info);
    if (policy.isEmpty()) {
      return List.of();
    }
    var errors = new ArrayList<FieldError>();
    int processes = processes(job, policy.get());
    if (processes < 1) { // CRDs up to 2.3 let it pass
      errors.add(
          FieldError.invalid(
              "spec.trainer.numProcPerNode",
              processes,
              "must be greater than or equal to 1 for Flux TrainJob"));
    }
    if (info.podSet(WellKnown.NODE).flatMap(pods -> pods.initContainer(INSTALLER)).isPresent()) {
      errors.add(
          FieldError.invalid(
              "spec.trainer.initContainers",
              INSTALLER,
              "InitContainer '" + INSTALLER + "' is reserved"));
    }
    return errors;
  }

  private static Optional<FluxMLPolicySource> policy(RuntimeInfo info) {
    return info.mlPolicy().map(MLPolicy::getFlux);
  }
}
