package io.coxswain.trainer.takeover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.trainer.TrainerWorld;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * What the Go manager (kubeflow/trainer 8c0f5059bd51) wrote for a job on our runtime {@code
 * torch-distributed}, recorded for this project from a run of both against one API server. In that
 * run the Go manager also took over a job of ours: neither JobSet nor snapshot got another
 * resourceVersion, and its suspension then reached the JobSet.
 */
class TakeoverScenarioTest {
  private static final ObjectKey GO = ObjectKey.of("default", "go");
  private static final ObjectKey SNAPSHOT = ObjectKey.of("default", "go-runtime-snapshot");

  @Test
  @Scenario("trainer-40")
  void adoptsTheObjectsOfTheGoManagerWithoutChanges() {
    Simulation.named("takeover")
        .given(TrainerWorld::install)
        .script(
            world -> {
              leaveBehind(world);
              String jobSet = version(world, JobSet.class, GO);
              String snapshot = version(world, ConfigMap.class, SNAPSHOT);
              JsonNode before = spec(world);

              world.start("trainer", TrainerWorld::main);
              world.awaitSilence(Duration.ofMinutes(5));
              assertThat(version(world, JobSet.class, GO)).isEqualTo(jobSet);
              assertThat(version(world, ConfigMap.class, SNAPSHOT)).isEqualTo(snapshot);
              assertThat(world.writes("trainer")).as("status, events").isZero();

              world.objects().edit(TrainJob.class, GO, job -> job.getSpec().setSuspend(true));
              world.await("suspension", () -> spec(world).path("suspend").asBoolean());
              ((ObjectNode) before).put("suspend", true);
              assertThat(plain(spec(world))).isEqualTo(plain(before));
              assertThat(version(world, ConfigMap.class, SNAPSHOT)).isEqualTo(snapshot);
            })
        .run(1);
  }

  @Test
  @Scenario("trainer-40")
  void leavesWhatTheGoManagerWouldHaveWritten() {
    Simulation.named("the reverse")
        .given(TrainerWorld::install)
        .process("trainer", TrainerWorld::main)
        .script(
            world -> {
              TrainJob job = object("trainjob", TrainJob.class, "");
              job.setMetadata(
                  new ObjectMetaBuilder().withNamespace("default").withName("go").build());
              world.objects().create(job);
              world.await("a JobSet", () -> world.objects().find(JobSet.class, GO).isPresent());

              assertThat(plain(spec(world))).isEqualTo(plain(recorded("jobset").path("spec")));
              String text =
                  world.objects().fetch(ConfigMap.class, SNAPSHOT).getData().get("runtime");
              assertThat(text).doesNotContain("!!", "&", "*"); // no tags, anchors or aliases
              JsonNode ours = Json.yamlMapper().readTree(text);
              JsonNode theirs =
                  Json.yamlMapper().readTree(recorded("snapshot").at("/data/runtime").asText());
              for (String field : List.of("/apiVersion", "/kind", "/metadata/name", "/spec")) {
                assertThat(plain(ours.at(field))).as(field).isEqualTo(plain(theirs.at(field)));
              }
              assertThat(recorded("snapshot").at("/data").size()).isEqualTo(1);
              assertThat(text)
                  .as("the same bytes, but for what the server sets and what is empty")
                  .startsWith(
                      "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: ClusterTrainingRuntime\n")
                  .endsWith(
                      written(recorded("snapshot"))
                          .replaceAll("(?s).*\nspec:", "spec:")
                          .replaceAll("(?m)^ *(metadata|resources): \\{\\}\n", ""));
            })
        .run(1);
  }

  private static String written(JsonNode snapshot) {
    return snapshot.at("/data/runtime").asText();
  }

  /** The objects as they were, owned by a job that this server has given another UID. */
  private static void leaveBehind(World world) throws Exception {
    TrainJob job = object("trainjob", TrainJob.class, "");
    job.getMetadata().setResourceVersion(null);
    job.getMetadata().setUid(null);
    String uid = world.objects().create(job).getMetadata().getUid();
    for (HasMetadata child :
        List.of(object("snapshot", ConfigMap.class, uid), object("jobset", JobSet.class, uid))) {
      child.getMetadata().setResourceVersion(null);
      child.getMetadata().setUid(null);
      world.objects().create(child);
    }
  }

  private static <T> T object(String name, Class<T> type, String owner) throws IOException {
    String uid = recorded("trainjob").at("/metadata/uid").asText();
    return Json.read(
        recorded(name)
            .toString()
            .replace(uid, owner.isEmpty() ? uid : owner)
            .getBytes(StandardCharsets.UTF_8),
        type);
  }

  private static JsonNode recorded(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(TakeoverScenarioTest.class.getResourceAsStream("go.json"))) {
      return Json.MAPPER.readTree(in).path(name);
    }
  }

  private static JsonNode spec(World world) throws ApiException {
    return Json.MAPPER.valueToTree(world.objects().fetch(JobSet.class, GO).getSpec());
  }

  private static <T extends HasMetadata> String version(World world, Class<T> type, ObjectKey key)
      throws ApiException {
    return world.objects().fetch(type, key).getMetadata().getResourceVersion();
  }

  /** Absent and empty are the same: the Go types write more of the latter. */
  private static JsonNode plain(JsonNode tree) {
    JsonNode copy = tree.deepCopy();
    prune(copy);
    return copy;
  }

  private static void prune(JsonNode tree) {
    if (tree instanceof ObjectNode object) {
      for (String field : List.copyOf(object.properties().stream().map(p -> p.getKey()).toList())) {
        prune(object.path(field));
        boolean means = field.equals("torch"); // a policy that is empty is still the policy
        if (object.path(field).isEmpty() && object.path(field).isContainerNode() && !means) {
          object.remove(field);
        }
      }
    } else {
      tree.forEach(TakeoverScenarioTest::prune);
    }
  }
}
