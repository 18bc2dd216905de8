package io.coxswain.trainer.plugins.frameworks;

import static io.coxswain.trainer.plugins.frameworks.Built.errors;
import static io.coxswain.trainer.plugins.frameworks.Built.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.evidence.Scenario;
import io.coxswain.trainer.Manifests;
import io.coxswain.trainer.framework.BuildException;
import io.coxswain.trainer.framework.Children;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.crypto.util.OpenSSHPublicKeyUtil;
import org.bouncycastle.crypto.util.PublicKeyFactory;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.junit.jupiter.api.Test;

/** What each framework adds to a job. */
class FrameworksTest {
  private static final String INDEX =
      "metadata.annotations['batch.kubernetes.io/job-completion-index']";

  // ---- MPI

  @Test
  @Scenario("trainer-17")
  void deepSpeedGetsKeysHostfileAndVariables() {
    Built built =
        Built.of(job("ds", "deepspeed-distributed", "trainer: {numNodes: 2, numProcPerNode: 2}"));

    assertThat(built.pods("node")).isOne();
    assertThat(built.pods("launcher")).isOne();
    assertThat(built.one(ConfigMap.class, "ds-mpi-hostfile").getData())
        .containsEntry("hostfile", "ds-node-0-0.ds slots=2\nds-launcher-0-0.ds slots=2\n");
    Secret keys = built.one(Secret.class, "ds-mpi-ssh-auth");
    assertThat(keys.getType()).isEqualTo("kubernetes.io/ssh-auth");
    assertThat(keys.getImmutable()).isTrue();
    assertThat(keys.getData()).containsOnlyKeys("ssh-privatekey", "ssh-publickey");
    assertThat(decoded(keys, "ssh-privatekey")).startsWith("-----BEGIN EC PRIVATE KEY-----");
    assertThat(decoded(keys, "ssh-publickey")).startsWith("ecdsa-sha2-nistp521 ").endsWith("\n");
    for (String name : List.of("node", "launcher")) {
      Volume ssh = volume(built, name, "mpi-ssh-auth");
      assertThat(ssh.getSecret().getDefaultMode()).isEqualTo(256);
      assertThat(ssh.getSecret().getItems())
          .containsExactly(
              new KeyToPath("ssh-privatekey", 416, "id_rsa"),
              new KeyToPath("ssh-publickey", 420, "id_rsa.pub"),
              new KeyToPath("ssh-publickey", 420, "authorized_keys"));
      assertThat(built.node(name).getVolumeMounts())
          .extracting(VolumeMount::getMountPath)
          .contains("/home/mpiuser/.ssh");
    }
    assertThat(volume(built, "launcher", "mpi-hostfile").getConfigMap().getItems())
        .containsExactly(new KeyToPath("hostfile", 292, "hostfile"));
    assertThat(built.env("launcher"))
        .containsExactly(
            "OMPI_MCA_orte_default_hostfile=/etc/mpi/hostfile",
            "OMPI_MCA_orte_keep_fqdn_hostnames=true",
            "OMPI_MCA_orte_set_default_slots=2",
            "OMPI_MCA_plm_rsh_args=-o ConnectionAttempts=10");
    assertThat(built.env("node")).isEmpty();
    assertThat(built.objects().getLast()).isSameAs(built.jobSet());
  }

  @Test
  void theMpiKeyPairMatchesAndNamesItsCurve() throws Exception {
    Secret keys =
        Built.of(job("ds", "deepspeed-distributed", "trainer: {numNodes: 2}"))
            .one(Secret.class, "ds-mpi-ssh-auth");

    PEMKeyPair pair;
    try (var parser = new PEMParser(new StringReader(decoded(keys, "ssh-privatekey")))) {
      pair = (PEMKeyPair) parser.readObject();
    }

    assertThat(pair.getPrivateKeyInfo().getPrivateKeyAlgorithm().getParameters())
        .isEqualTo(SECObjectIdentifiers.secp521r1);
    byte[] open =
        OpenSSHPublicKeyUtil.encodePublicKey(PublicKeyFactory.createKey(pair.getPublicKeyInfo()));
    assertThat(decoded(keys, "ssh-publickey"))
        .isEqualTo("ecdsa-sha2-nistp521 " + Base64.getEncoder().encodeToString(open) + "\n");
  }

