package io.coxswain.slurm.operator;

import static io.coxswain.slurm.operator.SlurmStage.CLUSTER;
import static io.coxswain.slurm.operator.SlurmStage.NODE_SET;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Our operator takes over from the Go operator, whose pod templates have other scripts, and comes
 * back after it. Taking over restarts nothing.
 */
class TakeOverScenarioTest {
  private static final String MARK = "coxswain.io/pod-template";
  private static final String ROLL_OUT = "coxswain.io/roll-out-pod-templates";
  private static final ObjectKey CONFIG_CONTROLLER = ObjectKey.of("slurm", "c-sconfigcontroller");
  private static final ObjectKey CONTROLLER = ObjectKey.of("slurm", "c-controller");

  @Test
  void takingOverChangesNoPodTemplate() {
    play(
        world -> {
          SortedMap<String, String> theirs = handOver(world, true);

          takeOver(world);

          assertThat(templates(world)).isEqualTo(theirs);
          assertThat(SlurmStage.condition(world, CLUSTER, "PodTemplatesCurrent"))
              .isEqualTo(
                  "False/TakenOver: Deployment c-sconfigcontroller, StatefulSet c-controller: the"
                      + " pod template of another operator stays until the spec changes it;"
                      + " annotate the SlurmCluster with"
                      + " coxswain.io/roll-out-pod-templates=true to replace it now");
          assertThat(workersCondition(world)).contains("StatefulSet gpu: ");
          assertThat(SlurmStage.phase(world, CLUSTER)).isEqualTo("Available");
          assertThat(SlurmStage.nodeSetPhase(world, NODE_SET)).isEqualTo("Ready");
          assertThat(SlurmStage.event(world, "PodTemplatesKept")).isPresent();

          // numbers of pods are no part of the template
          world.objects().edit(NodeSet.class, NODE_SET, set -> set.getSpec().setReplicas(5));
          world.await("five workers", () -> SlurmStage.workers(world, NODE_SET) == 5);
          takeOver(world);
          assertThat(templates(world)).isEqualTo(theirs);
        });
  }

  @Test
  void aChangeOfTheSpecRollsOutItsWorkloadOnce() {
    play(
        world -> {
          SortedMap<String, String> theirs = handOver(world, true);
          takeOver(world);
          long generation = generation(world, CONFIG_CONTROLLER);

          SlurmStage.edit(
              world,
              CLUSTER,
              c ->
                  requireNonNull(requireNonNull(c.getSpec().getConfigController()).getContainer())
                      .setImage("sconfig:2"));
          world.await(
              "the new image", () -> template(world, "c-sconfigcontroller").contains("sconfig:2"));
          takeOver(world);

          assertThat(generation(world, CONFIG_CONTROLLER)).isEqualTo(generation + 1);
          assertThat(template(world, "c-sconfigcontroller"))
              .contains("Waiting for the jail")
              .doesNotContain("of the Go operator");
          assertThat(template(world, "c-controller")).isEqualTo(theirs.get("c-controller"));
          assertThat(template(world, "gpu")).isEqualTo(theirs.get("gpu"));
          assertThat(SlurmStage.condition(world, CLUSTER, "PodTemplatesCurrent"))
              .startsWith("False/TakenOver: StatefulSet c-controller: ");
        });
  }

  @Test
  void anAnnotationRollsOutEverything() {
    play(
        world -> {
          SortedMap<String, String> ours = templates(world);
          handOver(world, true);
          takeOver(world);

          world
              .objects()
              .edit(SlurmCluster.class, CLUSTER, cluster -> annotate(cluster, ROLL_OUT, "true"));
          world.await("our templates", () -> templates(world).equals(ours));

          world.await(
              "no condition",
              () ->
                  SlurmStage.condition(world, CLUSTER, "PodTemplatesCurrent").isEmpty()
                      && workersCondition(world).isEmpty());
        });
  }

  @Test
  void anAnnotationOfANodeSetRollsOutItsWorkersAlone() {
    play(
        world -> {
          SortedMap<String, String> ours = templates(world);
          SortedMap<String, String> theirs = handOver(world, true);
          takeOver(world);

          world
              .objects()
              .edit(NodeSet.class, NODE_SET, nodeSet -> annotate(nodeSet, ROLL_OUT, "true"));
          world.await("our workers", () -> template(world, "gpu").equals(ours.get("gpu")));
          world.awaitSilence(Duration.ofMinutes(6));

          assertThat(template(world, "c-controller")).isEqualTo(theirs.get("c-controller"));
        });
  }

  @Test
  void comingBackAfterTheOtherOperatorChangesNoPodTemplate() {
    play(
        world -> {
          // its patches leave our annotations alone
          SortedMap<String, String> theirs = handOver(world, false);

          takeOver(world);
          assertThat(templates(world)).isEqualTo(theirs);
          assertThat(SlurmStage.condition(world, CLUSTER, "PodTemplatesCurrent"))
              .startsWith("False/TakenOver: ");

          SlurmStage.edit(
              world,
              CLUSTER,
              c ->
                  c.getSpec()
                      .getSlurmNodes()
                      .getController()
                      .getSlurmctld()
                      .setImage("slurmctld:2"));
          world.await(
              "the new slurmctld", () -> template(world, "c-controller").contains("slurmctld:2"));
          assertThat(template(world, "c-controller")).doesNotContain("of the Go operator");
        });
  }

