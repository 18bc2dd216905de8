package io.coxswain.fabric8;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.http.WebSocketHandshakeException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InProcessClientTest {
  private static final int MAX_SECONDS = 60;

  private final Env env = Env.production();
  private final ApiServer server = ApiServer.create(env);
  private final DroppingTransport transport =
      new DroppingTransport(server.transport("admin", List.of("system:masters")));
  private final KubernetesClient client =
      new KubernetesClientBuilder()
          .withHttpClientFactory(new TransportHttpClientFactory(env.tasks(), transport))
          .withConfig(
              new ConfigBuilder()
                  .withMasterUrl("http://in-process")
                  .withNamespace("default")
                  .withAutoConfigure(false)
                  .withWatchReconnectInterval(10)
                  .withRequestRetryBackoffLimit(0)
                  .build())
          .build();

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void createsReadsListsChangesAndDeletes() {
    ConfigMap created = client.resource(configMap("a", "1")).create();
    client.resource(configMap("b", "1")).create();
    assertThat(created.getMetadata().getUid()).isNotEmpty();

    client
        .configMaps()
        .withName("a")
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"v\":\"2\"}}");
    client
        .configMaps()
        .withName("b")
        .edit(b -> new ConfigMapBuilder(b).addToData("w", "3").build());

    assertThat(client.configMaps().withName("a").get().getData()).containsEntry("v", "2");
    assertThat(client.configMaps().list().getItems())
        .extracting(c -> c.getMetadata().getName())
        .containsExactly("a", "b");
    assertThat(client.configMaps().withName("a").delete()).hasSize(1);
    assertThat(client.configMaps().withName("a").get()).isNull();
  }

  @Test
  void appliesOnTheServerSide() {
    client.resource(configMap("a", "1")).forceConflicts().serverSideApply();
    ConfigMap applied = client.resource(configMap("a", "2")).forceConflicts().serverSideApply();

    assertThat(applied.getData()).containsEntry("v", "2");
    assertThat(applied.getMetadata().getManagedFields())
        .singleElement()
        .satisfies(entry -> assertThat(entry.getManager()).isEqualTo("fabric8"));
  }

  @Test
  void throwsTheErrorOfTheServer() {
    client.resource(configMap("a", "1")).create();

    assertThatThrownBy(() -> client.resource(configMap("a", "1")).create())
        .isInstanceOfSatisfying(
            KubernetesClientException.class,
            e -> {
              assertThat(e.getCode()).isEqualTo(409);
              assertThat(e.getStatus().getReason()).isEqualTo("AlreadyExists");
            });
  }

  @Test
  void watchesUntilItIsClosed() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    var watch =
        client
            .configMaps()
            .watch(
                new Watcher<>() {
                  @Override
                  public void eventReceived(Action action, ConfigMap object) {
                    seen.add(action + " " + object.getMetadata().getName());
                  }

                  @Override
                  public void onClose(WatcherException cause) {
                    seen.add("closed by the server");
                  }

                  @Override
                  public void onClose() {
                    seen.add("closed");
                  }
                });

    client.resource(configMap("a", "1")).create();
    client.resource(configMap("a", "2")).update();
    client.configMaps().withName("a").delete();

    assertThat(next(seen)).isEqualTo("ADDED a");
    assertThat(next(seen)).isEqualTo("MODIFIED a");
    assertThat(next(seen)).isEqualTo("DELETED a");
    watch.close();
    assertThat(next(seen)).isEqualTo("closed");
  }

  @Test
  void rejectsExecAndAttach() {
    client
        .resource("{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n\"}}")
        .create();
    client
        .resource(
            """
            {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
             "spec": {"nodeName": "n", "containers": [{"name": "c", "image": "i"}]}}
            """)
        .create();

    assertThatThrownBy(
            () -> client.pods().withName("p").redirectingOutput().exec("ls").exitCode().join())
        .hasRootCauseInstanceOf(WebSocketHandshakeException.class);
  }

  @Test
  @Scenario("apiserver-18")
  void theCacheOfAnInformerIsThatOfAFreshListAfterAWatchIsDroppedAndHistoryCompacted()
      throws Exception {
    for (String name : List.of("kept", "changed", "deleted")) {
      client.resource(configMap(name, "1")).create();
    }
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (var informer = client.configMaps().inNamespace("default").runnableInformer(0)) {
      informer.addEventHandler(recorder(seen));
      informer.start().toCompletableFuture().get(MAX_SECONDS, TimeUnit.SECONDS);
      assertThat(informer.getStore().list()).hasSize(3);
      int listsBefore = transport.lists().size();

      transport.drop();
      client.resource(configMap("changed", "2")).update();
      client.configMaps().withName("deleted").delete();
      client.resource(configMap("created", "1")).create();
      server.compact(server.revision());
      transport.restore();

      awaitAll(seen, "updated changed 2", "deleted deleted", "added created");
      assertThat(versions(informer.getStore().list()))
          .isEqualTo(versions(client.configMaps().inNamespace("default").list().getItems()));
      assertThat(transport.lists().size())
          .as("it had to list again, since what it missed is gone from the history")
          .isGreaterThan(listsBefore + 2);

      client.resource(configMap("later", "1")).create();
      awaitAll(seen, "added later");
    }
  }

  private static ResourceEventHandler<ConfigMap> recorder(BlockingQueue<String> seen) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(ConfigMap object) {
        seen.add("added " + object.getMetadata().getName());
      }

      @Override
      public void onUpdate(ConfigMap before, ConfigMap object) {
        seen.add("updated " + object.getMetadata().getName() + " " + object.getData().get("v"));
      }

      @Override
      public void onDelete(ConfigMap object, boolean stale) {
        seen.add("deleted " + object.getMetadata().getName());
      }
    };
  }

  private static void awaitAll(BlockingQueue<String> seen, String... wanted)
      throws InterruptedException {
    var missing = new java.util.ArrayList<>(List.of(wanted));
    while (!missing.isEmpty()) {
      missing.remove(next(seen));
    }
  }

  private static String next(BlockingQueue<String> seen) throws InterruptedException {
    String event = seen.poll(MAX_SECONDS, TimeUnit.SECONDS);
    assertThat(event).as("an event that should have come").isNotNull();
    return event;
  }

  private static SortedMap<String, String> versions(List<ConfigMap> objects) {
    var versions = new TreeMap<String, String>();
    objects.forEach(
        o -> versions.put(o.getMetadata().getName(), o.getMetadata().getResourceVersion()));
    return versions;
  }

  private static ConfigMap configMap(String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .addToData("v", value)
        .build();
  }
}
