package io.coxswain.slurm.operator;

import static io.coxswain.slurm.operator.SlurmStage.CLUSTER;
import static io.coxswain.slurm.operator.SlurmStage.NODE_SET;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the controller of NodeSets writes, and when. */
class NodeSetScenarioTest {
  @Test
  @Scenario("soperator-render-7")
  void runsTheWorkersThatSlurmPoweredOn() {
    SlurmStage.quickWithForeignKinds("--controllers=cluster,nodeset")
        .script(
            world -> {
              SlurmStage.createSmallCluster(world);
              ObjectNode nodeSet =
                  (ObjectNode) Json.yamlMapper().readTree(SlurmWorld.SMALL_NODE_SET);
              ((ObjectNode) nodeSet.path("spec")).put("ephemeralNodes", true).put("replicas", 16);
              Samples.create(world, nodeSet);
              world.await("the first worker", () -> ordinals(world).equals("1 of []"));
              NodeSetPowerState state = world.objects().fetch(NodeSetPowerState.class, NODE_SET);
              assertThat(state.getSpec().getActiveNodes()).containsExactly(0);
              assertThat(requireNonNull(state.getStatus()).getActiveCount()).isEqualTo(1);

              power(world, List.of(0, 3, 5));
              world.await("three workers", () -> ordinals(world).equals("3 of [1, 2, 4]"));
              world.await(
                  "their rights",
                  () -> rights(world).equals(List.of(List.of("gpu-0", "gpu-3", "gpu-5"))));
              world.await(
                  "all there", () -> SlurmStage.nodeSetPhase(world, NODE_SET).equals("Ready"));
              assertThat(
                      requireNonNull(world.objects().fetch(NodeSet.class, NODE_SET).getStatus())
                          .getConditions())
                  .extracting(Condition::getType)
                  .containsExactly(
                      "ConfigUpdated",
                      "ConfigDynamicUpdated",
                      "StatefulSetUpdated",
                      "PodsReady",
                      "StatefulSetTerminated");

              power(world, List.of());
              world.await("no worker", () -> ordinals(world).equals("0 of []"));
              // no name at all would mean every pod
              world.await("no rights", () -> rights(world).isEmpty());
            })
        .run(1);
  }