  @Test
  void theLauncherIsOneOfTheNodesAndGpusMakeSlots() {
    Built built =
        Built.of(
            job(
                "ds",
                "deepspeed-distributed",
                "trainer: {numNodes: 4, env: [{name: A, value: b}], resourcesPerNode: {limits: {nvidia.com/gpu: 8}}}"));

    assertThat(built.pods("node")).isEqualTo(3);
    assertThat(built.one(ConfigMap.class, "ds-mpi-hostfile").getData().get("hostfile"))
        .isEqualTo(
            """
            ds-node-0-0.ds slots=8
            ds-node-0-1.ds slots=8
            ds-node-0-2.ds slots=8
            ds-launcher-0-0.ds slots=8
            """);
    assertThat(built.env("node")).containsExactly("A=b");
    assertThat(built.env("launcher")).endsWith("A=b");
    assertThat(built.node("node").getResources().getLimits()).containsKey("nvidia.com/gpu");
    assertThat(built.node("launcher").getResources().getLimits()).containsKey("nvidia.com/gpu");
  }

  @Test
  @Scenario("trainer-18")
  void createsKeysOnce() {
    TrainJob job = job("ds", "deepspeed-distributed", "trainer: {numNodes: 2}");
    Secret keys = Built.of(job).one(Secret.class, "ds-mpi-ssh-auth");

    Built again = Built.of(job, Built.shipped(job), Children.of(keys));

    assertThat(again.objects()).noneMatch(Secret.class::isInstance);
    Secret others = Built.of(job).one(Secret.class, "ds-mpi-ssh-auth");
    assertThat(others.getData()).isNotEqualTo(keys.getData());
    keys.getMetadata().getOwnerReferences().getFirst().setUid("another");
    assertThatExceptionOfType(BuildException.class)
        .isThrownBy(() -> Built.of(job, Built.shipped(job), Children.of(keys)))
        .withMessageContaining("owned by another object");
  }

  @Test
  void mpiRejectsItsOwnVariables() {
    assertThat(
            errors(
                job(
                    "ds",
                    "deepspeed-distributed",
                    "trainer: {env: [{name: OMPI_MCA_plm_rsh_args, value: x}]}")))
        .singleElement()
        .asString()
        .startsWith("spec.trainer.env: Invalid value: ")
        .endsWith("must not have reserved envs, invalid envs configured: [OMPI_MCA_plm_rsh_args]");
  }

  // ---- JAX and XGBoost

  @Test
  @Scenario("trainer-19")
  void jaxGetsItsThreeVariables() {
    Built built = Built.of(job("jx", "jax-distributed", "trainer: {numNodes: 2}"));

    assertThat(built.pods("node")).isEqualTo(2);
    assertThat(built.env("node"))
        .containsExactly(
            "JAX_NUM_PROCESSES=2",
            "JAX_PROCESS_ID<" + INDEX,
            "JAX_COORDINATOR_ADDRESS=jx-node-0-0.jx:29500");
    assertThat(built.node("node").getPorts())
        .singleElement()
        .satisfies(port -> assertThat(port.getContainerPort()).isEqualTo(29500));
  }

  @Test
  @Scenario("trainer-20")
  void xgboostCountsAWorkerForEachGpu() {
    String gpus = "numNodes: 3, resourcesPerNode: {limits: {nvidia.com/gpu: 2}}";
    Built built = Built.of(job("xg", "xgboost-distributed", "trainer: {" + gpus + "}"));

    assertThat(built.env("node"))
        .containsExactly(
            "DMLC_TRACKER_URI=xg-node-0-0.xg",
            "DMLC_TRACKER_PORT=29500",
            "DMLC_TASK_ID<" + INDEX,
            "DMLC_NUM_WORKER=6");
    assertThat(
            errors(
                job(
                    "xg",
                    "xgboost-distributed",
                    "trainer: {env: [{name: A, value: b}, {name: DMLC_TASK_ID, value: x}]}")))
        .containsExactly(
            "spec.trainer.env[1]: Forbidden: DMLC_TASK_ID is reserved for the XGBoost runtime");
  }

