package io.coxswain.slurm.render;

import static java.util.Objects.requireNonNullElseGet;

import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.ActiveCheckSpec;
import io.coxswain.api.slurm.CheckContainer;
import io.coxswain.api.slurm.K8sJobSpec;
import io.coxswain.api.slurm.NodeContainer;
import io.coxswain.api.slurm.SlurmJobSpec;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.KeyToPathBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The pod of an active check: one that checks by itself, or one that has Slurm run a job. */
final class ActiveCheckPod {
  private static final int EXECUTABLE = 0755;
  private static final String SCRIPT = "script-volume";
  private static final String SBATCH = "sbatch-volume";
  private static final String ENTRYPOINT = "entrypoint.sh";

  private final ActiveCheck check;
  private final ActiveCheckSpec spec;
  private final Names names;
  private final boolean bySlurm;
  private final K8sJobSpec plain;
  private final SlurmJobSpec slurm;
  private final CheckContainer main;
  private final Optional<CheckContainer> munge;

  ActiveCheckPod(ActiveCheck check, Names names) {
    this.check = check;
    this.spec = check.getSpec();
    this.names = names;
    this.bySlurm = "slurmJob".equals(spec.getCheckType());
    this.plain = requireNonNullElseGet(spec.getK8sJobSpec(), K8sJobSpec::new);
    this.slurm = requireNonNullElseGet(spec.getSlurmJobSpec(), SlurmJobSpec::new);
    this.main =
        requireNonNullElseGet(
            bySlurm ? slurm.getJobContainer() : plain.getJobContainer(), CheckContainer::new);
    this.munge =
        bySlurm
            ? Optional.of(requireNonNullElseGet(slurm.getMungeContainer(), CheckContainer::new))
            : Optional.ofNullable(plain.getMungeContainer());
  }

  PodTemplateSpec template(SortedMap<String, String> labels) {
    var annotations = new TreeMap<String, String>();
    annotations.put(Labels.DEFAULT_CONTAINER, spec.getName());
    annotations.put(ActiveCheckRender.CHECK, check.getMetadata().getName());
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withLabels(labels)
        .withAnnotations(annotations)
        .endMetadata()
        .withNewSpec()
        .withHostUsers(spec.getHostUsers())
        .withImagePullSecrets(main.getImagePullSecrets())
        .withAffinity(spec.getAffinity())
        .withNodeSelector(spec.getNodeSelector().isEmpty() ? null : spec.getNodeSelector())
        .withTolerations(spec.getTolerations())
        .withActiveDeadlineSeconds(spec.getActiveDeadlineSeconds())
        .withRestartPolicy("Never")
        .withServiceAccountName(ActiveCheckAccess.account(names))
        .withVolumes(volumes())
        .withInitContainers(munge.map(asked -> List.of(sidecar(asked))).orElse(List.of()))
        .withContainers(container())
        .endSpec()
        .build();
  }

  private static Container sidecar(CheckContainer asked) {
    var munge = new NodeContainer();
    munge.setImage(asked.getImage() == null ? "" : asked.getImage());
    munge.setCommand(asked.getCommand());
    munge.setAppArmorProfile(asked.getAppArmorProfile());
    return Containers.munge(munge);
  }

  private Container container() {
    var container =
        new ContainerBuilder()
            .withName(spec.getName())
            .withImage(main.getImage())
            .withImagePullPolicy(main.getImagePullPolicy())
            .withCommand(main.getCommand())
            .withArgs(main.getArgs())
            .withWorkingDir(main.getWorkingDir())
            .withEnv(env())
            .withVolumeMounts(mounts())
            .withSecurityContext(
                Containers.security(main.getAppArmorProfile(), Containers.SYS_ADMIN));
    if (!bySlurm && plain.getScriptRefName() != null) {
      container.withCommand("/bin/bash", "/opt/bin/" + ENTRYPOINT);
    }
    return container.build();
  }

  private List<EnvVar> env() {
    var env = new ArrayList<>(main.getEnv());
    if (bySlurm) {
      env.add(Containers.env("ACTIVE_CHECK_NAME", check.getMetadata().getName()));
      if (Boolean.TRUE.equals(slurm.getEachWorkerJobs())) {
        env.add(Containers.env("EACH_WORKER_JOBS", "true"));
      }
      if (slurm.getMaxNumberOfJobs() != null) {
        env.add(
            Containers.env(
                "ACTIVE_CHECK_MAX_NUMBER_OF_JOBS", slurm.getMaxNumberOfJobs().toString()));
      }
    }
    return env;
  }

  private List<VolumeMount> mounts() {
    var mounts = new ArrayList<VolumeMount>();
    if (bySlurm) {
      mounts.add(Mounts.slurmConfigs());
      mounts.add(Mounts.readOnly("munge-key", "/mnt/munge-key"));
      mounts.add(Mounts.mungeSocket());
      mounts.add(
          Mounts.readOnlyFile(
              SBATCH, "/opt/bin/" + ActiveCheckRender.SBATCH_KEY, ActiveCheckRender.SBATCH_KEY));
      mounts.addAll(main.getVolumeMounts());
      return mounts;
    }
    mounts.addAll(main.getVolumeMounts());
    if (munge.isPresent()) {
      mounts.add(Mounts.slurmConfigs());
      mounts.add(Mounts.mungeSocket());
    }
    if (plain.getScriptRefName() != null) {
      mounts.add(Mounts.readOnlyFile(SCRIPT, "/opt/bin/" + ENTRYPOINT, ENTRYPOINT));
    }
    return mounts;
  }

  private List<Volume> volumes() {
    var volumes = new ArrayList<>(main.getVolumes());
    if (munge.isPresent()) {
      volumes.add(
          new VolumeBuilder()
              .withName("slurm-configs")
              .withNewConfigMap()
              .withName(names.slurmConfigs())
              .endConfigMap()
              .build());
      volumes.add(
          Volumes.secret(
              "munge-key",
              names.munge(),
              Volumes.MODE,
              List.of(Volumes.item("munge.key", Volumes.OWNER_READS))));
      volumes.add(Volumes.emptyDir("munge-socket"));
    }
    if (bySlurm) {
      String script = slurm.getSbatchScriptRefName();
      volumes.add(
          script(
              SBATCH,
              script == null ? ActiveCheckRender.inlineScriptName(check) : script,
              ActiveCheckRender.SBATCH_KEY,
              ActiveCheckRender.SBATCH_KEY));
    } else if (plain.getScriptRefName() != null) {
      volumes.add(
          script(SCRIPT, plain.getScriptRefName(), ActiveCheckRender.SCRIPT_KEY, ENTRYPOINT));
    }
    return volumes;
  }

  private static Volume script(String name, String configMap, String key, String path) {
    return new VolumeBuilder()
        .withName(name)
        .withNewConfigMap()
        .withName(configMap)
        .withItems(new KeyToPathBuilder().withKey(key).withPath(path).withMode(EXECUTABLE).build())
        .endConfigMap()
        .build();
  }
}
