package io.coxswain.slurm.checks.podephemeralstorage;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.slurm.checks.podephemeralstorage.StoragePlan.Usage;
import io.coxswain.slurm.client.NodeCapacity;
import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmNode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StoragePlanTest {
  private static final String OURS = "[user_problem] pod_ephemeral_storage 91.00%";

  private static SlurmNode node(String reason, NodeState... states) {
    return new SlurmNode(
        "w-0",
        "",
        "",
        "",
        Set.of(states),
        reason,
        Optional.empty(),
        "",
        Optional.empty(),
        Optional.empty(),
        List.of(),
        "",
        "",
        NodeCapacity.UNKNOWN);
  }

  private static StoragePlan plan(long used, SlurmNode node) {
    return StoragePlan.of(new Usage(used, 1000), 90, 50, node);
  }

  @Test
  void drainsAboveTheLimitUnlessTheNodeIsDrained() {
    SlurmNode idle = node("", NodeState.IDLE);

    assertThat(plan(900, idle)).isEqualTo(StoragePlan.LEAVE);
    assertThat(plan(901, idle)).isEqualTo(StoragePlan.WARN_AND_DRAIN);
    assertThat(plan(901, node("any", NodeState.IDLE, NodeState.DRAIN))).isEqualTo(StoragePlan.WARN);
  }

  @Test
  void resumesOnlyItsOwnDrainOfANodeThatIsUp() {
    SlurmNode drained = node(OURS, NodeState.IDLE, NodeState.DRAIN);

    assertThat(plan(499, drained)).isEqualTo(StoragePlan.RESUME);
    assertThat(plan(500, drained)).isEqualTo(StoragePlan.LEAVE);
    assertThat(plan(499, node(OURS, NodeState.IDLE))).isEqualTo(StoragePlan.LEAVE);
    assertThat(plan(499, node("mine", NodeState.IDLE, NodeState.DRAIN)))
        .isEqualTo(StoragePlan.LEAVE);
    assertThat(plan(499, node(OURS, NodeState.DOWN, NodeState.DRAIN))).isEqualTo(StoragePlan.LEAVE);
  }

  @Test
  void theReasonSaysHowMuchIsUsedAndWhatToDo() {
    String reason = StoragePlan.reason(new Usage(915, 1000), "w-0");

    assertThat(reason)
        .startsWith("[user_problem] pod_ephemeral_storage 91.50% of ephemeral storage is used.")
        .contains("scontrol reboot w-0");
    assertThat(StoragePlan.mayResume(node(reason, NodeState.IDLE, NodeState.DRAIN))).isTrue();
  }

  @Test
  void theMessageNamesPodAndBytes() {
    Pod pod =
        new PodBuilder().withNewMetadata().withNamespace("ns").withName("p").endMetadata().build();

    assertThat(StoragePlan.message(new Usage(950, 1000), pod))
        .isEqualTo(
            "Pod p in namespace ns is using 95.00% of its ephemeral storage limit (950 bytes used,"
                + " 1000 bytes limit)");
  }

  private static Container container(String limit) {
    return new ContainerBuilder()
        .withNewResources()
        .withLimits(Map.of("ephemeral-storage", new Quantity(limit)))
        .endResources()
        .build();
  }

  @Test
  void limitsOfAllContainersAddUpAndFractionsAreRoundedUp() {
    Container withoutResources = new Container();
    Container otherLimit =
        new ContainerBuilder()
            .withNewResources()
            .withLimits(Map.of("cpu", new Quantity("1")))
            .endResources()
            .build();
    Container withoutLimits = new ContainerBuilder().withNewResources().endResources().build();
    withoutLimits.getResources().setLimits(null);
    Pod pod =
        new PodBuilder()
            .withNewSpec()
            .withContainers(
                container("1Ki"), container("1500m"), withoutResources, otherLimit, withoutLimits)
            .withInitContainers(container("1k"))
            .endSpec()
            .build();

    assertThat(StoragePlan.limit(pod)).isEqualTo(1024 + 2 + 1000);
    pod.getSpec().setContainers(List.of(withoutResources));
    pod.getSpec().setInitContainers(List.of());
    assertThat(StoragePlan.limit(pod)).isZero();
  }

  private static Pod worker(String worker, String manager, String kind, String version) {
    return new PodBuilder()
        .withNewMetadata()
        .withLabels(
            Map.of("slurm.nebius.ai/worker", worker, "app.kubernetes.io/managed-by", manager))
        .addNewOwnerReference()
        .withKind(kind)
        .withApiVersion(version)
        .endOwnerReference()
        .endMetadata()
        .build();
  }

  @Test
  void workersAreKnownByLabelsAndOwner() {
    String manager = "slurm-operator";

    assertThat(StoragePlan.isWorker(worker("true", manager, "StatefulSet", "apps/v1"))).isTrue();
    assertThat(
            StoragePlan.isWorker(worker("true", manager, "StatefulSet", "apps.kruise.io/v1beta1")))
        .isTrue();
    assertThat(StoragePlan.isWorker(worker("false", manager, "StatefulSet", "apps/v1"))).isFalse();
    assertThat(StoragePlan.isWorker(worker("true", "helm", "StatefulSet", "apps/v1"))).isFalse();
    assertThat(StoragePlan.isWorker(worker("true", manager, "ReplicaSet", "apps/v1"))).isFalse();
    assertThat(StoragePlan.isWorker(worker("true", manager, "StatefulSet", "apps/v2"))).isFalse();
    Pod withoutLabels = worker("true", manager, "StatefulSet", "apps/v1");
    withoutLabels.getMetadata().setLabels(null);
    assertThat(StoragePlan.isWorker(withoutLabels)).isFalse();
  }
}
