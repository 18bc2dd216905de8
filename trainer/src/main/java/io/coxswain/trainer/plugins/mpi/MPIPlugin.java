package io.coxswain.trainer.plugins.mpi;

import io.coxswain.api.FieldError;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.MLPolicy;
import io.coxswain.api.trainer.MPIMLPolicySource;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.Trainer;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.env.Entropy;
import io.coxswain.runtime.certificates.SshKeyPair;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.trainer.framework.BuildException;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.ComponentBuilder;
import io.coxswain.trainer.framework.CustomValidation;
import io.coxswain.trainer.framework.EnforceMLPolicy;
import io.coxswain.trainer.framework.NodeResources;
import io.coxswain.trainer.framework.PodSet;
import io.coxswain.trainer.framework.ReadExtension;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.coxswain.trainer.framework.Upsert;
import io.coxswain.trainer.framework.WatchExtension;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sets up MPI where the runtime's policy is mpi: keys, hostfile and the launcher's variables. */
public final class MPIPlugin
    implements EnforceMLPolicy, CustomValidation, ReadExtension, WatchExtension, ComponentBuilder {
  private static final String SSH_VOLUME = "mpi-ssh-auth";
  private static final String HOSTFILE_VOLUME = "mpi-hostfile";
  private static final String HOSTFILE_FOLDER = "/etc/mpi";
  private static final String DEFAULT_HOSTFILE = "OMPI_MCA_orte_default_hostfile";
  private static final String KEEP_NAMES = "OMPI_MCA_orte_keep_fqdn_hostnames";
  private static final String SLOTS = "OMPI_MCA_orte_set_default_slots";
  private static final String RSH_ARGS = "OMPI_MCA_plm_rsh_args";
  private static final List<String> RESERVED =
      List.of(DEFAULT_HOSTFILE, KEEP_NAMES, SLOTS, RSH_ARGS);

  private final Entropy entropy;

  /**
   * @param entropy what keys are made of
   */
  public MPIPlugin(Entropy entropy) {
    this.entropy = entropy;
  }

  @Override
  public String name() {
    return "MPI";
  }

  // ---- pods

  @Override
  public void enforceMLPolicy(RuntimeInfo info, TrainJob job) {
    Optional<MPIMLPolicySource> policy = policy(info);
    if (policy.isEmpty()) {
      return;
    }
    scale(info, job, policy.get());
    info.podSets().stream()
        .filter(pods -> isNode(pods) || isLauncher(pods))
        .forEach(pods -> connect(pods, job, policy.get()));
    info.podSet(WellKnown.LAUNCHER)
        .ifPresent(launcher -> launch(launcher, job, policy.get(), slots(info, job, policy.get())));
  }

  /** A launcher that also trains counts as one of the requested nodes. */
  private static void scale(RuntimeInfo info, TrainJob job, MPIMLPolicySource policy) {
    Trainer trainer = job.getSpec().getTrainer();
    Integer nodes = trainer == null ? null : trainer.getNumNodes();
    if (nodes != null) {
      int workers = launcherIsNode(policy) ? Math.max(nodes - 1, 1) : nodes;
      info.podSet(WellKnown.NODE).ifPresent(pods -> pods.setCount(workers));
    }
  }

  private static int slots(RuntimeInfo info, TrainJob job, MPIMLPolicySource policy) {
    Trainer trainer = job.getSpec().getTrainer();
    if (trainer != null && trainer.getNumProcPerNode() != null) {
      return trainer.getNumProcPerNode();
    }
    int processes = policy.getNumProcPerNode() == null ? 1 : policy.getNumProcPerNode();
    return processes == 1 ? Math.max(1, NodeResources.of(info, job).gpus()) : processes;
  }

  private static void connect(PodSet pods, TrainJob job, MPIMLPolicySource policy) {
    String path = policy.getSshAuthMountPath();
    Upsert.volume(pods.podSpec(), keys(job));
    pods.container(WellKnown.NODE)
        .ifPresent(
            node ->
                Upsert.mount(
                    node,
                    new VolumeMountBuilder()
                        .withName(SSH_VOLUME)
                        .withMountPath(path == null ? MPIMLPolicySource.SSH_AUTH_MOUNT_PATH : path)
                        .build()));
  }

  private static Volume keys(TrainJob job) {
    return new VolumeBuilder()
        .withName(SSH_VOLUME)
        .withNewSecret()
        .withSecretName(secretKey(job).name())
        .withDefaultMode(0400)
        .withItems(
            new KeyToPath(MPIObjects.PRIVATE_KEY, 0640, "id_rsa"),
            new KeyToPath(MPIObjects.PUBLIC_KEY, 0644, "id_rsa.pub"),
            new KeyToPath(MPIObjects.PUBLIC_KEY, 0644, "authorized_keys"))
        .endSecret()
        .build();
  }

  private static void launch(PodSet launcher, TrainJob job, MPIMLPolicySource policy, int slots) {
    Upsert.volume(
        launcher.podSpec(),
        new VolumeBuilder()
            .withName(HOSTFILE_VOLUME)
            .withNewConfigMap()
            .withName(MPIObjects.hostfileKey(job).name())
            .withItems(new KeyToPath(MPIObjects.HOSTFILE, 0444, MPIObjects.HOSTFILE))
            .endConfigMap()
            .build());
    launcher.container(WellKnown.NODE).ifPresent(node -> launch(node, policy, slots));
  }

  private static void launch(Container node, MPIMLPolicySource policy, int slots) {
    Upsert.mount(
        node,
        new VolumeMountBuilder().withName(HOSTFILE_VOLUME).withMountPath(HOSTFILE_FOLDER).build());
    String implementation = policy.getMpiImplementation();
    if (implementation != null && !implementation.equals("OpenMPI")) {
      throw new BuildException("MPI implementation for " + implementation + " doesn't supported");
    }
    Upsert.env(node, DEFAULT_HOSTFILE, HOSTFILE_FOLDER + "/" + MPIObjects.HOSTFILE);
    Upsert.env(node, KEEP_NAMES, "true");
    Upsert.env(node, SLOTS, String.valueOf(slots));
    Upsert.env(node, RSH_ARGS, "-o ConnectionAttempts=10");
  }

  // ---- other objects

  @Override
  public List<Wanted<?>> reads(TrainJob job, TrainingRuntimeSpec runtime) {
    return runtime.getMlPolicy() != null && runtime.getMlPolicy().getMpi() != null
        ? List.of(new Wanted<>(Secret.class, secretKey(job)))
        : List.of();
  }

  @Override
  public void watch(ControllerBuilder<ObjectKey> trainJobs) {
    trainJobs
        .watch(ConfigMap.class, watch -> watch.controllerOf(TrainJob.class))
        .watch(Secret.class, watch -> watch.controllerOf(TrainJob.class));
  }

  /** Keys are made once and never replaced: pods of one job must all have the same. */
  @Override
  public List<HasMetadata> build(RuntimeInfo info, TrainJob job, Children seen) {
    Optional<MPIMLPolicySource> policy = policy(info);
    if (policy.isEmpty()) {
      return List.of();
    }
    var objects = new ArrayList<HasMetadata>();
    Optional<Secret> keys = seen.find(Secret.class, secretKey(job));
    if (keys.isEmpty()) {
      objects.add(MPIObjects.secret(job, SshKeyPair.ecdsa(entropy)));
    } else if (!Owners.isControlledBy(keys.get(), job)) {
      throw new BuildException(
          "Secret \"%s\" exists but is owned by another object".formatted(secretKey(job).name()));
    }
    objects.add(
        MPIObjects.hostfile(job, hosts(info, job, policy.get()), slots(info, job, policy.get())));
    return objects;
  }

  private static List<String> hosts(RuntimeInfo info, TrainJob job, MPIMLPolicySource policy) {
    String service = info.service(job);
    return info.podSets().stream()
        .filter(pods -> isNode(pods) || (isLauncher(pods) && launcherIsNode(policy)))
        .flatMap(pods -> pods.endpoints(job.getMetadata().getName(), service).stream())
        .toList();
  }

  private static ObjectKey secretKey(TrainJob job) {
    return MPIObjects.secretKey(job);
  }

  // ---- what cannot be

  @Override
  public List<FieldError> validate(
      RuntimeInfo info, Optional<TrainJob> old, TrainJob job, Children seen) {
    var errors = new ArrayList<FieldError>();
    Optional<MPIMLPolicySource> policy = policy(info);
    Trainer trainer = job.getSpec().getTrainer();
    if (policy.isEmpty() || trainer == null) {
      return errors;
    }
    Integer nodes = trainer.getNumNodes();
    if (nodes != null
        && nodes >= 2
        && launcherIsNode(policy.get())
        && (info.podSet(WellKnown.LAUNCHER).isEmpty() || info.podSet(WellKnown.NODE).isEmpty())) {
      errors.add(
          FieldError.invalid(
              "spec.trainer.numNodes",
              nodes,
              "must have 1 when MPI trainingRuntime with enabled runLauncherAsNode does not have"
                  + " either launcher and node"));
    }
    List<String> reserved =
        trainer.getEnv().stream().map(EnvVar::getName).filter(RESERVED::contains).sorted().toList();
    if (!reserved.isEmpty()) {
      errors.add(
          FieldError.invalid(
              "spec.trainer.env",
              trainer.getEnv(),
              "must not have reserved envs, invalid envs configured: ["
                  + String.join(" ", reserved)
                  + "]"));
    }
    return errors;
  }

  private static Optional<MPIMLPolicySource> policy(RuntimeInfo info) {
    return info.mlPolicy().map(MLPolicy::getMpi);
  }

  private static boolean launcherIsNode(MPIMLPolicySource policy) {
    return Boolean.TRUE.equals(policy.getRunLauncherAsNode());
  }

  private static boolean isNode(PodSet pods) {
    return pods.name().equals(WellKnown.NODE);
  }

  private static boolean isLauncher(PodSet pods) {
    return pods.name().equals(WellKnown.LAUNCHER);
  }
}
