package io.coxswain.slurm.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.slurm.PartitionConfiguration;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.slurm.render.Samples;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is wrong with a cluster, and how it is said. */
class ClusterValidationTest {

  @Test
  void theSamplesAreValid() {
    assertThat(problems(c -> {})).isEmpty();
    assertThat(
            ClusterValidation.problems(
                ClusterValues.of(Samples.full(), Samples.nodeSets(), Platform.FULL)))
        .isEmpty();
  }

  @Test
  void ownPartitionsMustBePartitions() {
    assertThat(
            problems(
                c -> {
                  var partitions = new PartitionConfiguration();
                  partitions.setConfigType("custom");
                  partitions.setRawConfig(List.of("PartitionName=a Nodes=ALL", "NodeName=x"));
                  c.getSpec().setPartitionConfiguration(partitions);
                }))
        .containsExactly(
            "spec.partitionConfiguration.rawConfig[1]: partition configuration should start with"
                + " PartitionName");
  }

  @Test
  void filtersHaveNamesOfTheirOwnAndTheControllersIsThere() {
    assertThat(
            problems(
                c -> {
                  c.getSpec()
                      .setK8sNodeFilters(
                          List.of(
                              c.getSpec().getK8sNodeFilters().getFirst(),
                              c.getSpec().getK8sNodeFilters().getFirst()));
                  c.getSpec().getSlurmNodes().getController().setK8sNodeFilterName("moon");
                }))
        .containsExactly(
            "spec.k8sNodeFilters: k8s node filters are invalid. names must be unique: \"any\" is"
                + " there twice",
            "spec.slurmNodes.controller.k8sNodeFilterName: specified k8s node filter name \"moon\""
                + " not found in K8sNodeFilters: element with value \"moon\" not found");
  }

  @Test
  void aVolumeSourceHasOneSource() {
    assertThat(
            problems(
                c -> {
                  Volume jail = c.getSpec().getVolumeSources().getFirst();
                  jail.setEmptyDir(new EmptyDirVolumeSource());
                }))
        .containsExactly(
            "spec.volumeSources: volume source \"jail\" is invalid. only one of sources must be"
                + " specified");
  }

  @Test
  void rejectsAReferenceToAMissingVolume() {
    assertThat(
            problems(
                c ->
                    c.getSpec()
                        .getSlurmNodes()
                        .getController()
                        .getVolumes()
                        .getSpool()
                        .setVolumeSourceName("attic")))
        .containsExactly(
            "spec.slurmNodes.controller.volumes.spool.volumeSourceName: specified node volume"
                + " source name \"attic\" not found in VolumeSources: element with value \"attic\""
                + " not found");
  }

  @Test
  void loginRequiresAKeyAndAReachableService() {
    assertThat(
            problems(
                c -> {
                  c.getSpec().getSlurmNodes().getLogin().setSshRootPublicKeys(null);
                  c.getSpec().getSlurmNodes().getLogin().setSshdServiceType("ClusterIP");
                }))
        .containsExactly(
            "spec.slurmNodes.login.sshRootPublicKeys: SSHRootPublicKeys are invalid. login node"
                + " size 1 (used) is specified, but SSH public keys are not provided",
            "spec.slurmNodes.login.sshdServiceType: SshdServiceType is invalid. It must be one of"
                + " \"LoadBalancer\" or \"NodePort\"");
    assertThat(
            problems(c -> c.getSpec().getSlurmNodes().getLogin().setSshRootPublicKeys(List.of())))
        .as("no key is not the same as no list")
        .isEmpty();
  }

  @Test
  void theNodePortIsInItsRange() {
    assertThat(problems(c -> c.getSpec().getSlurmNodes().getLogin().setSshdServiceNodePort(0)))
        .containsExactly(
            "spec.slurmNodes.login.sshdServiceNodePort: SshdServiceNodePort is not specified, but"
                + " SshdServiceType \"NodePort\" is used");
    assertThat(problems(c -> c.getSpec().getSlurmNodes().getLogin().setSshdServiceNodePort(80)))
        .containsExactly(
            "spec.slurmNodes.login.sshdServiceNodePort: SshdServiceNodePort is invalid. It must be"
                + " in range 30000-32768, got 80");
    assertThat(problems(c -> c.getSpec().getSlurmNodes().getLogin().setSshdServiceNodePort(32768)))
        .isEmpty();
  }

  @Test
  void warnsOfTwoSourcesOfOneName() {
    SlurmCluster cluster = Samples.minimal();
    cluster
        .getSpec()
        .getVolumeSources()
        .add(new VolumeBuilder().withName("jail").withNewEmptyDir().endEmptyDir().build());
    ClusterValues values = ClusterValues.of(cluster, List.of(), Platform.FULL);

    assertThat(ClusterValidation.problems(values)).isEmpty();
    assertThat(ClusterValidation.warnings(values))
        .containsExactly("spec.volumeSources: \"jail\" is there twice; the first is used");
  }

  @Test
  void aClusterMaySpecifyTheSlurmRelease() {
    SlurmCluster old = Samples.minimal();
    old.getMetadata().setAnnotations(Map.of("coxswain.io/slurm-version", "22.05.8"));
    assertThat(ClusterValues.of(old, List.of(), Platform.FULL).platform().slurm())
        .isEqualTo(RenderedSlurmVersion.V22_05);

    assertThat(
            problems(c -> c.getMetadata().setAnnotations(Map.of("coxswain.io/slurm-version", "9"))))
        .containsExactly(
            "metadata.annotations[coxswain.io/slurm-version]: unsupported Slurm version \"9\"; must"
                + " be one of: 22.05, 23.02, 23.11, 24.05, 24.11, 25.05, 25.11, 26.05");
  }

  private static List<String> problems(Consumer<SlurmCluster> change) {
    SlurmCluster cluster = Samples.minimal();
    change.accept(cluster);
    return ClusterValidation.problems(ClusterValues.of(cluster, List.of(), Platform.FULL));
  }
}
