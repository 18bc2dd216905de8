package io.coxswain.kube.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.host.KubeControllerManager;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.node.simulated.SimulatedNodeOptions;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.node.simulated.Stages;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The lines of a working day, compared with the page that lists them. */
@Isolated
final class LogLinesScenarioTest {
  private static final LogTable TABLE = LogTable.read();

  private static List<ControllerLines.Line> linesOfTheShop() {
    try (var log = new ControllerLines()) {
      Simulation.named("log lines")
          .network(Network.PROMPT)
          .process(
              "cluster",
              env -> {
                Manager manager = Manager.builder(env).name("cluster").build();
                Scheduler.register(manager);
                SimulatedNodes.register(
                    manager, SimulatedNodeOptions.nodes(3).withStages(Stages.byDefault()));
                manager.run();
              })
          .process(
              "kube-controller-manager",
              env -> KubeControllerManager.embedded(env, "--controllers=*").run())
          .script(world -> new ShopScript(world).run())
          .run(1);
      return log.lines();
    }
  }

  @Test
  void logsWhatThePageListsWithItsKeysAndVerbosity() {
    List<ControllerLines.Line> lines = linesOfTheShop();

    assertThat(lines.stream().filter(line -> !isListed(line)).distinct().toList()).isEmpty();
    assertThat(lines.stream().map(ControllerLines.Line::message).distinct())
        .containsAll(
            Stream.of(
                    "Starting job controller",
                    "Starting controller",
                    "Starting GC controller",
                    "Waiting for caches to sync",
                    "Caches are synced",
                    "Too few replicas",
                    "Too many replicas",
                    "Deleting pod",
                    "Controller created pod",
                    "Too few pods running",
                    "Cleaning up Job",
                    "Deployment has been deleted",
                    "Pod of StatefulSet is terminating for update",
                    "Claim bound to volume",
                    "Volume bound to claim",
                    "Claim entered phase",
                    "Deleting item",
                    "Changed ttl annotation",
                    "Controller observed a new Node",
                    "Namespace has been deleted")
                .toList());
  }

  private static boolean isListed(ControllerLines.Line line) {
    return TABLE.find(line.controller(), line.message()).stream()
        .anyMatch(
            row ->
                Set.copyOf(row.keys()).equals(Set.copyOf(line.keys()))
                    && (row.verbosity().equals(line.verbosity())
                        // An expected failure is logged as information.
                        || (row.verbosity().equals("error") && line.verbosity().equals("0"))));
  }
}
