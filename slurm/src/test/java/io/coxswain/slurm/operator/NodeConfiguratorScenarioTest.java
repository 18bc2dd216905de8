package io.coxswain.slurm.operator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.NodeConfigurator;
import io.coxswain.sim.Script;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What runs on every machine, and what becomes of it. */
class NodeConfiguratorScenarioTest {
  private static final ObjectKey CONFIGURATOR = ObjectKey.of("slurm", "machines");
  private static final ObjectKey DAEMONS = ObjectKey.of("slurm", "machines-ds");
  private static final String REBOOTER =
      "metadata: {name: machines, namespace: slurm}\n"
          + "spec: {rebooter: {enabled: true, image: {repository: rebooter, tag: one}}}";

  @Test
  void rebootersRunOnEveryNodeAndAreDeletedWithTheirConfigurator() {
    play(
        world -> {
          create(world, REBOOTER);
          world.await("a pod on each machine", () -> machines(world).size() == 3);
          assertThat(machines(world)).containsExactly("sim-0", "sim-1", "sim-2");
          Pod pod = world.objects().list(Pod.class, "slurm").getFirst();
          assertThat(pod.getSpec().getHostPID()).isTrue();
          assertThat(pod.getSpec().getHostNetwork()).isTrue();

          world.objects().delete(NodeConfigurator.class, CONFIGURATOR);

          world.await("no pod", () -> machines(world).isEmpty());
          assertThat(world.objects().list(DaemonSet.class, "slurm")).isEmpty();
        });
  }

  @Test
  void aNewImageIsRolledOutAndThenNothingIsWritten() {
    play(
        world -> {
          create(world, REBOOTER);
          world.await("a pod on each machine", () -> machines(world).size() == 3);

          world
              .objects()
              .edit(
                  NodeConfigurator.class,
                  CONFIGURATOR,
                  c ->
                      requireNonNull(requireNonNull(c.getSpec().getRebooter()).getImage())
                          .setTag("two"));

          world.await("the new image everywhere", () -> images(world).equals(List.of("two")));
          world.awaitSilence(Duration.ofMinutes(2));
          int writes = world.writes("operator");
          world.run(Duration.ofMinutes(30));
          assertThat(world.writes("operator")).isEqualTo(writes);
        });
  }

  @Test
  void revertsForeignChangesAndKeepsForeignLabels() {
    play(
        world -> {
          create(world, REBOOTER);
          world.await("the daemons", () -> image(world).equals("rebooter:one"));

          world
              .objects()
              .edit(
                  DaemonSet.class,
                  DAEMONS,
                  set -> {
                    var labels = new TreeMap<>(set.getMetadata().getLabels());
                    labels.put("team", "ours");
                    set.getMetadata().setLabels(labels);
                    set.getSpec().getTemplate().getSpec().getContainers().getFirst().setImage("x");
                  });

          world.await("the image put right", () -> image(world).equals("rebooter:one"));
          assertThat(world.objects().fetch(DaemonSet.class, DAEMONS).getMetadata().getLabels())
              .containsEntry("team", "ours");

          world.objects().delete(DaemonSet.class, DAEMONS);
          world.await("it is made again", () -> machines(world).size() == 3);
        });
  }

  @Test
  void reportsThatNothingIsConfiguredAndRunsACustomContainer() {
    play(
        world -> {
          create(
              world,
              "metadata: {name: machines, namespace: slurm}\nspec: {rebooter: {enabled: false}}");
          world.await("the event", () -> SlurmStage.event(world, "InvalidSpec").isPresent());
          assertThat(SlurmStage.event(world, "InvalidSpec").orElseThrow().getMessage())
              .contains("rebooter.enabled or customContainer.enabled must be true");
          assertThat(world.objects().list(DaemonSet.class, "slurm")).isEmpty();

          world.objects().delete(NodeConfigurator.class, CONFIGURATOR);
          create(
              world,
              """
              metadata: {name: machines, namespace: slurm}
              spec:
                rebooter: {enabled: false}
                customContainer: {enabled: true, image: {repository: own, tag: one}}
              """);

          world.await("one's own", () -> machines(world).size() == 3);
          assertThat(image(world)).isEqualTo("own:one");
          assertThat(world.objects().list(Pod.class, "slurm").getFirst().getSpec().getHostPID())
              .isNotEqualTo(true);
        });
  }

  private static void play(Script script) {
    SlurmStage.simulation("--controllers=nodeconfigurator").script(script).run(1);
  }

  private static void create(World world, String yaml) throws Exception {
    world.objects().create(SlurmStage.yaml(yaml, NodeConfigurator.class));
  }

  /** Where pods run, each machine once. */
  private static List<String> machines(World world) throws Exception {
    return world.objects().list(Pod.class, "slurm").stream()
        .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
        .map(pod -> pod.getSpec().getNodeName())
        .sorted()
        .distinct()
        .toList();
  }

  private static List<String> images(World world) throws Exception {
    return world.objects().list(Pod.class, "slurm").stream()
        .map(pod -> pod.getSpec().getContainers().getFirst().getImage().replaceAll(".*:", ""))
        .distinct()
        .toList();
  }

  private static String image(World world) throws Exception {
    return world
        .objects()
        .find(DaemonSet.class, DAEMONS)
        .map(set -> set.getSpec().getTemplate().getSpec().getContainers().getFirst().getImage())
        .orElse("");
  }
}
