package io.coxswain.kube.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.host.controllers.ControllerContext;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What controllers share, and when it is there. */
class ContextScenarioTest {

  private static SimulatedManager embedded(String... flags) {
    return new SimulatedManager("one", flags);
  }

  private static ControllerContext context(SimulatedManager one) {
    return one.program().context().orElseThrow();
  }

  @Test
  @Scenario("kcm-host-26")
  void waitsTenSecondsForTheServer() {
    var patient = new SimulatedManager("one", "--leader-elect=false", "--secure-port=0");
    patient.api.cut = true;
    Worlds.of("eight seconds late", patient)
        .script(
            world -> {
              world.run(Duration.ofSeconds(8));
              patient.api.cut = false;
              Worlds.createNamespace(world, "work");
              world.await("it works", () -> Worlds.furnished(world, "work"));
              assertThat(patient.exitCode()).isNull();
            })
        .run(1);

    var tired = new SimulatedManager("one", "--leader-elect=false", "--secure-port=0");
    tired.api.cut = true;
    try (var logs = new Logs()) {
      Worlds.of("fifteen seconds late", tired)
          .script(
              world -> {
                world.await("the end", () -> tired.exitCode() != null, Duration.ofSeconds(15));
                assertThat(tired.exitCode()).isEqualTo(1);
                assertThat(world.elapsed())
                    .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(12));
                assertThat(String.join("\n", logs.lines()))
                    .contains("failed to wait for apiserver being healthy");
              })
          .run(1);
    }
  }

  @Test
  @Scenario("kcm-host-27")
  void findsKindsThatComeLater() {
    var one = embedded();
    Worlds.embedding("late kind", one)
        .script(
            world -> {
              world.await("a context", one::hasContext);
              world.run(Duration.ofSeconds(10));
              assertThat(context(one).restMapper().find("example.com", "Widget")).isEmpty();

              Instant installed = world.now();
              installWidgets(world);
              while (!isFound(one) && Duration.between(installed, world.now()).toSeconds() < 31) {
                world.run(Duration.ofSeconds(1));
              }
              assertThat(isFound(one)).isTrue();
              world.await(
                  "the collector watches it",
                  () ->
                      one.api.calls.stream()
                          .anyMatch(
                              c -> c.request().path().equals("/apis/example.com/v1/widgets")));
              assertThat(Duration.between(installed, world.now()))
                  .isLessThanOrEqualTo(Duration.ofSeconds(31));
            })
        .run(1);
  }

  private static boolean isFound(SimulatedManager one) throws ApiException {
    return context(one).restMapper().find("example.com", "Widget").isPresent();
  }

  private static void installWidgets(World world) throws Exception {
    var _ =
        world
            .objects()
            .create(
                io.coxswain.api.Json.yamlMapper()
                    .readValue(
                        """
                        metadata: {name: widgets.example.com}
                        spec:
                          group: example.com
                          scope: Namespaced
                          names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
                          versions:
                          - name: v1
                            served: true
                            storage: true
                            schema:
                              openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
                        """,
                        CustomResourceDefinition.class));
  }

  @Test
  @Scenario("kcm-host-28")
  void resyncsAfterOneToTwoTimesTheMinimumPeriod() {
    var one = embedded("--min-resync-period=1h", "--controllers=namespace");
    Worlds.embedding("resync", one)
        .script(
            world -> {
              world.await("a context", one::hasContext);
              var seen = new java.util.TreeSet<Duration>();
              for (int i = 0; i < 1000; i++) {
                seen.add(context(one).resyncPeriod());
              }
              assertThat(seen.first()).isGreaterThanOrEqualTo(Duration.ofHours(1));
              assertThat(seen.last()).isLessThan(Duration.ofHours(2));
              assertThat(seen).hasSizeGreaterThan(900);
            })
        .run(1);
  }

  @Test
  @Scenario("kcm-host-29")
  void keepsNoManagedFields() {
    var one = embedded();
    Worlds.embedding("managed fields", one)
        .script(
            world -> {
              Worlds.createNamespace(world, "work");
              world.await("it works", () -> Worlds.furnished(world, "work"));
              Namespace stored = world.objects().fetch(Namespace.class, ObjectKey.of("work"));
              assertThat(stored.getMetadata().getManagedFields()).isNotEmpty();

              Optional<Namespace> cached =
                  context(one).manager().client().get(Namespace.class, ObjectKey.of("work"));
              assertThat(cached.orElseThrow().getMetadata().getManagedFields()).isEmpty();
              assertThat(cached.orElseThrow().getMetadata().getUid())
                  .isEqualTo(stored.getMetadata().getUid());
            })
        .run(1);
  }

  @Test
  @Scenario("kcm-host-32")
  void startsEachControllerAfterATimeOfItsOwn() {
    var one = embedded("--controller-start-interval=2s");
    Worlds.embedding("start interval", one)
        .script(
            world -> {
              // Nothing takes time in this world: informers start as soon as the program does.
              Instant informers = world.now();
              world.await("a context", one::hasContext);
              assertThat(context(one).informersStarted().isOpen()).isTrue();
              var started = new TreeMap<String, Duration>();
              while (Duration.between(informers, world.now()).toMillis() < 5000) {
                one.program()
                    .working()
                    .forEach(
                        (name, working) -> {
                          if (working) {
                            started.putIfAbsent(name, Duration.between(informers, world.now()));
                          }
                        });
                world.run(Duration.ofMillis(100));
              }
              assertThat(started.keySet())
                  .containsExactlyElementsOf(one.program().controllers())
                  .hasSizeGreaterThan(10);
              assertThat(started.values())
                  .allMatch(time -> time.compareTo(Duration.ofSeconds(2)) >= 0)
                  .allMatch(time -> time.compareTo(Duration.ofMillis(4100)) <= 0);
              assertThat(started.values().stream().distinct().count()).isGreaterThan(5);
            })
        .run(1);
  }
}
