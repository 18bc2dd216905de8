package io.coxswain.slurm.checks;

import static io.coxswain.slurm.checks.ChecksWorld.NAMESPACE;
import static io.coxswain.slurm.checks.ChecksWorld.awaitMark;
import static io.coxswain.slurm.checks.ChecksWorld.yaml;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.sim.roles.Identity;
import io.coxswain.sim.roles.Right;
import io.coxswain.sim.roles.RoleFile;
import io.coxswain.sim.roles.RoleTrial;
import io.coxswain.slurm.marks.ConditionTypes;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** soperatorchecks with the role that it is deployed with. */
final class ChecksRoleScenarioTest {
  private static final String HOME = "soperator-system";

  private static final RoleTrial TRIAL =
      new RoleTrial(
          "soperator/checks-role.yaml",
          new RoleFile("soperatorchecks", HOME, "soperatorchecks"),
          Stream.of(
                  // replicas elect one, and say so
                  Right.in(HOME, "coordination.k8s.io", "leases", "create", "get", "update"),
                  // callers of metrics
                  Right.everywhere("authentication.k8s.io", "tokenreviews", "create"),
                  Right.everywhere("authorization.k8s.io", "subjectaccessreviews", "create"),
                  // kubelets ask the API server whether their statistics may be read
                  Right.everywhere("", "nodes/stats", "get"),
                  // what the account of checks is given, its maker must have
                  Right.everywhere("", "pods", "get"),
                  Right.everywhere("batch", "cronjobs", "get"),
                  // changes of what is rendered, templates of pods, a machine that stays silent
                  Right.everywhere("", "configmaps", "get", "patch"),
                  Right.everywhere("", "serviceaccounts", "patch"),
                  Right.everywhere("", "podtemplates", "get"),
                  Right.everywhere("", "nodes", "delete"),
                  Right.everywhere("batch", "cronjobs", "patch"),
                  Right.everywhere("batch", "jobs", "get", "patch"),
                  Right.everywhere("rbac.authorization.k8s.io", "roles", "patch"),
                  Right.everywhere("rbac.authorization.k8s.io", "rolebindings", "patch"),
                  Right.everywhere("slurm.nebius.ai", "activechecks", "get"),
                  // what was told before is told again
                  Right.everywhere("", "events", "list", "patch", "create"))
              .flatMap(List::stream)
              .toList());

  private static final String CHECK =
      """
      metadata: {name: gpu, namespace: soperator}
      spec:
        name: gpu-burn
        slurmClusterRefName: c
        checkType: slurmJob
        schedule: "0 */12 * * *"
        suspend: false
        slurmJobSpec:
          sbatchScript: "srun nvidia-smi"
          jobContainer: {image: slurm-check}
          mungeContainer: {image: munge}
      """;

  private static Simulation script(Identity who) {
    ChecksWorld checks = ChecksWorld.as(who, "--requeue-after-slurm-nodes=1s");
    return checks.simulation(
        world -> {
          checks.machine(world, "m1", "worker-0");
          checks.slurm().drain("worker-0", "Kill task failed");
          awaitMark(world, "m1", ConditionTypes.DEGRADED, "True/NodeNeedReboot");

          world.objects().create(yaml(ActiveCheck.class, CHECK));
          world.await(
              "the rights of checks",
              () -> !world.objects().list(RoleBinding.class, NAMESPACE).isEmpty());
          world.await("its first run", () -> !world.objects().list(Job.class, NAMESPACE).isEmpty());

          world.objects().delete(ActiveCheck.class, ObjectKey.of(NAMESPACE, "gpu"));
          world.await("it is gone", () -> isGone(world));
        });
  }

  private static boolean isGone(World world) throws Exception {
    return world.objects().list(CronJob.class, NAMESPACE).isEmpty()
        && world.objects().list(ActiveCheck.class, NAMESPACE).isEmpty()
        && world.objects().list(ConfigMap.class, NAMESPACE).stream()
            .noneMatch(map -> map.getMetadata().getName().startsWith("gpu"));
  }

  @Test
  void theRoleGrantsExactlyWhatTheProgramRequests() throws Exception {
    TRIAL.check(ChecksRoleScenarioTest::script);
  }

  @Test
  void theProgramWorksWithTheRole() {
    TRIAL.play(ChecksRoleScenarioTest::script);
  }

  @Test
  void failsWithoutPermissionToWriteNodeConditions() {
    TRIAL.playWithout("nodes/status", "patch", ChecksRoleScenarioTest::script);
  }
}
