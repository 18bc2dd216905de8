package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.events.ActionRecorder;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Main;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events of events.k8s.io/v1 as they arrive on the server. */
class SeriesEventsScenarioTest {
  private static final ConfigMap ABOUT =
      new ConfigMapBuilder()
          .withNewMetadata()
          .withNamespace("default")
          .withName("a")
          .withUid("u")
          .withResourceVersion("7")
          .endMetadata()
          .build();

  @Test
  @Scenario("runtime-37")
  void mergesEventsThatDifferOnlyInNoteIntoOneSeriesUntilClosed() {
    Simulation.named("closed")
        .process("manager", thrice(Duration.ZERO))
        .script(
            world -> {
              world.run(Duration.ofMinutes(5));
              Event event = only(world);
              assertThat(event.getNote()).isEqualTo("note 1");
              assertThat(event.getSeries().getCount()).isEqualTo(2);
              assertThat(event.getReportingController()).isEqualTo("tester");
              assertThat(event.getReportingInstance()).isEqualTo("tester-node-1");
              assertThat(event.getAction()).isEqualTo("Testing");
              assertThat(event.getRegarding().getName()).isEqualTo("a");

              world.run(Duration.ofMinutes(8));
              assertThat(only(world).getSeries().getCount()).isEqualTo(3);
              assertThat(only(world).getNote()).isEqualTo("note 1");
              assertThat(world.writes("manager")).isEqualTo(3);
            })
        .run(1);
  }

  @Test
  @Scenario("runtime-37")
  void writesTheSeriesWhenRefreshed() {
    Simulation.named("refreshed")
        .process("manager", thrice(Duration.ofMinutes(5)))
        .script(
            world -> {
              world.run(Duration.ofMinutes(29));
              assertThat(only(world).getSeries().getCount()).isEqualTo(2);
              world.run(Duration.ofMinutes(2));
              assertThat(only(world).getSeries().getCount()).isGreaterThanOrEqualTo(3);
            })
        .run(2);
  }

  @Test
  void writesAnotherEventForADifferentReasonAndNoneForAnUnknownType() {
    Simulation.named("different")
        .process(
            "manager",
            env -> {
              Manager manager = Manager.builder(env).build();
              ActionRecorder events = manager.actionRecorder("tester");
              manager.add(
                  () -> {
                    events.normal(ABOUT, "One", "Testing", "n");
                    events.warning(ABOUT, "Two", "Testing", "n");
                    events.record(ABOUT, null, "Strange", "Three", "Testing", "n");
                  });
              manager.run();
            })
        .script(
            world -> {
              world.run(Duration.ofMinutes(1));
              assertThat(world.objects().list(Event.class, "default"))
                  .extracting(e -> e.getType() + " " + e.getReason())
                  .containsExactlyInAnyOrder("Normal One", "Warning Two");
            })
        .run(3);
  }

  @Test
  void writesAFloodOfEventsWithoutLoss() {
    Simulation.named("flood")
        .process(
            "manager",
            env -> {
              Manager manager = Manager.builder(env).build();
              ActionRecorder events = manager.actionRecorder("tester");
              manager.add(
                  () -> {
                    for (int i = 0; i < 200; i++) {
                      events.normal(ABOUT, "Reason" + i, "Testing", "n");
                    }
                  });
              manager.run();
            })
        .script(
            world -> {
              world.run(Duration.ofMillis(500));
              assertThat(world.writes("manager")).isBetween(100, 130);

              world.run(Duration.ofSeconds(3));
              assertThat(world.objects().keys(Event.class, "default")).hasSize(200);
            })
        .run(4);
  }

  /** Three in a row, and then one as often as said. */
  private static Main thrice(Duration then) {
    return env -> {
      Manager manager = Manager.builder(env).host("node-1").build();
      ActionRecorder events = manager.actionRecorder("tester");
      manager.add(
          () -> {
            for (int i = 1; i <= 3; i++) {
              events.normal(ABOUT, "Tested", "Testing", "note %d", i);
            }
            while (!then.isZero()) {
              env.clock().sleep(then);
              events.normal(ABOUT, "Tested", "Testing", "again");
            }
          });
      manager.run();
    };
  }

  private static Event only(World world) throws Exception {
    List<Event> events = world.objects().list(Event.class, "default");
    assertThat(events).hasSize(1);
    assertThat(ObjectKey.of(events.getFirst()).name()).startsWith("a.");
    return events.getFirst();
  }

  @Test
  void recordersUseDistinctEventNamesAtTheSameTime() {
    Simulation simulation = Simulation.named("recorders of one instant");
    for (int i = 0; i < 20; i++) {
      int number = i;
      simulation =
          simulation.process(
              "manager-" + i,
              env -> {
                Manager manager = Manager.builder(env).build();
                ActionRecorder series = manager.actionRecorder("tester");
                Recorder counted = manager.recorder("tester");
                manager.add(
                    () -> {
                      series.normal(ABOUT, "Series" + number, "Testing", "n");
                      counted.normal(ABOUT, "Counted" + number, "n");
                    });
                manager.run();
              });
    }
    simulation
        .script(
            world -> {
              world.run(Duration.ofMinutes(1));
              assertThat(world.objects().list(Event.class, "default")).hasSize(40);
            })
        .run(4);
  }
}
