package io.coxswain.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The mistakes that controllers are made with: each beside its cure, and who finds it. */
final class ControllerBugsTest {
  private static final String FINALIZER = "example.com/cleanup";

  /** One pass for a ConfigMap that is there. */
  private interface Step {
    void run(Env env, Client client, ConfigMap parent) throws ApiException;
  }

  private static Main controller(Step step) {
    return env -> {
      Manager manager = Manager.builder(env).name("manager").build();
      Client client = manager.client();
      manager
          .controller("parents")
          .kind(ConfigMap.class)
          .watch(ConfigMap.class, watch -> watch.self())
          .watch(
              Secret.class,
              watch -> watch.mapTo((secret, c) -> List.of(ObjectKey.of("default", "parent"))))
          .reconcile(
              (key, pass) -> {
                var parent = client.get(ConfigMap.class, key);
                if (parent.isPresent() && key.name().equals("parent")) {
                  step.run(env, client, parent.get());
                }
                return Outcome.done();
              });
      manager.run();
    };
  }

  private static Simulation creating(Step step) {
    return Simulation.named("creating")
        .process("manager", controller(step))
        .script(
            world -> {
              world.objects().create(CopyController.source("parent", "x"));
              // Longer than several pauses of the manager in a row.
              world.awaitSilence(Duration.ofMinutes(5));
              assertThat(world.objects().list(Secret.class, "default")).hasSize(1);
            });
  }

