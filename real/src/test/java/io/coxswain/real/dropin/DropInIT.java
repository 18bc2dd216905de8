package io.coxswain.real.dropin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coxswain.env.Env;
import io.coxswain.kube.host.KubeControllerManager;
import io.coxswain.kube.shop.ControllerLines;
import io.coxswain.kube.shop.LogTable;
import io.coxswain.kube.shop.ShopScript;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.node.simulated.SimulatedNodeOptions;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.node.simulated.Stages;
import io.coxswain.real.GoManager;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same script with the Go kube-controller-manager and with ours: objects and log lines. */
final class DropInIT {

  /** What a program leaves. */
  private record Left(List<String> objects, List<String> log) {}

  @Test
  void leavesTheSameObjectsAsTheGoProgram() throws Exception {
    Left theirs = ofTheGoProgram(world -> new ShopScript(world).run(), ShopScript.NAMESPACE);
    List<String> ours;
    List<ControllerLines.Line> ourLog;
    try (var log = new ControllerLines()) {
      ours = ofOurs(world -> new ShopScript(world).run(), ShopScript.NAMESPACE);
      ourLog = log.lines();
    }

    assertThat(
            Comparison.unexplained(
                "kube-controller-manager", "/drop-in.txt", theirs.objects(), ours))
        .isEmpty();
    var messages = new LogMessages(LogTable.read());
    assertThat(messages.of(ourLog)).isEqualTo(messages.ofLines(theirs.log()));
  }

  /** Log lines are not compared: what is logged on the way depends more on timing here. */
  @Test
  void leavesTheSameObjectsOfLessCommonSettingsAsTheGoProgram() throws Exception {
    Left theirs =
        ofTheGoProgram(world -> new WorkloadsScript(world).run(), WorkloadsScript.NAMESPACE);
    List<String> ours =
        ofOurs(world -> new WorkloadsScript(world).run(), WorkloadsScript.NAMESPACE);

    assertThat(
            Comparison.unexplained(
                "kube-controller-manager-settings", "/drop-in.txt", theirs.objects(), ours))
        .isEmpty();
  }

  private static Left ofTheGoProgram(Script script, String namespace) {
    assumeTrue(
        GoManager.isThere("kube-controller-manager"),
        "there is no kube-controller-manager beside kube-apiserver");
    var left = new Left(new ArrayList<>(), new ArrayList<>());
    Simulation.named("the Go program")
        .process("cluster", DropInIT::nodes)
        .script(
            world -> {
              try (var program = GoManager.start()) {
                script.run(world);
                left.log().addAll(program.lines());
                left.objects().addAll(new Remains(world.objects(), namespace).lines());
              }
            })
        .run(1);
    return left;
  }

  private static List<String> ofOurs(Script script, String namespace) {
    var left = new ArrayList<String>();
    Simulation.named("our program")
        .process("cluster", DropInIT::nodes)
        .process(
            "kube-controller-manager",
            env -> KubeControllerManager.embedded(onThisDisk(env), GoManager.flags()).run())
        .script(
            world -> {
              script.run(world);
              left.addAll(new Remains(world.objects(), namespace).lines());
            })
        .run(1);
    return left;
  }

  /** The files that flags name are those of the server. */
  private static Env onThisDisk(Env env) {
    return new Env(
        env.clock(),
        env.timers(),
        env.tasks(),
        env.entropy(),
        Env.production().files(),
        env.exec(),
        env.api(),
        env.http());
  }

  private static void nodes(Env env) throws ManagerException {
    Manager manager = Manager.builder(env).name("cluster").build();
    Scheduler.register(manager);
    SimulatedNodes.register(manager, SimulatedNodeOptions.nodes(3).withStages(Stages.byDefault()));
    manager.run();
  }
}
