package io.coxswain.slurm.rollingupdate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import io.coxswain.slurm.client.NodeCapacity;
import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.rollingupdate.RollingUpdatePlan.Action;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RollingUpdatePlanTest {
  @Test
  void stopsWorkersUpToMaxUnavailable() throws Exception {
    assertThat(plan(workers(2, "w-0", "w-1", "w-2"), idle("w-0"), idle("w-1"), idle("w-2")))
        .containsExactly("stop w-0,w-1");
  }

  @Test
  void countsUnavailableAndStoppingWorkers() throws Exception {
    SlurmNode rebooting = idle("w-0").withStates(NodeState.MIXED, NodeState.REBOOT_REQUESTED);

    assertThat(plan(workers(2, "w-0", "w-1", "w-2"), rebooting, idle("w-1"), idle("w-2")))
        .containsExactly("stop w-1");
  }

  @Test
  void cancelsItsOwnObsoleteDrain() throws Exception {
    SlurmNode stale =
        idle("w-0")
            .withStates(NodeState.IDLE, NodeState.DRAIN)
            .withReason("soperator rolling update : x", Instant.EPOCH);

    assertThat(plan(workers(1, "w-0"), stale)).containsExactly("undrain w-0");
    assertThat(plan(workers(1, "w-0"), stale.withReason("by hand", Instant.EPOCH)))
        .containsExactly("stop w-0");
    assertThat(
            plan(
                workers(1, "w-0"),
                stale.withStates(NodeState.IDLE, NodeState.DRAIN, NodeState.COMPLETING)))
        .containsExactly("stop w-0");
  }

  @Test
  void deletesAPodWhoseNodeIsOfflineWithNothingOnIt() throws Exception {
    SlurmNode offline =
        allocated(idle("w-0").withStates(NodeState.DOWN, NodeState.REBOOT_ISSUED), 0L, 0L)
            .withReason("soperator rolling update", Instant.EPOCH);

    assertThat(plan(workers(1, "w-0"), offline)).containsExactly("delete w-0");
  }

  @Test
  void keepsAPodWhoseNodeIsDownButStillCompletesAJob() {
    SlurmNode completing =
        allocated(idle("w-0").withStates(NodeState.DOWN, NodeState.COMPLETING), 0L, 0L);

    assertThat(RollingUpdatePlan.isSafelyOffline(completing)).isFalse();
    assertThat(RollingUpdatePlan.isSafelyOffline(completing.withStates(NodeState.DOWN))).isTrue();
  }

  @Test
  void touchesNothingWhenANodeIsMissing() {
    assertThatThrownBy(() -> plan(workers(5, "w-0", "w-1"), idle("w-0")))
        .hasMessage("slurm node w-1 is missing from list nodes response");
  }

  @Test
  void deletesPodsThatAreReadyToGoBeforeItAsksSlurm() {
    WorkerSet workers = workers(1, "w-0", "w-1");
    Pod ready = workers.pods().get(1);
    ready.getMetadata().getLabels().put(WorkerSet.OPERATION, "new");
    ready.getMetadata().getLabels().put(WorkerSet.PHASE, WorkerSet.READY);

    assertThat(texts(RollingUpdatePlan.withoutSlurm(workers))).containsExactly("delete w-1");
    ready.getMetadata().getLabels().put(WorkerSet.OPERATION, "another");
    assertThat(RollingUpdatePlan.withoutSlurm(workers)).isEmpty();
  }

  private static ContainerStatus crashing(String container) {
    return new ContainerStatusBuilder()
        .withName(container)
        .withNewState()
        .withNewWaiting()
        .withReason("CrashLoopBackOff")
        .endWaiting()
        .endState()
        .build();
  }

  @Test
  void deletesOnePodAtATimeThatCannotStart() {
    WorkerSet workers = workers(1, "w-0", "w-1");
    workers
        .pods()
        .forEach(pod -> pod.getStatus().setInitContainerStatuses(List.of(crashing("worker-init"))));

    assertThat(texts(RollingUpdatePlan.withoutSlurm(workers))).containsExactly("delete w-0");
    workers
        .pods()
        .forEach(pod -> pod.getStatus().setInitContainerStatuses(List.of(crashing("other"))));
    assertThat(RollingUpdatePlan.withoutSlurm(workers)).isEmpty();
  }

  @Test
  void aCrashingDaemonIsReplacedOnceNothingIsAllocated() throws Exception {
    WorkerSet workers = workers(1, "w-0");
    workers.pods().getFirst().getStatus().setContainerStatuses(List.of(crashing("slurmd")));
    SlurmNode silent = idle("w-0").withStates(NodeState.IDLE, NodeState.NOT_RESPONDING);

    assertThat(plan(workers, allocated(silent, 0, 0))).containsExactly("delete w-0");
    assertThat(plan(workers, allocated(silent, 1, 0))).isEmpty();
    assertThat(plan(workers, allocated(silent.withStates(NodeState.IDLE), 0, 0))).isEmpty();
    assertThat(plan(workers, allocated(silent.withStates(NodeState.NOT_RESPONDING), 0, 0)))
        .isEmpty();
  }

  @Test
  void aRebootOfSomebodyElseIsAwaited() throws Exception {
    SlurmNode down =
        allocated(idle("w-0").withStates(NodeState.DOWN, NodeState.REBOOT_ISSUED), 0, 0);
    WorkerSet workers = workers(1, "w-0");

    assertThat(plan(workers, down.withReason("by hand", Instant.EPOCH))).isEmpty();
    workers.pods().getFirst().getMetadata().getLabels().put(WorkerSet.OPERATION, "new");
    workers.pods().getFirst().getMetadata().getLabels().put(WorkerSet.PHASE, WorkerSet.STOPPING);
    assertThat(plan(workers, down.withReason("by hand", Instant.EPOCH)))
        .containsExactly("delete w-0");
  }

  @Test
  void endsItsDrainsOfReadyWorkersThatAreUpToDate() {
    SlurmNode stale =
        idle("w-0")
            .withStates(NodeState.IDLE, NodeState.DRAIN)
            .withReason("soperator rolling update", Instant.EPOCH);
    WorkerSet workers = workers(1, "w-0");
    Pod pod = workers.pods().getFirst();

    assertThat(leftovers(workers, stale)).isEmpty();
    pod.getMetadata().getLabels().put(WorkerSet.REVISION, "new");
    assertThat(leftovers(workers, stale)).containsExactly("undrain w-0");
    assertThat(leftovers(workers, idle("w-0"))).isEmpty();
    assertThat(leftovers(workers, idle("w-1"))).isEmpty();
    pod.getStatus().getConditions().getFirst().setStatus("False");
    assertThat(leftovers(workers, stale)).isEmpty();
  }

  private static List<String> leftovers(WorkerSet workers, SlurmNode node) {
    return texts(RollingUpdatePlan.leftovers(workers, byName(List.of(node))));
  }

  @Test
  void readsTheBudgetAsANumberOrAShare() {
    assertThat(WorkerSet.budget("500", 3)).isEqualTo(3);
    assertThat(WorkerSet.budget("50%", 5)).isEqualTo(2);
    assertThat(WorkerSet.budget("10%", 5)).isEqualTo(1);
    assertThat(WorkerSet.budget("7", 0)).isZero();
    assertThat(WorkerSet.budget("many", 4)).isEqualTo(1);
  }

  @Property
  void neverDeletesAPodWhoseNodeHasOrMayHaveAJob(@ForAll("nodes") List<SlurmNode> nodes)
      throws Exception {
    String[] names = nodes.stream().map(SlurmNode::name).toArray(String[]::new);
    SortedMap<String, SlurmNode> byName = byName(nodes);

    for (Action action : RollingUpdatePlan.withSlurm(workers(nodes.size(), names), byName)) {
      if (action instanceof Action.Delete(Pod pod, String _)) {
        NodeCapacity capacity =
            Objects.requireNonNull(byName.get(pod.getMetadata().getName())).capacity();
        assertThat(capacity.allocatedCpus()).hasValue(0);
        assertThat(capacity.allocatedMemory()).hasValue(0);
      }
    }
  }

  @Property
  void neverExceedsMaxUnavailable(@ForAll("nodes") List<SlurmNode> nodes) throws Exception {
    String[] names = nodes.stream().map(SlurmNode::name).toArray(String[]::new);
    int budget = 2;

    List<Action> actions = RollingUpdatePlan.withSlurm(workers(budget, names), byName(nodes));

    int stopped =
        actions.stream()
            .mapToInt(
                a -> a instanceof Action.Stop(List<Pod> pods, List<SlurmNode> _) ? pods.size() : 0)
            .sum();
    long rebooting =
        nodes.stream()
            .filter(n -> n.is(NodeState.REBOOT_REQUESTED) || n.is(NodeState.REBOOT_ISSUED))
            .count();
    assertThat(stopped).isLessThanOrEqualTo((int) Math.max(0, budget - rebooting));
  }

  @Provide
  Arbitrary<List<SlurmNode>> nodes() {
    Arbitrary<SlurmNode> node =
        Combinators.combine(
                Arbitraries.of(NodeState.class).set().ofMinSize(1).ofMaxSize(4),
                Arbitraries.of("", "by hand", "soperator rolling update"),
                Arbitraries.of(-1L, 0L, 4L),
                Arbitraries.of(-1L, 0L, 4L))
            .as(
                (states, reason, cpus, memory) ->
                    allocated(
                        new SlurmNode(
                            "",
                            "",
                            "",
                            "",
                            EnumSet.copyOf(states),
                            reason,
                            Optional.empty(),
                            "",
                            Optional.empty(),
                            Optional.empty(),
                            List.of(),
                            "",
                            "",
                            NodeCapacity.UNKNOWN),
                        cpus,
                        memory));
    return node.list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .map(
            list -> {
              var named = new ArrayList<SlurmNode>();
              for (SlurmNode each : list) {
                named.add(copy(each, "w-" + named.size(), each.capacity()));
              }
              return named;
            });
  }

  private static List<String> plan(WorkerSet workers, SlurmNode... nodes) throws Exception {
    return texts(RollingUpdatePlan.withSlurm(workers, byName(List.of(nodes))));
  }

  private static List<String> texts(List<Action> actions) {
    return actions.stream()
        .map(
            action ->
                switch (action) {
                  case Action.Delete(Pod pod, String _) -> "delete " + pod.getMetadata().getName();
                  case Action.Undrain(SlurmNode node) -> "undrain " + node.name();
                  case Action.Stop(List<Pod> pods, List<SlurmNode> _) ->
                      "stop "
                          + String.join(
                              ",", pods.stream().map(p -> p.getMetadata().getName()).toList());
                })
        .toList();
  }

  private static WorkerSet workers(int budget, String... names) {
    var pods = new ArrayList<Pod>();
    for (String name : names) {
      pods.add(
          new PodBuilder()
              .withNewMetadata()
              .withName(name)
              .addToLabels(WorkerSet.REVISION, "old")
              .endMetadata()
              .withNewStatus()
              .addNewCondition()
              .withType("Ready")
              .withStatus("True")
              .endCondition()
              .endStatus()
              .build());
    }
    return new WorkerSet("new", names.length, names.length, 0, budget, pods);
  }

  private static SlurmNode idle(String name) {
    return SlurmNode.named(name);
  }

  private static SlurmNode allocated(SlurmNode node, long cpus, long memory) {
    return copy(
        node,
        node.name(),
        new NodeCapacity(
            OptionalLong.empty(),
            cpus < 0 ? OptionalLong.empty() : OptionalLong.of(cpus),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            memory < 0 ? OptionalLong.empty() : OptionalLong.of(memory),
            OptionalLong.empty(),
            OptionalLong.empty()));
  }

  private static SlurmNode copy(SlurmNode node, String name, NodeCapacity capacity) {
    return new SlurmNode(
        name,
        "",
        "",
        "",
        node.states(),
        node.reason(),
        node.reasonChangedAt(),
        "",
        Optional.empty(),
        Optional.empty(),
        List.of(),
        "",
        "",
        capacity);
  }

  private static SortedMap<String, SlurmNode> byName(List<SlurmNode> nodes) {
    var byName = new TreeMap<String, SlurmNode>();
    nodes.forEach(node -> byName.put(node.name(), node));
    return byName;
  }
}