  private static Secret child(ConfigMap parent) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("child")
        .addNewOwnerReference()
        .withApiVersion("v1")
        .withKind("ConfigMap")
        .withName("parent")
        .withUid(parent.getMetadata().getUid())
        .withController(true)
        .endOwnerReference()
        .endMetadata()
        .build();
  }

  private static void createChild(Client client, ConfigMap parent) throws ApiException {
    if (client.get(Secret.class, ObjectKey.of("default", "child")).isEmpty()) {
      client.create(child(parent));
    }
  }

  private static void mark(Client client, ConfigMap parent) throws ApiException {
    client.patch(
        parent, p -> p.getMetadata().setAnnotations(new TreeMap<>(Map.of("done", "true"))));
  }

  private static boolean marked(ConfigMap parent) {
    var annotations = parent.getMetadata().getAnnotations();
    return annotations != null && annotations.containsKey("done");
  }

  @Test
  void findsACrashBetweenTwoWrites() {
    Sweep.of(
            creating(
                (env, client, parent) -> {
                  if (!marked(parent)) {
                    createChild(client, parent);
                    mark(client, parent);
                  }
                }),
            "manager")
        .faults(Fault.values())
        .blockingPoints(30)
        .run();

    var wrongOrder =
        creating(
            (env, client, parent) -> {
              if (!marked(parent)) {
                mark(client, parent);
                createChild(client, parent);
              }
            });
    assertThatThrownBy(() -> Sweep.of(wrongOrder, "manager").faults(Fault.KILL).run())
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("manager@1=kill");
  }

  @Test
  void findsLogicThatActsOnEventsInsteadOfState() {
    Main remembering =
        env -> {
          Set<String> handled = new TreeSet<>();
          controller(
                  (e, client, parent) -> {
                    if (handled.add(parent.getMetadata().getUid())) {
                      createChild(client, parent);
                    }
                  })
              .run(env);
        };
    var edgeTriggered = creating((env, client, parent) -> createChild(client, parent));
    Sweep.of(edgeTriggered, "manager").faults(Fault.values()).run();

    edgeTriggered.process("manager", remembering);
    assertThatThrownBy(() -> Sweep.of(edgeTriggered, "manager").faults(Fault.SERVER_ERROR).run())
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("manager@1=server_error");
  }

  /** The child has no owner; only the finalizer's holder removes it. */
  private static Simulation cleaning(Step onDeletion) {
    return Simulation.named("cleaning")
        .process(
            "manager",
            controller(
                (env, client, parent) -> {
                  if (parent.getMetadata().getDeletionTimestamp() != null) {
                    if (parent.getMetadata().getFinalizers().contains(FINALIZER)) {
                      onDeletion.run(env, client, parent);
                    }
                  } else if (!parent.getMetadata().getFinalizers().contains(FINALIZER)) {
                    client.patch(parent, p -> p.getMetadata().setFinalizers(List.of(FINALIZER)));
                  } else {
                    Secret child = child(parent);
                    child.getMetadata().setOwnerReferences(new ArrayList<>());
                    if (client.get(Secret.class, ObjectKey.of(child)).isEmpty()) {
                      client.create(child);
                    }
                  }
                }))
        .script(
            world -> {
              world.objects().create(CopyController.source("parent", "x"));
              world.await(
                  "the child", () -> !world.objects().list(Secret.class, "default").isEmpty());
              world.objects().delete(ConfigMap.class, ObjectKey.of("default", "parent"));
              world.awaitSilence(Duration.ofMinutes(1));
              assertThat(world.objects().list(ConfigMap.class, "default"))
                  .noneMatch(map -> map.getMetadata().getName().equals("parent"));
              assertThat(world.objects().list(Secret.class, "default")).isEmpty();
            });
  }

  private static void release(Client client, ConfigMap parent) throws ApiException {
    client.patch(parent, p -> p.getMetadata().setFinalizers(List.of()));
  }

  /** By a live read: that the cache shows no child does not mean that there is none. */
  private static void removeChild(Client client) throws ApiException {
    var child = client.live().get(Secret.class, ObjectKey.of("default", "child"));
    if (child.isPresent()) {
      client.delete(child.get(), Deletion.background());
    }
  }

  @Test
  void findsAFinalizerThatIsLostBeforeTheWorkIsDone() {
    Sweep.of(
            cleaning(
                (env, client, parent) -> {
                  removeChild(client);
                  release(client, parent);
                }),
            "manager")
        .faults(Fault.values())
        .run();

    var early =
        cleaning(
            (env, client, parent) -> {
              release(client, parent);
              removeChild(client);
            });
    assertThatThrownBy(() -> Sweep.of(early, "manager").faults(Fault.KILL).run())
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("=kill");
  }

  private static Simulation replacing(Step step) {
    return Simulation.named("replacing")
        .process("manager", controller(step))
        .script(
            world -> {
              var first = world.objects().create(CopyController.source("parent", "x"));
              world.await(
                  "the child", () -> !world.objects().list(Secret.class, "default").isEmpty());
              world.objects().delete(ConfigMap.class, ObjectKey.of(first));
              var second = world.objects().create(CopyController.source("parent", "x"));
              world.awaitSilence(Duration.ofMinutes(1));
              Secret child = world.objects().fetch(Secret.class, ObjectKey.of("default", "child"));
              assertThat(child.getMetadata().getOwnerReferences().getFirst().getUid())
                  .isEqualTo(second.getMetadata().getUid());
            });
  }

  @Test
  void findsThatTheSameNameIsNotTheSameObject() {
    Step careful =
        (env, client, parent) -> {
          var child = client.get(Secret.class, ObjectKey.of("default", "child"));
          if (child.isEmpty()) {
            client.create(child(parent));
          } else if (!child
              .get()
              .getMetadata()
              .getOwnerReferences()
              .getFirst()
              .getUid()
              .equals(parent.getMetadata().getUid())) {
            client.delete(child.get(), Deletion.background());
          }
        };
    Seeds.of(replacing(careful), 20).run();

    var byName = replacing((env, client, parent) -> createChild(client, parent));
    assertThatThrownBy(() -> Seeds.of(byName, 20).run()).isInstanceOf(WorldFailure.class);
  }

  /** Secrets marked as expired are to go; one is replaced by a fresh one of the same name. */
  private static Simulation expiring(Step step) {
    return Simulation.named("expiring")
        .network(Network.SLOW)
        .process("manager", controller(step))
        .script(
            world -> {
              world.objects().create(CopyController.source("parent", "x"));
              world.run(Duration.ofSeconds(20));
              Secret old =
                  new SecretBuilder()
                      .withNewMetadata()
                      .withNamespace("default")
                      .withName("key")
                      .addToLabels("expired", "true")
                      .endMetadata()
                      .build();
              world.objects().create(old);
              world.run(Duration.ofMillis(500));
              if (world.objects().find(Secret.class, ObjectKey.of(old)).isPresent()) {
                world.objects().delete(Secret.class, ObjectKey.of(old));
              }
              old.getMetadata().setLabels(null);
              world.objects().create(old);
              world.awaitSilence(Duration.ofMinutes(1));
              assertThat(world.objects().find(Secret.class, ObjectKey.of(old))).isPresent();
            });
  }

  private interface Removal {
    void remove(Env env, Client client, Secret expired) throws ApiException;
  }

  private static Step removing(Removal removal) {
    return (env, client, parent) -> {
      for (Secret secret : client.list(Secret.class).in("default").toList()) {
        if (secret.getMetadata().getLabels() != null
            && secret.getMetadata().getLabels().containsKey("expired")) {
          removal.remove(env, client, secret);
        }
      }
    };
  }

  @Test
  void findsADeletionWithoutAPrecondition() {
    Seeds.of(
            expiring(removing((env, client, seen) -> client.delete(seen, Deletion.background()))),
            60)
        .run();

    var byName =
        expiring(
            removing(
                (env, client, seen) -> {
                  try {
                    var _ =
                        env.api()
                            .call(
                                ApiRequest.of(
                                    "DELETE",
                                    ResourceType.of(Secret.class).path(ObjectKey.of(seen))));
                  } catch (IOException e) {
                    throw ApiException.noAnswer(e);
                  }
                }));
    assertThatThrownBy(() -> Seeds.of(byName, 60).run()).isInstanceOf(WorldFailure.class);
  }

  @Test
  void shrinksARandomPlanToTheFaultThatMatters() {
    var wrongOrder =
        creating(
            (env, client, parent) -> {
              if (!marked(parent)) {
                mark(client, parent);
                createChild(client, parent);
              }
            });
    assertThatThrownBy(() -> Chaos.of(wrongOrder, "manager").plans(200).faultsEach(6).run())
        .isInstanceOf(WorldFailure.class)
        .hasMessageMatching("(?s).*shrunk to (manager@1=conflict,)?manager[@#]\\d+=kill\\n.*");
  }

  @Test
  void survivesChaosWhenItIsRight() {
    var summary =
        Chaos.of(creating((env, client, parent) -> createChild(client, parent)), "manager")
            .plans(60)
            .run();
    assertThat(summary.faults()).isGreaterThan(60);
  }

  @Test
  void reportsTheCommitThatBrokeAnInvariant() {
    var simulation =
        creating((env, client, parent) -> createChild(client, parent))
            .always(
                "there is no secret",
                world -> world.objects().list(Secret.class, "default").isEmpty());
    assertThatThrownBy(() -> simulation.run(1))
        .isInstanceOf(WorldFailure.class)
        .hasMessageMatching("(?s)at revision \\d+ no longer: there is no secret.*");
  }

  @Test
  void reportsEachWriteWithItsWriterAndSeenRevision() {
    String trace =
        creating((env, client, parent) -> createChild(client, parent))
            .traceWrites(1, FaultPlan.parse("manager@1=lose_answer"));
    assertThat(trace)
        .containsPattern(
            "manager +POST +/api/v1/namespaces/default/secrets -> 201 at \\d+ "
                + " \\(had seen secrets \\d+, anything \\d+\\)")
        .contains("lose_answer strikes manager at write 1");
  }

  @Test
  void aPausedProcessMissesItsTimeWhileOthersContinue() {
    var times = new ArrayList<Duration>();
    Simulation.named("pause")
        .process(
            "slow",
            env -> {
              for (int i = 0; i < 3; i++) {
                env.clock().sleep(Duration.ofSeconds(1));
                times.add(Duration.ofNanos(env.clock().nanos()));
              }
            })
        .script(world -> world.run(Duration.ofMinutes(2)))
        .run(1, FaultPlan.parse("slow#2=pause"));
    assertThat(times)
        .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(41), Duration.ofSeconds(42));
  }

  @Test
  void aWrongClockIsWrongForItsProcessOnly() {
    var seen = new ArrayList<Duration>();
    Simulation.named("clocks")
        .clock("fast", Duration.ofHours(1))
        .process("fast", env -> seen.add(Duration.between(VirtualClock.DAWN, env.clock().now())))
        .script(
            world -> {
              world.run(Duration.ofSeconds(1));
              seen.add(Duration.between(VirtualClock.DAWN, world.now()));
            })
        .run(1);
    assertThat(seen).containsExactly(Duration.ofHours(1), Duration.ofSeconds(1));
  }

  @Test
  void servesStaleListsOnAGrudgingNetwork() {
    var counts = new ArrayList<Integer>();
    for (int seed = 1; seed <= 20; seed++) {
      Simulation.named("stale")
          .network(Network.GRUDGING)
          .process(
              "reader",
              env -> {
                var answer =
                    env.api()
                        .call(
                            ApiRequest.get("/api/v1/namespaces/default/configmaps")
                                .with("resourceVersion", "0"));
                counts.add(io.coxswain.api.Json.tree(answer.body()).path("items").size());
              })
          .before(
              world -> {
                for (int i = 0; i < 10; i++) {
                  world.objects().create(CopyController.source("map-" + i, "x"));
                }
              })
          .script(world -> world.run(Duration.ofSeconds(10)))
          .run(seed);
    }
    assertThat(counts).anyMatch(count -> count < 10).allMatch(count -> count <= 10);
  }
}
