package io.coxswain.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import java.time.Duration;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SweepTest {
  private static final int WRITES = 7;

  /** Writes seven objects; ignores the responses. */
  private static Simulation writing() {
    return Simulation.named("writing")
        .process(
            "writer",
            env -> {
              for (int i = 1; i <= WRITES; i++) {
                var map = CopyController.source("map-" + i, "x");
                var _ =
                    env.api()
                        .call(
                            ApiRequest.of("POST", "/api/v1/namespaces/default/configmaps")
                                .body("application/json", Json.bytes(map)));
              }
            })
        .script(world -> world.awaitSilence(Duration.ofSeconds(10)));
  }

  @Test
  void strikesEveryWriteInAsManySuccessiveBuildsAsTheSliceHasWrites() {
    var struck = new TreeSet<String>();
    for (int build = 100; build < 103; build++) {
      var _ =
          Sweep.of(writing(), "writer")
              .faults(Fault.CUT_WATCHES)
              .every(3)
              .offset(build)
              .listen((plan, complaint, done, all) -> struck.add(plan.toString()))
              .run();
    }

    assertThat(struck).hasSize(WRITES);
  }

  @Test
  void strikesAtLeastOneWriteWhateverTheOffset() {
    for (int offset = 0; offset < 20; offset++) {
      var summary = Sweep.of(writing(), "writer").faults(Fault.KILL).every(10).offset(offset).run();

      assertThat(summary.runs()).isEqualTo(1);
      assertThat(summary).asString().contains("1 in 10 (-Dcoxswain.offset=" + offset + ")");
    }
  }

  @Test
  void namesTheWriteThatWasStruck() {
    var sweep = Sweep.of(writing(), "writer").faults(Fault.SERVER_ERROR).every(WRITES).offset(4);

    assertThatThrownBy(sweep::run)
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining(
            "server_error strikes writer at write 5: writer creates ConfigMap map-5");
  }
}