  @Test
  void aRestartOfOursRollsOutWhatChangedWithoutIt() {
    play(
        world -> {
          world.kill("operator");
          SlurmStage.edit(
              world,
              CLUSTER,
              c ->
                  c.getSpec()
                      .getSlurmNodes()
                      .getController()
                      .getSlurmctld()
                      .setImage("slurmctld:2"));
          takeOver(world);

          assertThat(template(world, "c-controller")).contains("slurmctld:2");
          assertThat(SlurmStage.condition(world, CLUSTER, "PodTemplatesCurrent")).isEmpty();
        });
  }

  @Test
  void changesNoPodTemplateWithACrashOrALostResponseAtAnyWrite() {
    Simulation takingOver =
        SlurmStage.quickWithForeignKinds("--controllers=cluster,nodeset")
            .given(ClusterSweepTest::createKeys)
            .script(
                world -> {
                  begin(world);
                  SortedMap<String, String> theirs = handOver(world, true);
                  takeOver(world);
                  assertThat(templates(world)).isEqualTo(theirs);
                  SlurmStage.edit(
                      world,
                      CLUSTER,
                      c ->
                          c.getSpec()
                              .getSlurmNodes()
                              .getController()
                              .getSlurmctld()
                              .setImage("slurmctld:2"));
                  world.await(
                      "the new slurmctld",
                      () -> template(world, "c-controller").contains("slurmctld:2"));
                  world.awaitSilence(Duration.ofMinutes(6));
                  assertThat(template(world, "gpu")).isEqualTo(theirs.get("gpu"));
                  world.kill("operator");
                  // which versions of what they depend on they name depends on the way
                  for (KruiseStatefulSet set :
                      world.objects().list(KruiseStatefulSet.class, "slurm")) {
                    world.objects().delete(KruiseStatefulSet.class, ObjectKey.of(set));
                  }
                });

    var summary =
        Sweep.of(takingOver, "operator")
            .faults(Fault.KILL, Fault.LOSE_ANSWER, Fault.CONFLICT)
            .every(5)
            .run();

    assertThat(summary.failed()).isZero();
    assertThat(summary.runs()).isGreaterThan(20);
  }

  // ---- the script

  private static void play(Script script) {
    SlurmStage.quickWithForeignKinds("--controllers=cluster,nodeset")
        .script(
            world -> {
              begin(world);
              script.run(world);
            })
        .run(1);
  }

  private static void begin(World world) throws Exception {
    SlurmStage.createSmallCluster(world);
    SlurmStage.createSmallNodeSet(world);
    SlurmStage.awaitAvailable(world, CLUSTER);
    world.await("the workers", () -> SlurmStage.nodeSetPhase(world, NODE_SET).equals("Ready"));
    world.awaitSilence(Duration.ofMinutes(6));
  }

  /**
   * Ends our operator, and leaves the templates as the other one would: the same pods in other
   * words.
   *
   * @param replaced whether it replaced whole objects, and with them our annotations
   */
  private static SortedMap<String, String> handOver(World world, boolean replaced)
      throws Exception {
    world.kill("operator");
    for (ObjectKey key : List.of(CONTROLLER, NODE_SET)) {
      world
          .objects()
          .edit(
              KruiseStatefulSet.class,
              key,
              set -> theirs(set, requireNonNull(set.getSpec().getTemplate()), replaced));
    }
    world
        .objects()
        .edit(
            Deployment.class,
            CONFIG_CONTROLLER,
            deployment -> theirs(deployment, deployment.getSpec().getTemplate(), replaced));
    return templates(world);
  }

  private static void theirs(HasMetadata object, PodTemplateSpec template, boolean replaced) {
    Container first = template.getSpec().getInitContainers().getFirst();
    first.setArgs(List.of("echo script of the Go operator"));
    first.setTerminationMessagePath("/dev/other-termination-log");
    if (replaced) {
      object.getMetadata().getAnnotations().remove(MARK);
    }
  }

  private static void takeOver(World world) throws Exception {
    world.kill("operator");
    world.restart("operator");
    world.awaitSilence(Duration.ofMinutes(6));
  }

  private static void annotate(HasMetadata object, String key, String value) {
    Map<String, String> annotations =
        new TreeMap<>(
            object.getMetadata().getAnnotations() == null
                ? Map.of()
                : object.getMetadata().getAnnotations());
    annotations.put(key, value);
    object.getMetadata().setAnnotations(annotations);
  }

  // ---- reading

  private static SortedMap<String, String> templates(World world) throws Exception {
    var templates = new TreeMap<String, String>();
    collect(world, Deployment.class, templates, d -> d.getSpec().getTemplate());
    collect(
        world, KruiseStatefulSet.class, templates, s -> requireNonNull(s.getSpec().getTemplate()));
    return templates;
  }

  private static String template(World world, String name) throws Exception {
    return templates(world).getOrDefault(name, "");
  }

  private static <T extends HasMetadata> void collect(
      World world, Class<T> kind, Map<String, String> into, Function<T, PodTemplateSpec> template)
      throws Exception {
    for (T object : world.objects().list(kind, "slurm")) {
      into.put(
          object.getMetadata().getName(), Json.tree((Object) template.apply(object)).toString());
    }
  }

  private static long generation(World world, ObjectKey key) throws Exception {
    return world.objects().fetch(Deployment.class, key).getMetadata().getGeneration();
  }

  private static String workersCondition(World world) throws Exception {
    return requireNonNull(world.objects().fetch(NodeSet.class, NODE_SET).getStatus())
        .getConditions()
        .stream()
        .filter(condition -> condition.getType().equals("PodTemplatesCurrent"))
        .map(condition -> condition.getReason() + ": " + condition.getMessage())
        .findFirst()
        .orElse("");
  }
}
