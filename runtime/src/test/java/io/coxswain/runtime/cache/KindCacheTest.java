package io.coxswain.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.Mailbox;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.runtime.testing.ScriptedApi;
import io.coxswain.runtime.testing.TestEnv;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class KindCacheTest {
  private static final ResourceType TYPE = ResourceType.of(ConfigMap.class);
  private static final Duration LONG = Duration.ofDays(1);
  private static final String END =
      """
      {"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":"%s",
       "annotations":{"k8s.io/initial-events-end":"true"}}}
      """;
  private static final String GONE =
      """
      {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410,"message":"too old"}
      """;

  private final TestEnv world = TestEnv.create();
  private final ScriptedApi api = world.api();
  private final Cache cache =
      new Cache(world.env(), new Rest(world.env(), "test/1", new Metrics().client("h")));
  private final Mailbox<Change> changes = new Mailbox<>(world.env().tasks(), 10_000);

  KindCacheTest() {
    cache.start();
  }

  @AfterEach
  void stop() {
    cache.stop();
  }

  @Test
  @Scenario("runtime-23")
  void isNotFilledByAnOrdinaryBookmark() {
    KindCache kind = cache.kind(TYPE, Projection.FULL);
    ScriptedApi.Watching watch = api.nextWatch().open();

    watch.send("ADDED", object("a", 1)).send("BOOKMARK", bookmark(5)).send("ADDED", object("b", 2));

    assertThat(kind.awaitSynced(Projection.FULL, Duration.ZERO)).isFalse();
    assertThat(kind.find(Query.all())).isEmpty();

    watch.send("BOOKMARK", END.formatted(9));

    assertThat(kind.awaitSynced(Projection.FULL, LONG)).isTrue();
    assertThat(names(kind)).containsExactly("a", "b");
    assertThat(kind.position()).isEqualTo(9);
  }

  @Test
  @Scenario("runtime-22")
  void fillsWithOneRequestWhereTheServerStreamsLists() {
    KindCache kind = cache.kind(TYPE, Projection.FULL);
    kind.subscribe("test", Projection.METADATA, changes::offer);
    ScriptedApi.Watching watch = api.nextWatch().open();
    watch.send("ADDED", object("a", 1)).send("BOOKMARK", END.formatted(9));

    assertThat(changes.take())
        .isInstanceOfSatisfying(Change.Added.class, a -> assertThat(a.initial()).isTrue());
    watch.send("MODIFIED", object("a", 10));
    assertThat(changes.take()).isInstanceOf(Change.Updated.class);

    assertThat(api.seen()).hasSize(1);
    assertThat(watch.request().query("sendInitialEvents")).isEqualTo("true");
    assertThat(watch.request().query("resourceVersionMatch")).isEqualTo("NotOlderThan");
    assertThat(watch.request().query("allowWatchBookmarks")).isEqualTo("true");
  }

  @Test
  @Scenario("runtime-22")
  void listsAndWatchesWhereTheServerDoesNotStreamLists() {
    KindCache kind = cache.kind(TYPE, Projection.FULL);
    api.nextWatch()
        .refuse(
            422, "{\"kind\":\"Status\",\"code\":422,\"reason\":\"Invalid\",\"message\":\"no\"}");

    ScriptedApi.Call list = api.nextCall();
    assertThat(list.request().query("resourceVersion")).isEqualTo("0");
    list.answer(200, list(7, object("a", 1)));
    ScriptedApi.Watching watch = api.nextWatch().open();

    assertThat(watch.request().query("resourceVersion")).isEqualTo("7");
    assertThat(watch.request().query("sendInitialEvents")).isNull();
    assertThat(kind.awaitSynced(Projection.FULL, LONG)).isTrue();
    assertThat(names(kind)).containsExactly("a");
  }

  @Test
  void followsTheContinueTokenOfAPagedList() {
    KindCache kind = cache.kind(TYPE, Projection.FULL);
    api.nextWatch().refuse(400, "");
    api.nextCall()
        .answer(
            200,
            "{\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\"next\"},\"items\":["
                + object("a", 1)
                + "]}");

    ScriptedApi.Call second = api.nextCall();
    assertThat(second.request().query("continue")).isEqualTo("next");
    second.answer(200, list(7, object("b", 2)));

    assertThat(kind.awaitSynced(Projection.FULL, LONG)).isTrue();
    assertThat(names(kind)).containsExactly("a", "b");
  }

  @Test
  @Scenario("runtime-20")
  void relistsOnceWhenItsVersionHasExpiredAndReportsOnlyDifferences() {
    KindCache kind = cache.kind(TYPE, Projection.FULL);
    kind.subscribe("test", Projection.METADATA, changes::offer);
    ScriptedApi.Watching first = api.nextWatch().open();
    first
        .send("ADDED", object("gone", 1))
        .send("ADDED", object("same", 2))
        .send("ADDED", object("new", 3))
        .send("BOOKMARK", END.formatted(9));
    for (int i = 0; i < 3; i++) {
      changes.take();
    }

    first.send("ERROR", GONE);

    ScriptedApi.Watching second = api.nextWatch().open();
    assertThat(second.request().query("sendInitialEvents")).isEqualTo("true");
    assertThat(second.request().query("resourceVersion")).isNull();
    second
        .send("ADDED", object("same", 2))
        .send("ADDED", object("new", 12))
        .send("BOOKMARK", END.formatted(20));
    assertThat(changes.take())
        .isInstanceOfSatisfying(
            Change.Updated.class, u -> assertThat(u.now().version()).isEqualTo(12));
    assertThat(changes.take())
        .isInstanceOfSatisfying(
            Change.Removed.class,
            r -> {
              assertThat(r.last().key().name()).isEqualTo("gone");
              assertThat(r.stateUnknown()).isTrue();
            });
    second.send("MODIFIED", object("same", 21));
    assertThat(changes.take())
        .isInstanceOfSatisfying(
            Change.Updated.class, u -> assertThat(u.now().version()).isEqualTo(21));
    assertThat(api.seen()).hasSize(2);
    assertThat(first.isClosed()).isTrue();
  }

  @Test
  void resumesAtTheLastVersionWhenTheWatchEnds() {
    KindCache kind = cache.kind(TYPE, Projection.FULL);
    ScriptedApi.Watching first = api.nextWatch().open();
    first.send("BOOKMARK", END.formatted(9)).send("ADDED", object("a", 11)).end();

    ScriptedApi.Watching second = api.nextWatch().open();

    assertThat(second.request().query("resourceVersion")).isEqualTo("11");
    assertThat(second.request().query("sendInitialEvents")).isNull();
    second.send("DELETED", object("a", 12)).send("BOOKMARK", bookmark(30)).cut();
    ScriptedApi.Watching third = api.nextWatch().open();
    assertThat(third.request().query("resourceVersion")).isEqualTo("30");
    assertThat(names(kind)).isEmpty();
  }

  @Test
  void retriesIndefinitelyWithBackoff() {
    cache.kind(TYPE, Projection.FULL);

    for (int i = 0; i < 8; i++) {
      api.nextWatch().refuse(429, "");
    }
    api.nextWatch().open();

    List<Duration> slept = world.time().slept();
    assertThat(slept).hasSize(8);
    double[] base = {0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30, 30};
    for (int i = 0; i < base.length; i++) {
      assertThat(slept.get(i).toMillis() / 1000.0).isBetween(base[i] - 0.001, 2 * base[i]);
    }
  }

  @Test
  void servesTheOtherObjectsWhenOneCannotBeDecoded() {
    KindCache kind = cache.kind(TYPE, Projection.FULL);
    ScriptedApi.Watching watch = api.nextWatch().open();
    for (int i = 0; i < 999; i++) {
      watch.send("ADDED", object("o" + i, i + 1));
    }
    watch.send(
        "ADDED", "{\"metadata\":{\"name\":\"bad\",\"resourceVersion\":\"1000\"},\"data\":[7]}");
    watch.send("ADDED", "nonsense");
    watch.send("BOOKMARK", END.formatted(1001));
    assertThat(kind.awaitSynced(Projection.FULL, LONG)).isTrue();

    long decoded =
        kind.find(Query.all()).stream().filter(e -> e.decode(ConfigMap.class).isPresent()).count();

    assertThat(decoded).isEqualTo(999);
    kind.subscribe("test", Projection.METADATA, changes::offer);
    watch.send("MODIFIED", object("o0", 2000));
    Change last;
    do {
      last = changes.take();
    } while (!(last instanceof Change.Updated));
  }

  @Test
  @Scenario("runtime-29")
  void metadataReadersShareTheWatchOfCompleteObjects() {
    cache.kind(TYPE, Projection.FULL);
    ScriptedApi.Watching watch = api.nextWatch().open();
    watch.send("ADDED", object("a", 1)).send("BOOKMARK", END.formatted(9));

    KindCache kind = cache.kind(TYPE, Projection.METADATA);

    assertThat(kind.awaitSynced(Projection.METADATA, LONG)).isTrue();
    var metadata = entry(kind, "a").metadata(TYPE);
    assertThat(metadata.getKind()).isEqualTo("ConfigMap");
    assertThat(metadata.getMetadata().getLabels()).containsEntry("app", "a");
    assertThat(metadata.getAdditionalProperties()).isEmpty();
    assertThat(api.seen()).hasSize(1);
  }

  @Test
  void replacesAMetadataWatchWhenAReaderNeedsCompleteObjects() {
    KindCache kind = cache.kind(TYPE, Projection.METADATA);
    kind.subscribe("test", Projection.METADATA, changes::offer);
    ScriptedApi.Watching metadata = api.nextWatch().open();
    assertThat(metadata.request().header("accept")).contains("as=PartialObjectMetadata;");
    metadata.send("ADDED", object("a", 1)).send("BOOKMARK", END.formatted(9));
    assertThat(changes.take()).isInstanceOf(Change.Added.class);

    cache.kind(TYPE, Projection.FULL);

    ScriptedApi.Watching full = api.nextWatch().open();
    assertThat(full.request().header("accept")).isEqualTo("application/json");
    assertThat(kind.isSynced(Projection.FULL)).isFalse();
    assertThat(kind.isSynced(Projection.METADATA)).isTrue();
    full.send("ADDED", object("a", 1)).send("BOOKMARK", END.formatted(10));
    assertThat(kind.awaitSynced(Projection.FULL, LONG)).isTrue();
    assertThat(entry(kind, "a").decode(ConfigMap.class).orElseThrow().getData())
        .containsEntry("k", "ü");
    full.send("DELETED", object("a", 11));
    assertThat(changes.take()).isInstanceOf(Change.Removed.class);
  }

  @Test
  void deliversNoMetadataOnlyObjectsToSubscribersOfCompleteObjects() {
    KindCache kind = cache.kind(TYPE, Projection.METADATA);
    ScriptedApi.Watching metadata = api.nextWatch().open();
    metadata.send("ADDED", object("a", 1)).send("BOOKMARK", END.formatted(9));
    assertThat(kind.awaitSynced(Projection.METADATA, LONG)).isTrue();

    cache.kind(TYPE, Projection.FULL).subscribe("test", Projection.FULL, changes::offer);
    ScriptedApi.Watching full = api.nextWatch().open();
    full.send("ADDED", object("a", 1)).send("BOOKMARK", END.formatted(10));

    assertThat(changes.take())
        .isInstanceOfSatisfying(
            Change.Added.class,
            added -> {
              assertThat(added.initial()).isTrue();
              assertThat(added.now().decode(ConfigMap.class).orElseThrow().getData())
                  .containsEntry("k", "ü");
            });
    assertThat(changes.size()).isZero();
  }

  @Test
  void resyncsAboutEveryTenHours() {
    KindCache kind = filled(object("a", 1));
    kind.subscribe("test", Projection.FULL, changes::offer);
    assertThat(changes.take()).isInstanceOf(Change.Added.class);

    world.time().advance(Duration.ofHours(11));

    assertThat(changes.take())
        .isInstanceOfSatisfying(
            Change.Updated.class, again -> assertThat(again.old()).isSameAs(again.now()));
  }

  @Test
  @Scenario("runtime-31")
  void indexAddedLaterIsComplete() {
    KindCache kind = filled(object("b", 1), object("a", 2));

    kind.addIndex("by-app", entry -> List.of(entry.labels().get("app")));

    assertThat(kind.find(new Query("ns", LabelSelector.everything(), "by-app", "a", null)))
        .hasSize(1);
  }

  @Test
  @Scenario("runtime-28")
  void listsInOrderAndReturnsCopies() {
    KindCache kind = filled(object("b", 1), object("c", 2), object("a", 3));

    kind.find(Query.all()).getFirst().decode(ConfigMap.class).orElseThrow().getData().clear();

    assertThat(names(kind)).containsExactly("a", "b", "c");
    assertThat(kind.find(Query.all()).getFirst().decode(ConfigMap.class).orElseThrow().getData())
        .containsEntry("k", "ü");
  }

  @Test
  void narrowsByNamespaceLabelsAndController() {
    KindCache kind =
        filled(
            object("a", 1),
            object("b", 2).replace("\"ns\"", "\"ns2\""),
            object("c", 3).replace("\"uid\"", owner("o7") + "\"uid\""));

    assertThat(kind.find(new Query("ns2", LabelSelector.everything(), null, "", null)))
        .extracting(e -> e.key().name())
        .containsExactly("b");
    assertThat(kind.find(new Query("", LabelSelector.of("app", "a"), null, "", null)))
        .extracting(e -> e.key().name())
        .containsExactly("a");
    assertThat(kind.find(new Query("", LabelSelector.everything(), null, "", "o7")))
        .extracting(e -> e.key().name())
        .containsExactly("c");
  }

  private static String owner(String uid) {
    return "\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"K\",\"name\":\"o\",\"controller\":true,\"uid\":\""
        + uid
        + "\"}],";
  }

  private KindCache filled(String... objects) {
    KindCache kind = cache.kind(TYPE, Projection.FULL);
    ScriptedApi.Watching watch = api.nextWatch().open();
    for (String object : objects) {
      watch.send("ADDED", object);
    }
    watch.send("BOOKMARK", END.formatted(9));
    assertThat(kind.awaitSynced(Projection.FULL, LONG)).isTrue();
    return kind;
  }

  private static List<String> names(KindCache kind) {
    return kind.find(Query.all()).stream().map(e -> e.key().name()).toList();
  }

  private static Entry entry(KindCache kind, String name) {
    return Objects.requireNonNull(kind.get(ObjectKey.of("ns", name)));
  }

  private static String object(String name, long version) {
    return """
        {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"%1$s","namespace":"ns",
         "managedFields":[{"manager":"x"}],"uid":"uid-%1$s","resourceVersion":"%2$d","labels":{"app":"%1$s"}},
         "data":{"k":"ü"}}
        """
        .formatted(name, version);
  }

  private static String list(long version, String... items) {
    return "{\"kind\":\"ConfigMapList\",\"metadata\":{\"resourceVersion\":\""
        + version
        + "\"},\"items\":["
        + String.join(",", items)
        + "]}";
  }

  private static String bookmark(long version) {
    return "{\"metadata\":{\"resourceVersion\":\"" + version + "\"}}";
  }
}
