package io.coxswain.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A whole controller on the real runtime against the embedded server, in virtual time. */
final class CopyScenarioTest {

  private static final Simulation COPY =
      Simulation.named("copy")
          .process("copier", CopyController::main)
          .script(
              world -> {
                for (int i = 0; i < 5; i++) {
                  world.objects().create(CopyController.source("source-" + i, "one"));
                }
                world.await("five copies", () -> copies(world, "one") == 5);
                world
                    .objects()
                    .edit(
                        ConfigMap.class,
                        ObjectKey.of("default", "source-3"),
                        source -> source.getData().put("key", "two"));
                world.await("the change", () -> copies(world, "two") == 1);
                world.awaitSilence(Duration.ofMinutes(1));
                assertThat(copies(world, "one")).isEqualTo(4);
              });

  private static long copies(World world, String value) throws ApiException {
    return world.objects().list(ConfigMap.class, "default").stream()
        .filter(map -> map.getMetadata().getName().endsWith("-copy"))
        .filter(map -> value.equals(map.getData().get("key")))
        .count();
  }

  @Test
  void copiesAndFollowsChangesForManySeeds() {
    var summary = Seeds.of(COPY, 100).run();

    assertThat(summary.runs().stream().map(Run::endState).distinct()).hasSize(1);
    assertThat(summary.runs().stream().map(Run::hash).collect(Collectors.toSet()))
        .hasSizeGreaterThan(summary.runs().size() / 2);
    assertThat(summary.runs()).allMatch(run -> run.writes().getOrDefault("copier", 0) < 40);
  }

  @Test
  void survivesEveryFaultAtEveryWrite() {
    var summary = Sweep.of(COPY, "copier").faults(Fault.values()).run();

    assertThat(summary.writes()).isGreaterThanOrEqualTo(11);
    assertThat(summary.failed()).isZero();
  }
}
