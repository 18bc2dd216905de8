package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.trainer.TrainJob;
import io.coxswain.env.ApiRequest;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A kind whose definition comes late, or never. */
class LateKindScenarioTest {
  private static final String DEFINITION =
      """
      {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
       "metadata":{"name":"trainjobs.trainer.kubeflow.org"},
       "spec":{"group":"trainer.kubeflow.org","scope":"Namespaced",
        "names":{"plural":"trainjobs","singular":"trainjob","kind":"TrainJob","listKind":"TrainJobList"},
        "versions":[{"name":"v1alpha1","served":true,"storage":true,"schema":{"openAPIV3Schema":
         {"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}
      """;

  private final List<String> passes = new ArrayList<>();

  @Test
  @Scenario("runtime-38")
  void reconcilesAKindThatIsInstalledLater() {
    Simulation.named("late kind")
        .process(
            "manager",
            env -> {
              Manager manager = Manager.builder(env).build();
              manager
                  .controller("late")
                  .watch(ConfigMap.class, watch -> watch.self())
                  .watchIfPresent(TrainJob.class, watch -> watch.self())
                  .reconcile(
                      (key, pass) -> {
                        passes.add(key.name());
                        return Outcome.done();
                      });
              manager.run();
            })
        .script(
            world -> {
              world
                  .objects()
                  .create(
                      new ConfigMapBuilder()
                          .withNewMetadata()
                          .withNamespace("default")
                          .withName("present")
                          .endMetadata()
                          .build());
              world.await("what is there", () -> passes.contains("present"), Duration.ofMinutes(1));
              world.run(Duration.ofMinutes(10));

              define(world);
              world.run(Duration.ofSeconds(5));
              world
                  .objects()
                  .call(
                      ApiRequest.of(
                              "POST",
                              "/apis/trainer.kubeflow.org/v1alpha1/namespaces/default/trainjobs")
                          .body(
                              "application/json",
                              bytes(
                                  "{\"apiVersion\":\"trainer.kubeflow.org/v1alpha1\",\"kind\":"
                                      + "\"TrainJob\",\"metadata\":{\"name\":\"late\"},\"spec\":{}}")));
              world.await("the late one", () -> passes.contains("late"), Duration.ofMinutes(2));
              assertThat(world.isRunning("manager")).isTrue();
            })
        .run(1);
  }

  @Test
  @Scenario("runtime-38")
  void aWatchOfAMissingKindStopsTheProgramAfterTheSyncTimeout() {
    var ended = new ArrayList<Duration>();
    Simulation.named("missing kind")
        .process(
            "manager",
            env -> {
              Manager manager = Manager.builder(env).build();
              manager
                  .controller("strict")
                  .watch(TrainJob.class, watch -> watch.self())
                  .reconcile((key, pass) -> Outcome.done());
              assertThatThrownBy(manager::run)
                  .isInstanceOf(ManagerException.class)
                  .hasMessageContaining(
                      "failed to wait for strict caches to sync: timed out waiting for cache to be"
                          + " synced for trainer.kubeflow.org/v1alpha1 TrainJob");
              ended.add(Duration.ofNanos(env.clock().nanos()));
            })
        .script(world -> world.await("the end", () -> !world.isRunning("manager")))
        .run(1);

    assertThat(ended)
        .hasSize(1)
        .allMatch(at -> at.compareTo(Duration.ofMinutes(2)) >= 0)
        .allMatch(at -> at.compareTo(Duration.ofSeconds(121)) <= 0);
  }

  private static void define(World world) throws Exception {
    world
        .objects()
        .call(
            ApiRequest.of("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions")
                .body("application/json", bytes(DEFINITION)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