  // ---- Flux

  @Test
  @Scenario("trainer-21")
  void fluxWrapsTheCommandOfTheJob() throws IOException {
    TrainJob job = Manifests.object("flux-solver.yaml", TrainJob.class);
    job.getMetadata().setNamespace("default");
    job.getMetadata().setUid("uid-1");
    ClusterTrainingRuntime flux =
        Manifests.object("flux-runtime.yaml", ClusterTrainingRuntime.class);

    Built built = Built.of(job, flux, Children.none());

    assertThat(built.pods("node")).isEqualTo(2);
    assertThat(built.node("node").getCommand())
        .containsExactly(
            "/bin/bash", "/etc/flux-config/entrypoint.sh", "solve --grid 64 --steps 200 mesh.in");
    assertThat(built.node("node").getArgs()).isEmpty();
    assertThat(built.pod("node").getInitContainers())
        .singleElement()
        .satisfies(
            init -> {
              assertThat(init.getName()).isEqualTo("flux-installer");
              assertThat(init.getImage()).isEqualTo("registry.example.com/flux-view:rocky9");
              assertThat(init.getCommand())
                  .containsExactly("/bin/bash", "/etc/flux-config/init.sh");
            });
    assertThat(built.pod("node").getVolumes())
        .extracting(Volume::getName)
        .containsExactly(
            "spack-install",
            "flux-install",
            "solver-flux-entrypoint",
            "shared-memory",
            "flux-curve");
    assertThat(built.node("node").getVolumeMounts())
        .extracting(VolumeMount::getMountPath)
        .containsExactly("/mnt/flux", "/opt/software", "/etc/flux-config", "/curve", "/dev/shm");
    var scripts = built.one(ConfigMap.class, "solver-flux-entrypoint").getData();
    assertThat(scripts.get("entrypoint.sh"))
        .contains("-N 2 -n 8")
        .contains("--hosts='solver-node-0-[0-1]' --cores=0-3")
        .contains("tbon.fanout=256");
    assertThat(scripts.get("init.sh"))
        .contains("solver-node-0-[0-1]")
        .contains("default_bind = \"tcp://eth0:%p\"")
        .contains("default_connect = \"tcp://%h.solver.default.svc.cluster.local:%p\"")
        .contains("queue-policy = \"fcfs\"");
    Secret curve = built.one(Secret.class, "solver-flux-curve");
    assertThat(decoded(curve, "curve.cert"))
        .containsPattern("public-key = \"[^\"]{40}\"")
        .containsPattern("secret-key = \"[^\"]{40}\"");
    assertThat(Built.of(job, flux, Children.none()).one(Secret.class, "solver-flux-curve"))
        .isEqualTo(curve);
  }

  @Test
  void fluxRejectsProcessesThatOlderCrdsAccept() throws IOException {
    ClusterTrainingRuntime flux =
        Manifests.object("flux-runtime.yaml", ClusterTrainingRuntime.class);
    String error =
        "spec.trainer.numProcPerNode: Invalid value: 0: must be greater than or equal to 1 for Flux"
            + " TrainJob";

    assertThat(
            errors(
                job("f", "flux-distributed", "trainer: {numProcPerNode: 0}"),
                flux,
                Children.none()))
        .containsExactly(error);
    Objects.requireNonNull(Objects.requireNonNull(flux.getSpec().getMlPolicy()).getFlux())
        .setNumProcPerNode(0);
    assertThat(errors(job("f", "flux-distributed", ""), flux, Children.none()))
        .containsExactly(error);
    assertThat(
            errors(
                job("f", "flux-distributed", "trainer: {numProcPerNode: 2}"),
                flux,
                Children.none()))
        .isEmpty();
  }

