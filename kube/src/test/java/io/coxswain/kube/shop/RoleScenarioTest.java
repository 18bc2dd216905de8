package io.coxswain.kube.shop;

import io.coxswain.env.Env;
import io.coxswain.kube.host.KubeControllerManager;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.node.simulated.SimulatedNodeOptions;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.node.simulated.Stages;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.roles.Identity;
import io.coxswain.sim.roles.Right;
import io.coxswain.sim.roles.RoleFile;
import io.coxswain.sim.roles.RoleTrial;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** kube-controller-manager as one service account with one role for all its controllers. */
final class RoleScenarioTest {
  private static final String NAME = "coxswain-kube-controller-manager";

  private static final String HOME = "kube-system";

  private static final RoleTrial TRIAL =
      new RoleTrial(
          "kube-controller-manager/role.yaml",
          new RoleFile(NAME, HOME, NAME),
          Stream.of(
                  // Whatever there is may be garbage, in a namespace that ends, or counted.
                  Right.everywhere(
                      "*", "*", "delete", "deletecollection", "get", "list", "patch", "watch"),
                  // Whatever can be scaled is, by those that watch load.
                  Right.everywhere("*", "*/scale", "update"),
                  // Roles that gather others hold more than this one.
                  Right.everywhere("rbac.authorization.k8s.io", "clusterroles", "escalate"),
                  // Replicas elect one.
                  Right.in(HOME, "coordination.k8s.io", "leases", "create", "update"),
                  // Callers of metrics, and kubelets that ask for certificates.
                  Right.everywhere("authentication.k8s.io", "tokenreviews", "create"),
                  Right.everywhere("authorization.k8s.io", "subjectaccessreviews", "create"),
                  Right.everywhere(
                      "certificates.k8s.io", "certificatesigningrequests/approval", "update"),
                  signer("kube-apiserver-client-kubelet", "approve", "sign"),
                  signer("kube-apiserver-client", "sign"),
                  signer("kubelet-serving", "sign"),
                  signer("legacy-unknown", "sign"),
                  // Volumes that are made and attached, schedules that come due, devices that pods
                  // claim.
                  Right.everywhere("", "persistentvolumeclaims", "create"),
                  Right.everywhere("", "persistentvolumes", "create"),
                  Right.everywhere("batch", "jobs", "create"),
                  Right.everywhere("resource.k8s.io", "resourceclaims", "create"),
                  Right.everywhere("storage.k8s.io", "volumeattachments", "create"))
              .flatMap(List::stream)
              .toList());

  private static List<Right> signer(String name, String... verbs) {
    return Stream.of(verbs)
        .map(verb -> new Right("", "certificates.k8s.io", "signers", "kubernetes.io/" + name, verb))
        .toList();
  }

  private static Simulation script(Identity who) {
    return Simulation.named("a day")
        .process("cluster", RoleScenarioTest::nodes)
        .process(
            "kube-controller-manager",
            who.limit(env -> KubeControllerManager.embedded(env, "--controllers=*").run()))
        .script(world -> new ShopScript(world).run());
  }

  private static void nodes(Env env) throws ManagerException {
    Manager manager = Manager.builder(env).name("cluster").build();
    Scheduler.register(manager);
    SimulatedNodes.register(manager, SimulatedNodeOptions.nodes(3).withStages(Stages.byDefault()));
    manager.run();
  }

  @Test
  void theRoleGrantsExactlyWhatTheControllersRequest() throws Exception {
    TRIAL.check(RoleScenarioTest::script);
  }

  @Test
  void theControllersWorkWithTheRole() {
    TRIAL.play(RoleScenarioTest::script);
  }

  @Test
  void failsWithoutPermissionToCreatePods() {
    TRIAL.playWithout("pods", "create", RoleScenarioTest::script);
  }
}
