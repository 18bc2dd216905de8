package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.client.CachedClient;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Patch;
import io.coxswain.runtime.client.Upsert;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Patches written by hand, and deleting many at once, by a real server. */
class PatchScenarioTest {
  private static final ObjectKey POD = ObjectKey.of("default", "p");

  private static Client client(Env env) {
    var rest = new Rest(env, "test/v1", new Metrics().client("h"));
    return new CachedClient(rest, new Cache(env, rest)).live();
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(POD.namespace())
        .withName(POD.name())
        .addNewOwnerReference()
        .withApiVersion("v1")
        .withKind("Other")
        .withName("other")
        .withUid("u-other")
        .endOwnerReference()
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withImage("i")
        .endContainer()
        .endSpec()
        .build();
  }

  @Test
  void aStrategicPatchMergesListsByTheirKeys() {
    Simulation.named("strategic")
        .script(
            world -> {
              Client client = client(world.env());
              Pod pod = client.create(pod());
              var mine =
                  Map.of("apiVersion", "v1", "kind", "Mine", "name", "mine", "uid", "u-mine");
              var metadata =
                  Map.of("ownerReferences", List.of(mine), "uid", pod.getMetadata().getUid());

              Pod patched = client.patch(pod, Patch.strategic(Map.of("metadata", metadata)));
              Pod status =
                  client.patch(
                      pod,
                      Patch.strategic(
                              Map.of(
                                  "status",
                                  Map.of(
                                      "conditions",
                                      List.of(Map.of("type", "T", "status", "True")))))
                          .toStatus());

              assertThat(patched.getMetadata().getOwnerReferences())
                  .extracting("kind")
                  .containsExactlyInAnyOrder("Other", "Mine");
              assertThat(status.getStatus().getConditions())
                  .extracting("type")
                  .containsExactly("T");
              assertThatThrownBy(
                      () ->
                          client.patch(
                              pod,
                              Patch.strategic(Map.of("metadata", Map.of("uid", "u-stranger")))))
                  .isInstanceOf(ApiException.Invalid.class);
            })
        .run(1);
  }

  @Test
  void sendsAComputedStatusAsADifference() {
    Simulation.named("status")
        .script(
            world -> {
              Client client = client(world.env());
              Pod pod = client.create(pod());
              PodStatus running =
                  new PodStatusBuilder(pod.getStatus()).withPhase("Running").build();

              client.discardingResponses().patchStatus(pod, pod.getStatus(), running);

              Pod patched = client.get(Pod.class, POD).orElseThrow();
              assertThat(patched.getStatus().getPhase()).isEqualTo("Running");
              assertThat(patched.getStatus().getQosClass())
                  .isEqualTo(pod.getStatus().getQosClass());
              client.discardingResponses().patchStatus(pod, running, running);
              assertThat(client.get(Pod.class, POD)).contains(patched);
              assertThatThrownBy(
                      () ->
                          client
                              .discardingResponses()
                              .patchStatus(pod, running, new PodStatusBuilder().build()))
                  .isInstanceOf(ApiException.Conflict.class);
            })
        .run(1);
  }

  @Test
  void rejectsAJsonPatchWhoseTestFails() {
    Simulation.named("json")
        .script(
            world -> {
              Client client = client(world.env());
              ConfigMap map = client.create(map("a", Map.of()));
              var set = Map.of("op", "add", "path", "/data", "value", Map.of("k", "v"));

              ConfigMap patched = client.patch(map, Patch.json(List.of(set)));

              assertThat(patched.getData()).containsExactly(Map.entry("k", "v"));
              var test = Map.of("op", "test", "path", "/data/k", "value", "w");
              assertThatThrownBy(() -> client.patch(map, Patch.json(List.of(test, set))))
                  .isInstanceOf(ApiException.Invalid.class);
            })
        .run(1);
  }

  @Test
  void deletesExactlyTheSelectedObjects() {
    Simulation.named("delete all")
        .script(
            world -> {
              Client client = client(world.env());
              client.create(map("a", Map.of("x", "1")));
              client.create(map("b", Map.of("x", "1")));
              client.create(map("c", Map.of("x", "2")));

              client.deleteAll(
                  ConfigMap.class, "default", LabelSelector.of("x", "1"), Deletion.byDefault());

              assertThat(client.list(ConfigMap.class).in("default").keys())
                  .extracting(ObjectKey::name)
                  .contains("c")
                  .doesNotContain("a", "b");
              assertThatThrownBy(
                      () ->
                          client.deleteAll(
                              ConfigMap.class,
                              "",
                              LabelSelector.everything(),
                              Deletion.byDefault()))
                  .hasMessageContaining("of all namespaces at once: name one");
              assertThatThrownBy(
                      () ->
                          client.deleteAll(
                              Namespace.class,
                              "default",
                              LabelSelector.everything(),
                              Deletion.byDefault()))
                  .hasMessageContaining("namespaces are in no namespace");
            })
        .run(1);
  }

  @Test
  void createsOrUpdatesOrLeavesAlone() {
    Simulation.named("upsert")
        .script(
            world -> {
              Client client = client(world.env());
              ConfigMap template = map("a", Map.of());

              var created = Upsert.of(client, template, m -> m.setData(Map.of("k", "v")));
              var again = Upsert.of(client, template, m -> m.setData(Map.of("k", "v")));
              var updated = Upsert.of(client, template, m -> m.setData(Map.of("k", "w")));

              assertThat(created.result()).isEqualTo(Upsert.Result.CREATED);
              assertThat(again.result()).isEqualTo(Upsert.Result.UNCHANGED);
              assertThat(again.object().getMetadata().getResourceVersion())
                  .isEqualTo(created.object().getMetadata().getResourceVersion());
              assertThat(updated.result()).isEqualTo(Upsert.Result.UPDATED);
              assertThat(updated.object().getData()).containsEntry("k", "w");
              assertThatThrownBy(
                      () -> Upsert.of(client, template, m -> m.getMetadata().setName("b")))
                  .hasMessageContaining("an edit must not change the name");
            })
        .run(1);
  }

  private static ConfigMap map(String name, Map<String, String> labels) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .withLabels(labels)
        .endMetadata()
        .build();
  }
}
