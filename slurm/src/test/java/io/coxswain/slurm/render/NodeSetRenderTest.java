package io.coxswain.slurm.render;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetVolumeMount;
import io.coxswain.evidence.Scenario;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Size;
import io.coxswain.evidence.property.UniqueElements;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.NodeSetValues;
import io.coxswain.slurm.values.Platform;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.rbac.Role;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The workers. */
class NodeSetRenderTest {

  @Test
  @Scenario("soperator-render-7")
  void onlyTheOrdinalsThatSlurmPoweredOnGetAPod() {
    KruiseStatefulSet some = statefulSet(Samples.burst(), List.of(0, 3, 5));
    assertThat(some.getSpec().getReplicas()).isEqualTo(3);
    assertThat(some.getSpec().getReserveOrdinals()).containsExactly(1, 2, 4);
    assertThat(pods(Samples.burst(), List.of(0, 3, 5)))
        .containsExactly("burst-0", "burst-3", "burst-5");

    KruiseStatefulSet none = statefulSet(Samples.burst(), List.of());
    assertThat(none.getSpec().getReplicas()).isZero();
    assertThat(none.getSpec().getReserveOrdinals()).isEmpty();
    assertThat(pods(Samples.burst(), List.of()))
        .as("a rule without names would be for all pods")
        .isEmpty();
  }

  /** OpenKruise gives pods to the first ordinals that are not reserved. */
  @Property(tries = 200)
  void createsPodsForExactlyTheRequestedOrdinals(
      @ForAll @Size(max = 40) @UniqueElements List<@IntRange(max = 200) Integer> active) {
    NodeSetValues set = NodeSetValues.of(cluster(Platform.FULL), Samples.burst(), active);

    var pods = new TreeSet<Integer>();
    for (int ordinal = 0; pods.size() < set.replicas(); ordinal++) {
      if (!set.reserved().contains(ordinal)) {
        pods.add(ordinal);
      }
    }

    assertThat(pods).isEqualTo(new TreeSet<>(active));
  }

  @Test
  void whereOrdinalsCannotBeLeftOutAllUpToTheGreatestGetAPod() {
    NodeSetValues set =
        NodeSetValues.of(cluster(Platform.PLAIN), Samples.burst(), List.of(0, 3, 5));

    assertThat(set.replicas()).isEqualTo(6);
  }

  @Test
  void onPlainKubernetesNothingOfOpenKruiseIsLeft() {
    var set =
        (StatefulSet) Worker.statefulSet(NodeSetValues.of(cluster(Platform.PLAIN), Samples.h100()));

    assertThat(set.getApiVersion()).isEqualTo("apps/v1");
    assertThat(set.getMetadata().getAnnotations()).isEmpty();
    assertThat(set.getSpec().getTemplate().getSpec().getReadinessGates()).isEmpty();
    assertThat(set.getSpec().getUpdateStrategy().getType()).isEqualTo("OnDelete");
    assertThat(set.getSpec().getPersistentVolumeClaimRetentionPolicy().getWhenScaled())
        .isEqualTo("Delete");
    assertThat(set.getSpec().getVolumeClaimTemplates()).hasSize(1);
  }

  @Test
  void theClaimsOfAKruiseSetAreWrittenAsTheGoOperatorWritesThem() {
    JsonNode claim =
        Json.tree(Json.copy(statefulSet(Samples.h100(), List.of())))
            .at("/spec/volumeClaimTemplates/0");

    assertThat(claim.path("metadata").path("name").asText()).isEqualTo("image-storage");
    assertThat(claim.has("kind")).isFalse();
    assertThat(claim.has("apiVersion")).isFalse();
  }

