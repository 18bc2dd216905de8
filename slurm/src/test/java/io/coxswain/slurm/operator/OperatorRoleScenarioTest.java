package io.coxswain.slurm.operator;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.slurm.NodeConfigurator;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.sim.Main;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.sim.roles.Identity;
import io.coxswain.sim.roles.Right;
import io.coxswain.sim.roles.RoleFile;
import io.coxswain.sim.roles.RoleTrial;
import io.coxswain.slurm.client.TestingSlurm;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The operator with the role that it is deployed with. */
final class OperatorRoleScenarioTest {
  private static final String RBAC = "rbac.authorization.k8s.io";
  private static final String SLURM = "slurm.nebius.ai";
  private static final String KRUISE = "apps.kruise.io";
  private static final String MARIA_DB = "k8s.mariadb.com";
  private static final String MONITORING = "monitoring.coreos.com";

  private static final RoleTrial TRIAL =
      new RoleTrial(
          "soperator/role.yaml",
          new RoleFile("soperator-manager", SlurmWorld.NAMESPACE, "soperator-manager"),
          Stream.of(
                  // replicas elect one, and say so
                  Right.in(
                      SlurmWorld.NAMESPACE,
                      "coordination.k8s.io",
                      "leases",
                      "create",
                      "get",
                      "update"),
                  // a NodeSet that waits for its cluster says so
                  Right.everywhere("", "events", "create", "patch"),
                  // callers of metrics, and the webhook of Secrets
                  Right.everywhere("authentication.k8s.io", "tokenreviews", "create"),
                  Right.everywhere("authorization.k8s.io", "subjectaccessreviews", "create"),
                  Right.everywhere(SLURM, "slurmclusters", "get"),
                  // what workers are given, its maker must have
                  Right.everywhere("", "pods", "get", "patch"),
                  // workers that are updated one by one, by way of Slurm
                  Right.everywhere("", "pods", "delete"),
                  Right.everywhere("", "secrets", "get"),
                  // whatever is rendered may change; some of it may be switched off
                  Right.everywhere("", "configmaps", "delete"),
                  Right.everywhere("", "secrets", "patch"),
                  Right.everywhere("", "serviceaccounts", "patch"),
                  Right.everywhere("", "services", "delete", "patch"),
                  Right.everywhere("apps", "daemonsets", "create", "patch"),
                  Right.everywhere("apps", "deployments", "delete", "update", "patch"),
                  Right.everywhere("apps", "statefulsets", "create", "patch", "update"),
                  Right.everywhere(KRUISE, "statefulsets", "update"),
                  Right.everywhere(KRUISE, "resourcedistributions", "patch"),
                  Right.everywhere("batch", "jobs", "delete"),
                  Right.everywhere(RBAC, "rolebindings", "patch"),
                  Right.everywhere(SLURM, "jailedconfigs", "patch"),
                  Right.everywhere(SLURM, "nodesetpowerstates", "create", "patch"),
                  Right.everywhere(SLURM, "nodesetpowerstates/status", "patch"),
                  Right.everywhere(SLURM, "nodesets", "patch"),
                  Right.everywhere(MARIA_DB, "grants", "create", "delete", "patch"),
                  Right.everywhere(MARIA_DB, "mariadbs", "create", "delete", "patch"),
                  Right.everywhere(MONITORING, "podmonitors", "create", "delete", "patch"),
                  Right.everywhere(MONITORING, "servicemonitors", "delete", "patch"),
                  Right.everywhere(
                      "security-profiles-operator.x-k8s.io", "apparmorprofiles", "create", "patch"))
              .flatMap(List::stream)
              .toList());

  private static final String CONFIGURATOR =
      """
      apiVersion: slurm.nebius.ai/v1alpha1
      kind: NodeConfigurator
      metadata: {name: nodes, namespace: soperator-system}
      spec:
        rebooter: {enabled: true, image: {repository: coxswain, tag: "1"}}
      """;

  private static Simulation script(Identity who) {
    var slurm = new TestingSlurm();
    Main operator = SlurmWorld.operator((cluster, address) -> slurm);
    return SlurmStage.foreignKinds()
        .process("workloads", QuickWorkloads::mainWithKruise)
        .process("operator", who.limit(operator))
        .script(
            world -> {
              SlurmStage.createSmallCluster(world);
              SlurmStage.createSmallNodeSet(world);
              world.objects().create(labelled());
              world.objects().create(SlurmStage.yaml(CONFIGURATOR, NodeConfigurator.class));

              SlurmStage.awaitAvailable(world, SlurmStage.CLUSTER);
              world.await("workers", () -> SlurmStage.workers(world, SlurmStage.NODE_SET) == 3);
              world.await(
                  "what configures nodes",
                  () -> !world.objects().list(DaemonSet.class, SlurmWorld.NAMESPACE).isEmpty());

              world
                  .objects()
                  .edit(NodeSet.class, SlurmStage.NODE_SET, set -> set.getSpec().setReplicas(4));
              world.await("one worker more", () -> asked(world) == 4);
            });
  }

  private static Node labelled() {
    return new NodeBuilder()
        .withNewMetadata()
        .withName("n1")
        .addToLabels("topology.nebius.com/tier-1", "leaf-1")
        .endMetadata()
        .build();
  }

  private static int asked(World world) throws Exception {
    return world
        .objects()
        .find(KruiseStatefulSet.class, ObjectKey.of("slurm", "gpu"))
        .map(set -> set.getSpec().getReplicas())
        .orElse(0);
  }

  @Test
  void theRoleGrantsExactlyWhatTheProgramRequests() throws Exception {
    TRIAL.check(OperatorRoleScenarioTest::script);
  }

  @Test
  void theProgramWorksWithTheRole() {
    TRIAL.play(OperatorRoleScenarioTest::script);
  }

  @Test
  void failsWithoutPermissionToCreateServices() {
    TRIAL.playWithout("services", "create", OperatorRoleScenarioTest::script);
  }

  @Test
  void cannotGrantWorkersAPermissionItLacks() {
    TRIAL.playWithout("pods", "get", OperatorRoleScenarioTest::script);
  }
}
