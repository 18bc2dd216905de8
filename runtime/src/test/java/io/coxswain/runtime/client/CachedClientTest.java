package io.coxswain.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Task;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.runtime.testing.ScriptedApi;
import io.coxswain.runtime.testing.TestEnv;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CachedClientTest {
  private static final String UID_CONFLICT =
      """
      {"kind":"Status","status":"Failure","reason":"Conflict","code":409,"message":"Operation cannot be \
      fulfilled on configmaps \\"a\\": the UID in the precondition (u1) does not match the UID in record (u2). \
      The object might have been deleted and then recreated"}
      """;

  private final TestEnv world = TestEnv.create();
  private final ScriptedApi api = world.api();
  private final Rest rest =
      new Rest(world.env(), "trainer/v2 (linux/amd64)", new Metrics().client("h"));
  private final Client client = new CachedClient(rest, new Cache(world.env(), rest));
  private final ConfigMap seen =
      new ConfigMapBuilder()
          .withNewMetadata()
          .withNamespace("ns")
          .withName("a")
          .withUid("u1")
          .withResourceVersion("7")
          .withLabels(Map.of("x", "1"))
          .endMetadata()
          .withData(Map.of("k", "v", "gone", "g"))
          .build();

  @Test
  void patchesTheDifferenceWithResourceVersionAsPrecondition() throws Exception {
    var result =
        during(
            () ->
                client.patch(
                    seen,
                    c -> {
                      c.getData().put("k", "w");
                      c.getData().remove("gone");
                      c.getMetadata().setLabels(null);
                    }));

    ScriptedApi.Call call = api.nextCall();
    call.answer(200, Json.MAPPER.writeValueAsString(seen));

    assertThat(call.request().toString()).isEqualTo("PATCH /api/v1/namespaces/ns/configmaps/a");
    assertThat(call.request().header("content-type")).isEqualTo("application/merge-patch+json");
    assertThat(call.request().header("user-agent")).isEqualTo("trainer/v2 (linux/amd64)");
    assertThat(Json.MAPPER.readTree(call.body()))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                {"data":{"k":"w","gone":null},"metadata":{"labels":null,"resourceVersion":"7"}}
                """));
    assertThat(result.get().getMetadata().getName()).isEqualTo("a");
    assertThat(seen.getData()).containsEntry("k", "v");
  }

  @Test
  void patchesOnlyTheDifferenceOfTheMetadata() throws Exception {
    var result =
        during(
            () -> {
              client
                  .discardingResponses()
                  .patchMetadata(seen, metadata -> metadata.setLabels(Map.of("x", "2")));
              return seen;
            });

    ScriptedApi.Call call = api.nextCall();
    call.answer(200, "{}");
    result.get();

    assertThat(call.request().toString()).isEqualTo("PATCH /api/v1/namespaces/ns/configmaps/a");
    assertThat(Json.MAPPER.readTree(call.body()))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                {"metadata":{"labels":{"x":"2"},"resourceVersion":"7"}}
                """));
    client
        .discardingResponses()
        .patchMetadata(seen, metadata -> metadata.setLabels(Map.of("x", "1")));
    assertThat(api.seen()).hasSize(1);
  }

  @Test
  void returnsTheNameThatTheServerGenerated() throws Exception {
    var result =
        during(
            () ->
                client
                    .discardingResponses()
                    .create(
                        new ConfigMapBuilder()
                            .withNewMetadata()
                            .withNamespace("ns")
                            .withGenerateName("a-")
                            .endMetadata()
                            .build()));

    ScriptedApi.Call call = api.nextCall();
    call.answer(
        201,
        """
        {"data": {"name": "no"}, "metadata": {"labels": {"name": "no"}, "name": "a-x7"}}
        """);

    assertThat(call.request().toString()).isEqualTo("POST /api/v1/namespaces/ns/configmaps");
    assertThat(result.get()).isEqualTo("a-x7");
  }

  @Test
  void sendsNothingWhenTheEditChangesNothing() throws Exception {
    assertThat(client.patch(seen, c -> c.getData().put("k", "v"))).isSameAs(seen);
    assertThat(client.patchStatus(seen, c -> {})).isSameAs(seen);
    assertThat(api.seen()).isEmpty();
  }

  @Test
  void unlockedPatchHasOnlyTheUidAsPrecondition() throws Exception {
    var result =
        during(
            () ->
                client
                    .fieldOwner("me")
                    .patchUnlocked(seen, c -> c.getMetadata().setFinalizers(List.of("f"))));

    ScriptedApi.Call call = api.nextCall();
    call.answer(200, Json.MAPPER.writeValueAsString(seen));

    assertThat(call.request().query("fieldManager")).isEqualTo("me");
    assertThat(call.body()).isEqualTo("{\"metadata\":{\"finalizers\":[\"f\"],\"uid\":\"u1\"}}");
    result.get();
  }

  @Test
  void patchesTheStatusSubresource() throws Exception {
    var result =
        during(
            () -> client.patchStatus(seen, c -> c.setAdditionalProperty("status", Map.of("x", 1))));

    ScriptedApi.Call call = api.nextCall();
    call.answer(200, Json.MAPPER.writeValueAsString(seen));

    assertThat(call.request().path()).isEqualTo("/api/v1/namespaces/ns/configmaps/a/status");
    assertThat(call.body())
        .isEqualTo("{\"status\":{\"x\":1},\"metadata\":{\"resourceVersion\":\"7\"}}");
    result.get();
  }

  @Test
  void appliesWithForceUnderItsFieldManager() throws Exception {
    var result = during(() -> client.fieldOwner("trainer").apply(seen));

    ScriptedApi.Call call = api.nextCall();
    call.answer(200, Json.MAPPER.writeValueAsString(seen));

    assertThat(call.request().target())
        .isEqualTo(
            "/api/v1/namespaces/ns/configmaps/a?fieldManager=trainer&force=true&fieldValidation=Strict");
    assertThat(call.request().header("content-type")).isEqualTo("application/apply-patch+yaml");
    result.get();
  }

  @Test
  void deletesWithUidAsPrecondition() throws Exception {
    var result = during(() -> delete(Deletion.foreground().grace(5).ifUnchanged()));

    ScriptedApi.Call call = api.nextCall();
    call.answer(200, "{\"kind\":\"Status\",\"status\":\"Success\"}");

    assertThat(Json.MAPPER.readTree(call.body()))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                {"apiVersion":"v1","kind":"DeleteOptions","gracePeriodSeconds":5,
                 "propagationPolicy":"Foreground","preconditions":{"uid":"u1","resourceVersion":"7"}}
                """));
    result.get();
  }

  @Test
  void deletingADeletedOrReplacedObjectSucceeds() throws Exception {
    var gone = during(() -> delete(Deletion.byDefault()));
    api.nextCall().answer(404, "");
    gone.get();

    var replaced = during(() -> delete(Deletion.byDefault()));
    api.nextCall().answer(409, UID_CONFLICT);
    replaced.get();

    var changed = during(() -> delete(Deletion.byDefault().ifUnchanged()));
    api.nextCall()
        .answer(
            409,
            "{\"kind\":\"Status\",\"reason\":\"Conflict\",\"code\":409,\"message\":\"changed\"}");
    assertThatThrownBy(changed::get).isInstanceOf(ApiException.Conflict.class);
  }

  @Test
  @Scenario("runtime-26")
  void doesNotRetryACreateWhoseResponseIsLost() {
    var result = during(() -> client.create(seen));

    api.nextCall().drop();

    assertThatThrownBy(result::get).isInstanceOf(ApiException.NoAnswer.class);
    assertThat(api.seen()).hasSize(1);
  }

  @Test
  void retriesOnlyAsTheServerRequests() throws Exception {
    var result = during(() -> client.create(seen));

    api.nextCall().answer(429, "", new TreeMap<>(Map.of("retry-after", List.of("3"))));
    api.nextCall().answer(201, Json.MAPPER.writeValueAsString(seen));

    result.get();
    assertThat(world.time().slept()).containsExactly(Duration.ofSeconds(3));
    var refused = during(() -> client.create(seen));
    api.nextCall().answer(500, "");
    assertThatThrownBy(refused::get).isInstanceOf(ApiException.ServerError.class);
  }

  @Test
  void givesUpAfterTenRetries() {
    var result = during(() -> client.update(seen));

    for (int i = 0; i < 11; i++) {
      api.nextCall().answer(503, "", new TreeMap<>(Map.of("retry-after", List.of("1"))));
    }

    assertThatThrownBy(result::get).isInstanceOf(ApiException.ServerError.class);
  }

  @Test
  void findsTheKindOfAGenericObjectByDiscovery() throws Exception {
    var generic = new GenericKubernetesResource();
    generic.setApiVersion("jobset.x-k8s.io/v1alpha2");
    generic.setKind("JobSet");
    generic.setMetadata(seen.getMetadata());
    var result = during(() -> client.create(generic));

    api.nextCall().answer(200, aggregated("", "v1", "Pod", "pods", "Namespaced"));
    api.nextCall()
        .answer(200, aggregated("jobset.x-k8s.io", "v1alpha2", "JobSet", "jobsets", "Namespaced"));
    ScriptedApi.Call call = api.nextCall();
    call.answer(201, call.body());

    assertThat(call.request().path())
        .isEqualTo("/apis/jobset.x-k8s.io/v1alpha2/namespaces/ns/jobsets");
    result.get();
  }

  @Test
  void discoversGroupByGroupWithoutAggregatedDiscovery() throws Exception {
    var result = during(client::discover);

    api.nextCall().answer(200, "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]}");
    api.nextCall().answer(200, resources("Pod", "pods"));
    api.nextCall()
        .answer(
            200,
            """
            {"kind":"APIGroupList","groups":[{"name":"g","versions":[{"version":"v1beta1"},{"version":"v1"}],
             "preferredVersion":{"version":"v1"}}]}
            """);
    ScriptedApi.Call preferred = api.nextCall();
    preferred.answer(200, resources("K", "ks"));
    api.nextCall().answer(503, "");

    assertThat(preferred.request().path()).isEqualTo("/apis/g/v1");
    assertThat(result.get())
        .extracting(s -> s.type().toString())
        .containsExactly("v1 Pod", "g/v1 K");
    assertThat(result.get().getFirst().verbs()).containsExactly("list", "watch");
  }

  @Test
  void sendsDryRunWrites() throws Exception {
    Client pretending =
        client.dryRun().fieldOwner("me").fieldValidation(Client.FieldValidation.STRICT);
    var created = during(() -> pretending.create(seen));
    ScriptedApi.Call create = api.nextCall();
    create.answer(201, create.body());
    created.get();
    var deleted =
        during(
            () -> {
              pretending.delete(seen, Deletion.byDefault());
              return seen;
            });
    ScriptedApi.Call delete = api.nextCall();
    delete.answer(200, "{}");
    deleted.get();

    assertThat(create.request().query("dryRun")).isEqualTo("All");
    assertThat(create.request().query("fieldManager")).isEqualTo("me");
    assertThat(create.request().query("fieldValidation")).isEqualTo("Strict");
    assertThat(delete.request().query("dryRun")).isEqualTo("All");
  }

  /** Records the writes that are reported to a reconcile. */
  private static WriteLog into(List<String> writes) {
    return new WriteLog() {
      @Override
      public void wrote(io.coxswain.api.ResourceType type, long version) {
        writes.add(type.kind() + " at " + version);
      }

      @Override
      public void deleted(io.coxswain.api.ResourceType type, ObjectKey key, String uid) {
        writes.add(type.kind() + " " + key + " deleted");
      }

      @Override
      public void unsure(io.coxswain.api.ResourceType type, ObjectKey key) {
        writes.add(type.kind() + " " + key + " unsure");
      }
    };
  }

  @Test
  void recordsEachObjectOfADeletedCollection() throws Exception {
    var writes = new java.util.ArrayList<String>();
    var result =
        during(
            () ->
                WriteLog.CURRENT.call(
                    into(writes),
                    () -> {
                      client.deleteAll(
                          ConfigMap.class,
                          "ns",
                          io.coxswain.api.LabelSelector.of("x", "1"),
                          Deletion.background());
                      return true;
                    }));

    ScriptedApi.Call call = api.nextCall();
    call.answer(
        200,
        """
        {"kind":"ConfigMapList","items":[
         {"metadata":{"namespace":"ns","name":"a","uid":"u1","resourceVersion":"4"}},
         {"metadata":{"namespace":"ns","name":"b","uid":"u2","resourceVersion":"9","deletionTimestamp":"2026-01-01T00:00:00Z"}}]}
        """);

    result.get();
    assertThat(call.request().query("labelSelector")).isEqualTo("x=1");
    assertThat(call.body()).contains("\"propagationPolicy\":\"Background\"");
    assertThat(writes).containsExactly("ConfigMap ns/a deleted", "ConfigMap at 9");
  }

  @Test
  void replacesASubresourceAndRecordsTheWrite() throws Exception {
    var writes = new java.util.ArrayList<String>();
    var log = into(writes);
    var scale = new io.fabric8.kubernetes.api.model.autoscaling.v1.Scale();
    scale.setSpec(new io.fabric8.kubernetes.api.model.autoscaling.v1.ScaleSpec(3));
    var result =
        during(
            () ->
                WriteLog.CURRENT.call(
                    log,
                    () -> {
                      var updated = client.updateSubresource(seen, "scale", scale);
                      client.createSubresource(seen, "binding", Map.of("target", "n"));
                      return updated;
                    }));

    ScriptedApi.Call put = api.nextCall();
    put.answer(
        200,
        "{\"kind\":\"Scale\",\"metadata\":{\"resourceVersion\":\"12\"},\"spec\":{\"replicas\":3}}");
    ScriptedApi.Call post = api.nextCall();
    post.answer(201, "{\"kind\":\"Status\",\"metadata\":{},\"status\":\"Success\"}");

    assertThat(result.get().getSpec().getReplicas()).isEqualTo(3);
    assertThat(put.request().toString()).isEqualTo("PUT /api/v1/namespaces/ns/configmaps/a/scale");
    assertThat(post.request().toString())
        .isEqualTo("POST /api/v1/namespaces/ns/configmaps/a/binding");
    assertThat(writes).containsExactly("ConfigMap at 12", "ConfigMap ns/a unsure");
  }

  @Test
  void untrackedClientRecordsOnlyWritesWithoutResponse() throws Exception {
    var writes = new java.util.ArrayList<String>();
    Client untracked = client.untracked();
    var result =
        during(
            () ->
                WriteLog.CURRENT.call(
                    into(writes),
                    () -> {
                      untracked.createSubresource(seen, "binding", Map.of("target", "n"));
                      untracked.delete(seen, Deletion.background());
                      try {
                        untracked.createSubresource(seen, "binding", Map.of("target", "m"));
                      } catch (ApiException.NoAnswer e) {
                        writes.add("no answer");
                      }
                      return untracked.patch(seen, c -> c.setData(Map.of()));
                    }));

    api.nextCall().answer(201, "{\"kind\":\"Status\",\"metadata\":{},\"status\":\"Success\"}");
    api.nextCall().answer(200, "{\"kind\":\"Status\",\"status\":\"Success\"}");
    api.nextCall().drop();
    api.nextCall().answer(200, Json.MAPPER.writeValueAsString(seen));

    assertThat(result.get().getMetadata().getName()).isEqualTo("a");
    assertThat(writes).containsExactly("ConfigMap ns/a unsure", "no answer");
  }

  @Test
  void limitsTheRateOfRequests() throws Exception {
    Client slow = client.limited(2, 2).live();
    for (int i = 0; i < 4; i++) {
      var result = during(() -> slow.get(ConfigMap.class, ObjectKey.of("ns", "a")));
      api.nextCall().answer(404, "");
      result.get();
    }

    assertThat(world.time().slept())
        .extracting(java.time.Duration::toMillis)
        .containsExactly(0L, 0L, 500L, 500L);
  }

  @Test
  void skipsARepeatedApplyWhileTheObjectIsUnchanged() throws Exception {
    var cache = new Cache(world.env(), rest);
    Client caching = new CachedClient(rest, cache);
    cache.start();
    var kind =
        cache.kind(
            io.coxswain.api.ResourceType.of(ConfigMap.class),
            io.coxswain.runtime.cache.Projection.FULL);
    ScriptedApi.Watching watch = api.nextWatch().open();
    watch.send("BOOKMARK", END);
    kind.awaitSynced(io.coxswain.runtime.cache.Projection.FULL, java.time.Duration.ofDays(1));
    ConfigMap stored =
        new ConfigMapBuilder(seen).editMetadata().withResourceVersion("12").endMetadata().build();

    apply(caching, stored);
    watch.send("ADDED", Json.MAPPER.writeValueAsString(stored));
    var changes = new io.coxswain.env.Mailbox<Object>(world.env().tasks(), 10);
    kind.subscribe("test", io.coxswain.runtime.cache.Projection.FULL, changes::offer);
    changes.take();
    assertThat(caching.apply(seen).getMetadata().getResourceVersion()).isEqualTo("12");
    assertThat(api.pending()).as("nothing is sent").isZero();

    ConfigMap other =
        new ConfigMapBuilder(stored).editMetadata().withResourceVersion("13").endMetadata().build();
    watch.send("MODIFIED", Json.MAPPER.writeValueAsString(other));
    changes.take();
    apply(caching, other);
    cache.stop();
  }

  private static final String END =
      "{\"metadata\":{\"resourceVersion\":\"9\",\"annotations\":"
          + "{\"k8s.io/initial-events-end\":\"true\"}}}";

  /** Applies, and responds to the expected request. */
  private void apply(Client caching, ConfigMap stored) throws Exception {
    var result = during(() -> caching.apply(seen));
    ScriptedApi.Call call = api.nextCall();
    assertThat(call.request().query("force")).isEqualTo("true");
    call.answer(200, Json.MAPPER.writeValueAsString(stored));
    result.get();
  }

  @Test
  void liveClientReadsFromTheServer() throws Exception {
    var result = during(() -> client.live().get(ConfigMap.class, ObjectKey.of("ns", "a")));
    api.nextCall().answer(200, Json.MAPPER.writeValueAsString(seen));
    assertThat(result.get().orElseThrow().getData()).containsEntry("k", "v");

    var missing = during(() -> client.live().get(ConfigMap.class, ObjectKey.of("ns", "b")));
    api.nextCall().answer(404, "");
    assertThat(missing.get()).isEmpty();

    assertThatThrownBy(() -> client.get(ConfigMap.class, ObjectKey.of("ns", "a")))
        .hasMessage("the cache is not started, can not read objects");
  }

  private Object delete(Deletion deletion) throws ApiException {
    client.delete(seen, deletion);
    return seen;
  }

  private static String aggregated(
      String group, String version, String kind, String plural, String scope) {
    return """
    {"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","items":[{"metadata":{"name":"%s"},
     "versions":[{"version":"%s","resources":[{"resource":"%4$s","scope":"%5$s","verbs":["get"],
      "responseKind":{"group":"%1$s","version":"%2$s","kind":"%3$s"}}]}]}]}
    """
        .formatted(group, version, kind, plural, scope);
  }

  private static String resources(String kind, String plural) {
    return """
    {"kind":"APIResourceList","resources":[{"name":"%2$s","kind":"%1$s","namespaced":true,"verbs":["list","watch"]},
     {"name":"%2$s/status","kind":"%1$s","namespaced":true,"verbs":["get"]}]}
    """
        .formatted(kind, plural);
  }

  private interface Call<T> {
    T call() throws Exception;
  }

  private interface Result<T> {
    T get() throws Exception;
  }

  /** Makes the call on its own task, so that the test can respond. */
  private <T> Result<T> during(Call<T> call) {
    var result = new AtomicReference<@Nullable T>();
    Task task = world.env().tasks().spawn("caller", () -> result.set(call.call()));
    return () -> {
      task.join();
      if (task.failure().isPresent()) {
        throw task.failure().get();
      }
      return Objects.requireNonNull(result.get());
    };
  }
}
