package io.coxswain.slurm.rebooter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.logging.ZapLine;
import io.coxswain.runtime.logging.ZapOptions;
import io.coxswain.sim.Simulation;
import io.coxswain.slurm.checks.ChecksWorld;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RebooterSettingsTest {
  private static RebooterOptions read(Map<String, String> environment, String... words)
      throws FlagException {
    Flags flags = RebooterOptions.flags();
    flags.parse(List.of(words));
    return RebooterOptions.of(flags, new TreeMap<>(environment), Env.production().files());
  }

  @Test
  @Scenario("soperator-6")
  void startsWithTheFormOfFlagsThatTheOperatorRenders() throws FlagException {
    RebooterOptions settings =
        read(Map.of("REBOOTER_NODE_NAME", "m1"), "-log-level=info", "-log-format=plain");
    Simulation.named("single dashes")
        .given(
            world ->
                world
                    .objects()
                    .create(ChecksWorld.yaml(Node.class, "{metadata: {name: m1}, spec: {}}")))
        .process(
            "rebooter",
            env ->
                RebooterProcess.of(
                        env,
                        "m1",
                        new SimulatedMachine(env.clock()),
                        "-log-level=info",
                        "-log-format=plain")
                    .run())
        .script(
            world -> {
              world.run(Duration.ofMinutes(3));
              assertThat(world.isRunning("rebooter")).isTrue();
            })
        .run(1);
    String line =
        new ZapLine(
                ZapOptions.Severity.INFO,
                Instant.EPOCH,
                "rebooter",
                "starting",
                new LinkedHashMap<>(),
                null)
            .format(settings.common().logging());
    assertThat(line).doesNotStartWith("{").contains("INFO", "starting");

    assertThat(settings.node()).isEqualTo("m1");
    assertThat(settings.period()).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.common().leaderElect()).isFalse();
    assertThat(settings.common().logging().json()).isFalse();
    assertThat(settings.common().logging().verbosity()).isZero();
  }

  @Test
  void needsTheNameOfItsNode() {
    assertThatThrownBy(() -> read(Map.of())).hasMessageContaining("REBOOTER_NODE_NAME");
  }

  @Test
  void evictsAndDoesNothingElse() throws FlagException {
    assertThatThrownBy(
            () -> read(Map.of("REBOOTER_NODE_NAME", "m1", "REBOOTER_EVICTION_METHOD", "drain")))
        .hasMessageContaining("not supported");
    assertThat(
            read(Map.of("REBOOTER_NODE_NAME", "m1", "REBOOTER_EVICTION_METHOD", "whatever")).node())
        .isEqualTo("m1");
  }
}
