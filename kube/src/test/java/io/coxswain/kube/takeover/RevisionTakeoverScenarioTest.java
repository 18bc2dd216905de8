package io.coxswain.kube.takeover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.daemonset.DaemonSetController;
import io.coxswain.kube.daemonset.DaemonSetOptions;
import io.coxswain.kube.statefulset.StatefulSetController;
import io.coxswain.kube.statefulset.StatefulSetOptions;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * StatefulSets and DaemonSets of another manager are taken over with their pods and revisions as
 * they are. Revisions of 1.35 are those of the dump; those of 1.33 had an empty creation time in
 * the template.
 */
final class RevisionTakeoverScenarioTest {
  private static final String NAMESPACE = "takeover";
  private static final Set<String> KEPT = Set.of("pods", "controllerrevisions.apps");

  @ParameterizedTest
  @ValueSource(strings = {"1.33", "1.35"})
  @Scenario("kcm-controllers-16")
  void neitherRestartsPodsNorAddsRevisions(String version) throws IOException {
    JsonNode dump = TakeoverScenarioTest.dump();
    dump.forEach(object -> writtenBy(version, (ObjectNode) object));
    var writes = new ArrayList<String>();
    Simulation.named("takeover from " + version)
        .before(world -> dump.forEach(object -> world.server().restore((ObjectNode) object)))
        .process(
            "kcm",
            env -> {
              Manager manager =
                  Manager.builder(env).userAgent("kube-controller-manager/test").build();
              StatefulSetController.register(manager, StatefulSetOptions.byDefault());
              DaemonSetController.register(manager, DaemonSetOptions.byDefault());
              manager.run();
            })
        .script(
            world -> {
              world
                  .server()
                  .listen(
                      commit -> {
                        if (KEPT.contains(commit.collection())) {
                          writes.add(commit.origin().verb() + " " + commit.key());
                        }
                      });
              world.run(Duration.ofMinutes(5));
              assertThat(writes).isEmpty();

              touchAll(world);
              world.run(Duration.ofMinutes(5));
              assertThat(writes).as("after a look at each").isEmpty();

              int revisions = world.objects().list(ControllerRevision.class, NAMESPACE).size();
              changeATemplate(world);
              world.await(
                  "what is new still is",
                  () ->
                      world.objects().list(ControllerRevision.class, NAMESPACE).size()
                          == revisions + 2);
            })
        .run(1);
  }

  private static void writtenBy(String version, ObjectNode object) {
    if (version.equals("1.33")
        && object.path("kind").asText().equals("ControllerRevision")
        && object.at("/data/spec/template/metadata") instanceof ObjectNode metadata) {
      metadata.putNull("creationTimestamp");
    }
  }

  /** Something of each set changes that has nothing to do with its pods. */
  private static void touchAll(World world) throws ApiException {
    for (StatefulSet set : world.objects().list(StatefulSet.class, NAMESPACE)) {
      world
          .objects()
          .edit(StatefulSet.class, ObjectKey.of(set), s -> s.getSpec().setRevisionHistoryLimit(9));
    }
    for (DaemonSet set : world.objects().list(DaemonSet.class, NAMESPACE)) {
      world
          .objects()
          .edit(DaemonSet.class, ObjectKey.of(set), s -> s.getSpec().setRevisionHistoryLimit(9));
    }
    assertThat(world.objects().list(Pod.class, NAMESPACE)).hasSizeGreaterThan(100);
  }

  private static void changeATemplate(World world) throws ApiException {
    StatefulSet stateful = world.objects().list(StatefulSet.class, NAMESPACE).getFirst();
    world
        .objects()
        .edit(StatefulSet.class, ObjectKey.of(stateful), s -> rename(s.getSpec().getTemplate()));
    DaemonSet daemon = world.objects().list(DaemonSet.class, NAMESPACE).getFirst();
    world
        .objects()
        .edit(DaemonSet.class, ObjectKey.of(daemon), s -> rename(s.getSpec().getTemplate()));
  }

  private static void rename(PodTemplateSpec template) {
    List<Container> containers = template.getSpec().getContainers();
    containers.getFirst().setImage("another:1");
  }
}
