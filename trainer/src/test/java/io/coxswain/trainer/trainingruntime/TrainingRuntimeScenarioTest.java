package io.coxswain.trainer.trainingruntime;

import static io.coxswain.trainer.TrainerWorld.awaitJobSet;
import static io.coxswain.trainer.TrainerWorld.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.evidence.Scenario;
import io.coxswain.trainer.TrainerWorld;
import io.coxswain.trainer.Yaml;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainingRuntimeScenarioTest {
  private static final ObjectKey TORCH = ObjectKey.of("torch-distributed");

  @Test
  @Scenario("trainer-26")
  void aRuntimeInUseCanBeDeletedAtOnceAndOldFinalizersGo() {
    TrainerWorld.simulation(
            "runtime deletion",
            world -> {
              world.objects().create(job(""));
              awaitJobSet(world);
              world.objects().delete(ClusterTrainingRuntime.class, TORCH);
              assertThat(world.objects().find(ClusterTrainingRuntime.class, TORCH)).isEmpty();

              TrainingRuntime old =
                  Yaml.read(TrainingRuntime.class, "{metadata: {name: old, namespace: default}}");
              old.setSpec(Yaml.torchDistributed().getSpec());
              old.getMetadata()
                  .setFinalizers(List.of("acme.io/keep", "trainer.kubeflow.org/resource-in-use"));
              world.objects().create(old);
              world.await(
                  "the finalizer to go",
                  () ->
                      world
                          .objects()
                          .fetch(TrainingRuntime.class, ObjectKey.of(old))
                          .getMetadata()
                          .getFinalizers()
                          .equals(List.of("acme.io/keep")));
            })
        .run(1);
  }
}
