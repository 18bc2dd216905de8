package io.coxswain.real.dropin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coxswain.api.ApiException;
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
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same script with the Go kube-controller-manager and with ours: objects and log lines. */
final class DropInIT {

  @Test
  void leavesTheSameObjectsAsTheGoProgram() throws Exception {
    assumeTrue(
        GoManager.isThere("kube-controller-manager"),
        "there is no kube-controller-manager beside kube-apiserver");

    List<String> theirs = new ArrayList<>();
    List<String> theirLog = new ArrayList<>();
    Simulation.named("the Go program")
        .process("cluster", DropInIT::nodes)
        .script(
            world -> {
              try (var program = GoManager.start()) {
                new ShopScript(world).run();
                theirLog.addAll(program.lines());
                theirs.addAll(remains(world));
              }
            })
        .run(1);
    List<String> ours = new ArrayList<>();
    List<ControllerLines.Line> ourLog = new ArrayList<>();
    try (var log = new ControllerLines()) {
      play(log, ours, ourLog);
    }

    assertThat(Comparison.unexplained("kube-controller-manager", "/drop-in.txt", theirs, ours))
        .isEmpty();
    var messages = new LogMessages(LogTable.read());
    assertThat(messages.of(ourLog)).isEqualTo(messages.ofLines(theirLog));
  }

  private static void play(
      ControllerLines log, List<String> ours, List<ControllerLines.Line> ourLog) {
    Simulation.named("our program")
        .process("cluster", DropInIT::nodes)
        .process(
            "kube-controller-manager",
            env -> KubeControllerManager.embedded(onThisDisk(env), GoManager.flags()).run())
        .script(
            world -> {
              new ShopScript(world).run();
              ourLog.addAll(log.lines());
              ours.addAll(remains(world));
            })
        .run(1);
  }

  /** What is left after the second script, too, whose log lines depend more on timing. */
  private static List<String> remains(World world) throws ApiException {
    new WorkloadsScript(world).run();
    var lines = new ArrayList<String>();
    lines.addAll(new Remains(world.objects(), ShopScript.NAMESPACE).lines());
    lines.addAll(new Remains(world.objects(), WorkloadsScript.NAMESPACE).lines());
    return lines;
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
