package io.coxswain.sim.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Namespace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;

/** A scenario test of a few lines, and that it is really run as often as it says. */
final class SimulatedScenarioTest implements SimulatedTest {
  private static final SortedSet<Long> SEEDS = new TreeSet<>();
  private static final SortedSet<String> PLANS = new TreeSet<>();

  @Override
  public Simulation simulation() {
    return Simulation.named("greeter")
        .process(
            "greeter",
            env -> {
              while (!env.api().call(ApiRequest.get("/api/v1/namespaces/hello")).ok()) {
                try {
                  var _ =
                      env.api()
                          .call(
                              ApiRequest.of("POST", "/api/v1/namespaces")
                                  .body(
                                      "application/json",
                                      "{\"metadata\":{\"name\":\"hello\"}}"
                                          .getBytes(StandardCharsets.UTF_8)));
                } catch (java.io.IOException e) {
                  env.clock().sleep(Duration.ofSeconds(1)); // then look again
                }
              }
            });
  }

  @Simulated(
      seeds = 5,
      sweep = "greeter",
      faults = {Fault.KILL, Fault.LOSE_ANSWER, Fault.DROP_REQUEST})
  void someoneSaysHello(World world) {
    SEEDS.add(world.seed());
    PLANS.add(world.plan().toString());
    world.await(
        "the namespace",
        () -> world.objects().find(Namespace.class, ObjectKey.of("", "hello")).isPresent());
    world.awaitSilence(Duration.ofMinutes(1));
  }

  @AfterAll
  static void itWasRunForEachSeedAndEachFault() {
    assertThat(SEEDS).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(PLANS)
        .containsExactly(
            "greeter@1=drop_request", "greeter@1=kill", "greeter@1=lose_answer", "none");
  }
}