  @Test
  void expectsTheWorkersBetweenThoseSwitchedOnWhereOrdinalsCannotBeLeftOut() {
    SlurmStage.quick("--controllers=cluster,nodeset")
        .script(
            world -> {
              SlurmStage.createSmallCluster(world);
              ObjectNode nodeSet =
                  (ObjectNode) Json.yamlMapper().readTree(SlurmWorld.SMALL_NODE_SET);
              ((ObjectNode) nodeSet.path("spec")).put("ephemeralNodes", true).put("replicas", 16);
              Samples.create(world, nodeSet);
              world.await("the first worker", () -> SlurmStage.workers(world, NODE_SET) == 1);

              power(world, List.of(0, 3, 5));

              world.await("all up to the last", () -> SlurmStage.workers(world, NODE_SET) == 6);
              world.await(
                  "no one missing", () -> SlurmStage.nodeSetPhase(world, NODE_SET).equals("Ready"));
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-render-15")
  void reportsAWorkerWithoutCpuRequest() {
    SlurmStage.quick("--controllers=cluster,nodeset")
        .script(
            world -> {
              SlurmStage.createSmallCluster(world);
              SlurmStage.awaitAvailable(world, CLUSTER);
              ObjectNode nodeSet =
                  (ObjectNode) Json.yamlMapper().readTree(SlurmWorld.SMALL_NODE_SET);
              ((ObjectNode) nodeSet.at("/spec/slurmd/resources")).remove("cpu");
              Samples.create(world, nodeSet);
              world.await(
                  "the complaint",
                  () -> complaint(world).contains("CPU request not set or is zero"));
              assertThat(SlurmStage.names(world, StatefulSet.class)).doesNotContain("gpu");
              // the other steps went on
              assertThat(SlurmStage.names(world, Role.class)).containsExactly("c-gpu-nodeset-role");
              world.await("an event", () -> SlurmStage.event(world, "ReconcileFailed").isPresent());

              world
                  .objects()
                  .edit(
                      NodeSet.class,
                      NODE_SET,
                      set ->
                          set.getSpec().getSlurmd().getResources().put("cpu", new Quantity("1")));
              world.await(
                  "all well", () -> SlurmStage.nodeSetPhase(world, NODE_SET).equals("Ready"));
              assertThat(complaint(world)).isEmpty();
            })
        .run(1);
  }

  @Test
  void reportsAMissingClusterAndWaitsForIt() {
    SlurmStage.quick("--controllers=cluster,nodeset")
        .script(
            world -> {
              SlurmStage.createSmallNodeSet(world);
              world.await(
                  "the complaint",
                  () ->
                      complaint(world)
                          .equals(
                              "SlurmClusterNotFound: spec.clusterName: SlurmCluster slurm/c not"
                                  + " found"));
              SlurmStage.createSmallCluster(world);
              world.await(
                  "all well", () -> SlurmStage.nodeSetPhase(world, NODE_SET).equals("Ready"));
              var status =
                  requireNonNull(world.objects().fetch(NodeSet.class, NODE_SET).getStatus());
              assertThat(status.getReplicas()).isEqualTo(3);
              assertThat(status.getLabelSelector()).contains("slurm.nebius.ai/nodeset=gpu");
            })
        .run(1);
  }

  @Test
  void makesNothingForAnInvalidCluster() {
    SlurmStage.quick("--controllers=cluster,nodeset")
        .script(
            world -> {
              ObjectNode cluster =
                  (ObjectNode) Json.yamlMapper().readTree(SlurmWorld.SMALL_CLUSTER);
              ((ObjectNode) cluster.at("/spec/slurmNodes/controller"))
                  .put("k8sNodeFilterName", "none");
              Samples.create(world, cluster);
              SlurmStage.createSmallNodeSet(world);

              world.await(
                  "the complaint",
                  () ->
                      complaint(world)
                          .contains(
                              "SSHD ConfigMap: spec.slurmNodes.controller.k8sNodeFilterName:"));
              assertThat(SlurmStage.names(world, ConfigMap.class))
                  .as("the NodeSet's own alone")
                  .doesNotContain("c-supervisord", "c-ssh-configs-worker")
                  .contains("c-nodeset-gpu-security-limits");

              SlurmStage.edit(
                  world,
                  CLUSTER,
                  c -> c.getSpec().getSlurmNodes().getController().setK8sNodeFilterName("all"));
              world.await(
                  "all well", () -> SlurmStage.nodeSetPhase(world, NODE_SET).equals("Ready"));
            })
        .run(1);
  }

  @Test
  void readsTheClusterOfAnEarlierVersionFromTheAnnotation() {
    SlurmStage.quick("--controllers=nodeset")
        .script(
            world -> {
              ObjectNode nodeSet =
                  (ObjectNode) Json.yamlMapper().readTree(SlurmWorld.SMALL_NODE_SET);
              ((ObjectNode) nodeSet.path("spec")).remove("clusterName");
              ((ObjectNode) nodeSet.path("metadata"))
                  .putObject("annotations")
                  .put("slurm.nebius.ai/parental-cluster-ref", "c");
              Samples.create(world, nodeSet);
              world.await(
                  "the name in its place",
                  () ->
                      "c"
                          .equals(
                              world
                                  .objects()
                                  .fetch(NodeSet.class, NODE_SET)
                                  .getSpec()
                                  .getClusterName()));
              Map<String, String> annotations =
                  world.objects().fetch(NodeSet.class, NODE_SET).getMetadata().getAnnotations();
              assertThat(annotations == null ? Map.of() : annotations).isEmpty();
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-render-3")
  void rendersTheWorkersOfTheFullSampleAndReportsMissingOnes() {
    ObjectKey gpu = ObjectKey.of("slurm", "gpu");
    SlurmStage.quickWithForeignKinds("--controllers=cluster")
        .script(
            world -> {
              for (JsonNode document : Samples.read("nodesets.yaml")) {
                if (document.at("/metadata/name").asText().equals("h100")) {
                  Samples.create(world, document);
                }
              }
              Samples.create(world, "slurmcluster-full.yaml");
              world.await(
                  "the condition",
                  () ->
                      SlurmStage.condition(world, gpu, "NodeSetRefsResolved")
                          .equals(
                              "False/IgnoredNodeSetRefs: partition \"h100\": nodeSetRef"
                                  + " \"not-created-yet\" ignored (NodeSet does not exist)"));
              String config =
                  world
                      .objects()
                      .fetch(ConfigMap.class, ObjectKey.of("slurm", "gpu-slurm-configs"))
                      .getData()
                      .get("slurm_base.conf.noedit");
              assertThat(config)
                  .contains(
                      "NodeName=h100-[0-1] State=CLOUD"
                          + " NodeAddr=h100-[0-1].gpu-nodeset-svc.slurm.svc.cluster.local"
                          + " RealMemory=1228800 Port=6818 Feature=h100,ib Gres=")
                  .contains("PartitionName=h100 Nodes=h100 ")
                  .contains(
                      "#WARNING: Partition h100 references NodeSet not-created-yet ignored:"
                          + " NodeSet does not exist");
              world.await(
                  "the event", () -> SlurmStage.event(world, "IgnoredNodeSetRefs").isPresent());
              Event event = SlurmStage.event(world, "IgnoredNodeSetRefs").orElseThrow();
              assertThat(event.getType()).isEqualTo("Warning");
              assertThat(event.getMessage()).contains("not-created-yet");
            })
        .run(1);
  }

  private static void power(World world, List<Integer> active) throws Exception {
    world
        .objects()
        .edit(NodeSetPowerState.class, NODE_SET, state -> state.getSpec().setActiveNodes(active));
  }

  private static String ordinals(World world) throws Exception {
    return world
        .objects()
        .find(KruiseStatefulSet.class, NODE_SET)
        .map(set -> set.getSpec().getReplicas() + " of " + set.getSpec().getReserveOrdinals())
        .orElse("");
  }

  private static List<List<String>> rights(World world) throws Exception {
    List<PolicyRule> rules =
        world.objects().fetch(Role.class, ObjectKey.of("slurm", "c-gpu-nodeset-role")).getRules();
    return rules == null ? List.of() : rules.stream().map(rule -> rule.getResourceNames()).toList();
  }

  private static String complaint(World world) throws Exception {
    var status = world.objects().fetch(NodeSet.class, NODE_SET).getStatus();
    return status == null
        ? ""
        : status.getConditions().stream()
            .filter(c -> c.getType().equals("Reconciled"))
            .map(NodeSetScenarioTest::text)
            .findFirst()
            .orElse("");
  }

  private static String text(Condition condition) {
    return condition.getReason() + ": " + condition.getMessage();
  }
}
