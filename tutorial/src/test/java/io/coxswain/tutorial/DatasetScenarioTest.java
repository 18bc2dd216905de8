package io.coxswain.tutorial;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.bundle.Crds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.sim.junit.Simulated;
import io.coxswain.sim.junit.SimulatedTest;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;

final class DatasetScenarioTest implements SimulatedTest {
  private static final ObjectKey KEY = ObjectKey.of("default", "photos");
  private static final ObjectKey PART = ObjectKey.of("default", "photos-1");

  @Override
  public Simulation simulation() {
    return Simulation.named("datasets")
        .given(world -> world.objects().define(Crds.define(Dataset.class)))
        .webhooks(Dataset.class, DatasetOperator::hooks)
        .process("operator", DatasetOperator::run);
  }

  @Simulated(seeds = 20, sweep = "operator", chaos = 20)
  void hasAPartForEachAndCountsThoseFetched(World world) throws Exception {
    world.objects().create(dataset(3));
    world.await("three parts", () -> parts(world) == 3);

    world.objects().edit(ConfigMap.class, PART, part -> part.getData().put("fetched", "yes"));
    world.await("one is counted", () -> fetched(world) == 1);

    world.objects().edit(Dataset.class, KEY, dataset -> dataset.getSpec().parts = 1);
    world.await("one part is left", () -> parts(world) == 1 && fetched(world) == 0);
    world.awaitSilence(Duration.ofMinutes(1));
  }

  @Simulated(seeds = 1)
  void refusesTooManyParts(World world) {
    assertThatThrownBy(() -> world.objects().create(dataset(17)))
        .hasMessageContaining("at most 16 parts");
  }

  private static Dataset dataset(int parts) {
    var dataset = new Dataset();
    dataset.getMetadata().setNamespace(KEY.namespace());
    dataset.getMetadata().setName(KEY.name());
    dataset.getSpec().url = "https://example.com/photos";
    dataset.getSpec().parts = parts;
    return dataset;
  }

  private static int parts(World world) throws Exception {
    return world.objects().list(ConfigMap.class, "default").size();
  }

  private static int fetched(World world) throws Exception {
    var status = world.objects().fetch(Dataset.class, KEY).getStatus();
    return status == null ? -1 : status.fetched;
  }
}