  @Test
  void aWorkerNeedsARequestForCpuAndMemory() {
    NodeSet without = Samples.h100();
    without.getSpec().getSlurmd().getResources().remove("cpu");
    assertThatThrownBy(() -> statefulSet(without, List.of()))
        .hasMessage("NodeSet \"h100\" spec.slurmd.resources: CPU request not set or is zero");

    NodeSet forgetful = Samples.h100();
    forgetful.getSpec().getSlurmd().getResources().remove("memory");
    assertThatThrownBy(() -> statefulSet(forgetful, List.of()))
        .hasMessageEndingWith("memory request not set or is zero");
  }

  @Test
  void aMountIsEitherASourceOrAClaim() {
    NodeSet both = Samples.h100();
    NodeSetVolumeMount mount =
        both.getSpec().getSlurmd().getVolumes().getJailSubMounts().getFirst();
    mount.setVolumeClaimTemplateSpec(null);

    assertThatThrownBy(() -> statefulSet(both, List.of()))
        .hasMessage(
            "image-storage: only one of VolumeSource or VolumeClaimTemplateSpec should be set");
  }

  @Test
  void rejectsAnOverriddenMemoryVariableOfAWorker() {
    NodeSet own = Samples.h100();
    own.getSpec()
        .getSlurmd()
        .setCustomEnv(List.of(new EnvVar("SOPERATOR_NODE_REAL_MEMORY_BYTES", "1", null)));

    assertThatThrownBy(() -> statefulSet(own, List.of()))
        .hasMessageContaining(
            "environment variable \"SOPERATOR_NODE_REAL_MEMORY_BYTES\" is managed by Soperator");
  }

  @Test
  void workersDoNotWaitForATopologyIfThereIsNone() {
    ClusterValues flat =
        Samples.values(
            Samples.full(),
            c -> requireNonNull(c.getSpec().getSlurmConfig()).setTopologyPlugin(""),
            Samples.h100());

    var set = (KruiseStatefulSet) Worker.statefulSet(NodeSetValues.of(flat, Samples.h100()));
    var init = requireNonNull(set.getSpec().getTemplate()).getSpec().getInitContainers().getLast();

    assertThat(init.getCommand())
        .containsExactly("python3", "/opt/bin/slurm/worker_init.py", "wait-controller");
    assertThat(init.getEnv()).noneMatch(env -> env.getName().startsWith("TOPOLOGY"));
  }

  @Test
  void ownsSharedObjectsByTheClusterAndOthersByTheNodeSet() {
    Group group =
        NodeSetRender.of(NodeSetValues.of(cluster(Platform.FULL), Samples.h100())).group();

    assertThat(group.steps())
        .filteredOn(step -> ((Step.Keep) step).owner() == Step.Owner.CLUSTER)
        .extracting(Step::name)
        .containsExactly("Supervisord ConfigMap", "SSHD ConfigMap", "Umbrella Service");
    assertThat(((Step.Keep) group.steps().getLast()).dependencies())
        .extracting(Step.Reference::name)
        .containsExactly(
            "gpu-munge", "gpu-slurmdbd-configs", "gpu-supervisord", "gpu-ssh-configs-worker");
  }

  private static ClusterValues cluster(Platform platform) {
    return ClusterValues.of(Samples.full(), Samples.nodeSets(), platform);
  }

  private static KruiseStatefulSet statefulSet(NodeSet set, Collection<Integer> active) {
    return (KruiseStatefulSet)
        Worker.statefulSet(NodeSetValues.of(cluster(Platform.FULL), set, active));
  }

  private static List<String> pods(NodeSet set, Collection<Integer> active) {
    HasMetadata role = WorkerAccess.role(NodeSetValues.of(cluster(Platform.FULL), set, active));
    return ((Role) role)
        .getRules().stream().flatMap(rule -> rule.getResourceNames().stream()).toList();
  }

  @Test
  void theNamesOfAllOrdinalsAreKnownWithoutAPowerState() {
    assertThat(pods(Samples.h100(), List.of())).isEqualTo(Arrays.asList("h100-0", "h100-1"));
  }
}
