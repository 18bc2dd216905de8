package io.coxswain.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bugs of the kinds that simulation is for, and that it finds them. */
final class PlantedBugsTest {
  private static final int CHILDREN = 3;

  /** Wants three secrets with generated names beside the ConfigMap called parent. */
  private static Main wantingThree(Creation creation) {
    return env -> {
      Manager manager = Manager.builder(env).name("parent").build();
      Client client = manager.client();
      manager
          .controller("children")
          .watch(ConfigMap.class, watch -> watch.self())
          .watch(Secret.class, watch -> watch.mapTo((child, c) -> List.of(parent())))
          .reconcile(
              (key, pass) -> {
                if (!key.equals(parent()) || client.get(ConfigMap.class, key).isEmpty()) {
                  return Outcome.done();
                }
                int there = client.list(Secret.class).in("default").toList().size();
                if (there < CHILDREN) {
                  creation.create(env, client, child());
                }
                return Outcome.done();
              });
      manager.run();
    };
  }

  private interface Creation {
    void create(Env env, Client client, Secret child) throws ApiException;
  }

  private static ObjectKey parent() {
    return ObjectKey.of("default", "parent");
  }

  private static Secret child() {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withGenerateName("child-")
        .endMetadata()
        .build();
  }

  private static Simulation simulation(Creation creation) {
    return Simulation.named("children")
        .network(Network.SLOW)
        .process("parent", wantingThree(creation))
        .script(
            world -> {
              world.objects().create(CopyController.source("parent", "x"));
              world.run(Duration.ofMillis(100));
              world.objects().edit(ConfigMap.class, parent(), map -> map.getData().put("key", "y"));
              world.awaitSilence(Duration.ofMinutes(1));
              assertThat(world.objects().list(Secret.class, "default")).hasSize(CHILDREN);
            });
  }

  @Test
  void theClientWaitsForItsOwnWritesSoThereAreJustThreeChildren() {
    Seeds.of(simulation((env, client, child) -> client.create(child)), 50).run();
  }

  @Test
  void findsWritesThatBypassTheClientAndSoAreNotWaitedFor() {
    var buggy =
        simulation(
            (env, client, child) -> {
              try {
                env.api()
                    .call(
                        ApiRequest.of("POST", ResourceType.of(Secret.class).path("default"))
                            .body("application/json", Json.bytes(child)));
              } catch (IOException e) {
                throw ApiException.noAnswer(e);
              }
            });

    assertThatThrownBy(() -> Seeds.of(buggy, 50).run())
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("replay: -Dcoxswain.seed=");
  }

  @Test
  void theClientAlsoFindsAWriteWhoseResponseWasLost() {
    Sweep.of(simulation((env, client, child) -> client.create(child)), "parent").run();
  }

  @Test
  void findsACreateThatTheProgramRepeatsItselfWhenItsResponseIsLost() {
    var buggy =
        simulation(
            (env, client, child) -> {
              try {
                client.create(child);
              } catch (ApiException.NoAnswer e) {
                client.create(child);
              }
            });

    assertThatThrownBy(() -> Sweep.of(buggy, "parent").faults(Fault.LOSE_ANSWER).run())
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("parent@3=lose_answer");
  }

  @Test
  void findsAControllerThatNeverStopsWriting() {
    var restless =
        Simulation.named("restless")
            .limits(new Baton.Limits(20_000, 20_000, Duration.ofHours(1), 30))
            .process(
                "p",
                env -> {
                  Manager manager = Manager.builder(env).build();
                  manager
                      .controller("restless")
                      .watch(ConfigMap.class, watch -> watch.self())
                      .reconcile(
                          (key, pass) -> {
                            var map = manager.client().get(ConfigMap.class, key);
                            if (map.isPresent()) {
                              manager
                                  .client()
                                  .patch(
                                      map.get(),
                                      m ->
                                          m.getData()
                                              .put("rv", m.getMetadata().getResourceVersion()));
                            }
                            return Outcome.done();
                          });
                  manager.run();
                })
            .script(
                world -> {
                  world.objects().create(CopyController.source("a", "x"));
                  world.awaitSilence(Duration.ofMinutes(1));
                });

    assertThatThrownBy(() -> restless.run(1))
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("more than 20000 steps");
  }

  @Test
  void findsADependenceOnTheOrderOfAHashSet() {
    // Identity hash codes differ between two runs in one JVM as between two JVMs.
    var salted =
        Simulation.named("salted")
            .process(
                "p",
                env -> {
                  var names = new java.util.HashMap<Object, String>();
                  for (int i = 0; i < 20; i++) {
                    names.put(new Object(), "map-" + i);
                  }
                  for (String name : names.values()) {
                    env.api()
                        .call(
                            ApiRequest.of("POST", "/api/v1/namespaces/default/configmaps")
                                .body(
                                    "application/json",
                                    Json.bytes(CopyController.source(name, "x"))));
                  }
                })
            .script(world -> world.awaitSilence(Duration.ofMinutes(1)));

    assertThatThrownBy(() -> Seeds.of(salted, 10).twiceEach(1).run())
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("differ at request");
  }
}
