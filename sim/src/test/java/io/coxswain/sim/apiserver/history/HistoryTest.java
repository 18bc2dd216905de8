package io.coxswain.sim.apiserver.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.sim.Fault;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What clients see of the server, checked; and the checker itself, on servers that are wrong. */
@Timeout(120)
final class HistoryTest {
  private final Env env = Env.production();

  private static ApiTransport transport(ApiServer server) {
    return server.transport("history", List.of("system:masters"));
  }

  /** Without it a history would be sound for saying nothing. */
  private static void assertSubstantial(History history) {
    assertThat(history.writes()).filteredOn(w -> w.revision() > 0).hasSizeGreaterThan(50);
    assertThat(history.writes())
        .extracting(History.Write::outcome)
        .contains(
            History.Outcome.CONFLICT, History.Outcome.NOT_FOUND, History.Outcome.ALREADY_EXISTS);
    assertThat(history.reads()).isNotEmpty();
    assertThat(history.listings()).isNotEmpty();
    assertThat(history.watchings()).isNotEmpty();
  }

  @Test
  void holdsOnRealThreads() throws Exception {
    for (int round = 0; round < 5; round++) {
      try (ApiServer server = ApiServer.create(env)) {
        History history = new Workload(env, transport(server), 8, 100, 5).run();

        assertThat(HistoryChecker.violations(history)).isEmpty();
        assertSubstantial(history);
      }
    }
  }

  @Test
  void holdsOnRealThreadsWithAStoreOnDisk(@TempDir Path folder) throws Exception {
    try (ApiServer server = ApiServer.open(env, ApiServerOptions.plain(), folder.resolve("data"))) {
      History history = new Workload(env, transport(server), 8, 60, 5).run();

      assertThat(HistoryChecker.violations(history)).isEmpty();
      assertSubstantial(history);
    }
  }

  private static History simulated(long seed, FaultPlan plan) {
    var found = new AtomicReference<History>();
    Simulation.named("history")
        .network(Network.SLOW)
        .process("clients", env -> found.set(new Workload(env, env.api(), 5, 80, 4).run()))
        .script(world -> world.await("the clients' end", () -> found.get() != null))
        .run(seed, plan);
    return Objects.requireNonNull(found.get());
  }

  @Test
  void holdsInTheSimulation() {
    for (long seed = 1; seed <= 10; seed++) {
      History history = simulated(seed, FaultPlan.NONE);

      assertThat(HistoryChecker.violations(history)).as("seed %d", seed).isEmpty();
      assertSubstantial(history);
    }
  }

  @Test
  void holdsInTheSimulationWithLostResponsesAndBrokenWatches() {
    for (long seed = 1; seed <= 10; seed++) {
      FaultPlan plan = FaultPlan.NONE;
      for (int write = 5; write < 100; write += 9) {
        plan =
            plan.with("clients", write, Fault.LOSE_ANSWER)
                .with("clients", write + 3, Fault.CUT_WATCHES)
                .with("clients", write + 6, Fault.DROP_REQUEST);
      }
      History history = simulated(seed, plan);

      assertThat(HistoryChecker.violations(history)).as("seed %d", seed).isEmpty();
      assertThat(history.writes())
          .extracting(History.Write::outcome)
          .contains(History.Outcome.UNKNOWN);
    }
  }

  @ParameterizedTest
  @EnumSource
  void findsThePlantedBug(PlantedBug bug) throws Exception {
    var found = new ArrayList<String>();
    for (int round = 0; round < 20 && found.isEmpty(); round++) {
      ApiTransport unsound = bug.in(transport(ApiServer.create(env)));
      found.addAll(HistoryChecker.violations(new Workload(env, unsound, 6, 60, 4).run()));
    }

    assertThat(found).isNotEmpty();
  }
}
