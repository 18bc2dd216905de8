package io.coxswain.slurm.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.slurm.render.Samples;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import org.junit.jupiter.api.Test;

/** Filling in defaults is what a server does, no more and no less. */
class DefaultsScenarioTest {

  @Test
  void defaultsObjectsAsAServerDoes() {
    SlurmCluster minimal = Samples.minimal();
    SlurmCluster full = Samples.full();
    NodeSet h100 = Samples.h100();
    NodeSet burst = Samples.burst();

    Simulation.named("defaults")
        .given(DefaultsScenarioTest::install)
        .script(
            world -> {
              assertThat(Json.tree((Object) Defaults.fill(minimal).getSpec()))
                  .isEqualTo(Json.tree((Object) stored(world, minimal).getSpec()));
              assertThat(Json.tree((Object) Defaults.fill(full).getSpec()))
                  .isEqualTo(Json.tree((Object) stored(world, full).getSpec()));
              assertThat(Json.tree((Object) Defaults.fill(h100).getSpec()))
                  .isEqualTo(Json.tree((Object) stored(world, h100).getSpec()));
              assertThat(Json.tree((Object) Defaults.fill(burst).getSpec()))
                  .isEqualTo(Json.tree((Object) stored(world, burst).getSpec()));
              SlurmCluster once = stored(world, full);
              assertThat(Json.tree((Object) Defaults.fill(once)))
                  .as("what a server has filled in stays")
                  .isEqualTo(Json.tree((Object) once));
            })
        .run(1);
  }

  private static void install(World world) throws ApiException {
    for (var definition : Crds.slurm()) {
      world.objects().define(definition);
    }
    world
        .objects()
        .create(new NamespaceBuilder().withNewMetadata().withName("slurm").endMetadata().build());
  }

  @SuppressWarnings("unchecked") // the class of a T
  private static <T extends HasMetadata> T stored(World world, T object) throws ApiException {
    Class<T> type = (Class<T>) object.getClass();
    ObjectKey key = ObjectKey.of(object);
    if (world.objects().find(type, key).isEmpty()) {
      world.objects().create(object);
    }
    return world.objects().fetch(type, key);
  }
}