  @Test
  void fluxNeedsNoTrainerAndKnowsGpus() throws IOException {
    ClusterTrainingRuntime flux =
        Manifests.object("flux-runtime.yaml", ClusterTrainingRuntime.class);
    Built bare = Built.of(job("f", "flux-distributed", ""), flux, Children.none());
    assertThat(bare.one(ConfigMap.class, "f-flux-entrypoint").getData().get("entrypoint.sh"))
        .contains("-N 1 -n 1 ")
        .contains("--hosts='f-node-0-[0]' --cores=0 ");

    TrainJob gpus = Manifests.object("flux-solver-gpus.yaml", TrainJob.class);
    gpus.getMetadata().setNamespace("default");
    gpus.getMetadata().setUid("uid-1");
    Built built = Built.of(gpus, flux, Children.none());
    assertThat(
            built
                .one(ConfigMap.class, gpus.getMetadata().getName() + "-flux-entrypoint")
                .getData()
                .get("entrypoint.sh"))
        .contains(" -g 1 ")
        .contains(" --gpu=0 ");
  }

  // ---- torchtune

  @Test
  void torchtuneGetsTheRecipeForItsArguments() throws IOException {
    TrainJob job = Manifests.object("torchtune-lora-one-node.yaml", TrainJob.class);
    job.getMetadata().setNamespace("default");

    Built built = Built.of(job);

    assertThat(String.join(" ", built.node("node").getCommand()))
        .isEqualTo(
            "tune run --rdzv_endpoint=tune-lora-node-0-0.tune-lora:29500 lora_finetune_distributed"
                + " --config llama3_2/1B_lora output_dir=/workspace/output"
                + " tokenizer.path=/workspace/model/original/tokenizer.model"
                + " checkpointer.checkpoint_dir=/workspace/model");
    assertThat(built.env("node"))
        .contains("PET_NPROC_PER_NODE=auto")
        .noneMatch(variable -> variable.startsWith("PET_MASTER_"));
    assertThat(built.node("node").getArgs()).isEqualTo(job.getSpec().getTrainer().getArgs());
    assertThat(errors(job)).isEmpty();
  }

  @Test
  void torchtuneRejectsUnsupportedConfigurations() {
    String qlora = "args: [\"model.quantize_base=True\", \"model.lora_attn_modules=[q_proj]\"]";
    assertThat(errors(tune("torchtune-qwen2.5-1.5b", qlora)))
        .containsExactly(
            "spec.runtimeRef.name: Invalid value: \"torchtune-qwen2.5-1.5b\": QLoRA is not"
                + " supported for qwen2_5/1.5B model");
    assertThat(errors(tune("torchtune-llama3.2-1b", qlora)))
        .containsExactly(
            "spec.trainer.resourcesPerNode: Invalid value: null: must have gpu resource with value"
                + " 1 for llama3_2/1B model when using QLoRA");
    assertThat(errors(tune("torchtune-llama3.2-1b", "numNodes: 2")))
        .containsExactly(
            "spec.trainer.numNodes: Invalid value: 2: must be 1 for llama3_2/1B model");
    assertThat(errors(tune("torchtune-llama3.2-1b", "args: [output_dir=/x]")))
        .containsExactly(
            "spec.trainer.args[0]: Invalid value: \"output_dir=/x\": must not set immutable config"
                + " \"output_dir\" in trainer args; it is managed by the runtime");
    assertThat(errors(tune("torch-distributed", "image: x")))
        .containsExactly(
            "spec.runtimeRef.name: Invalid value: \"torch-distributed\": must have a supported"
                + " pretrained model, invalid model configured: ");
  }

  private static TrainJob tune(String runtime, String trainer) {
    return job("tune", runtime, "trainer: {command: [tune, run], " + trainer + "}");
  }

  @Test
  void torchtuneOnOneDeviceNeedsNoRendezvous() {
    Built built =
        Built.of(tune("torchtune-llama3.2-1b", "resourcesPerNode: {limits: {nvidia.com/gpu: 1}}"));

    assertThat(built.node("node").getCommand())
        .startsWith(
            "tune",
            "run",
            "full_finetune_single_device",
            "--config",
            "llama3_2/1B_full_single_device");
  }

  private static Volume volume(Built built, String replicated, String name) {
    return built.pod(replicated).getVolumes().stream()
        .filter(v -> v.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String decoded(Secret secret, String key) {
    return new String(
        Base64.getDecoder().decode(secret.getData().get(key)), StandardCharsets.UTF_8);
  }
}
