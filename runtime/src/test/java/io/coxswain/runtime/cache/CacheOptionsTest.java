package io.coxswain.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Mailbox;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.runtime.testing.ScriptedApi;
import io.coxswain.runtime.testing.TestEnv;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Node;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class CacheOptionsTest {
  private static final ResourceType TYPE = ResourceType.of(ConfigMap.class);
  private static final Duration LONG = Duration.ofDays(1);
  private static final String END =
      "{\"metadata\":{\"resourceVersion\":\"%d\",\"annotations\":"
          + "{\"k8s.io/initial-events-end\":\"true\"}}}";

  private final TestEnv world = TestEnv.create();
  private final ScriptedApi api = world.api();
  private final Metrics metrics = new Metrics();
  private final List<Exception> fatal = new ArrayList<>();
  private @Nullable Cache cache;

  @AfterEach
  void stop() {
    if (cache != null) {
      cache.stop();
    }
  }

  private Cache cache(Consumer<CacheOptions> settings) {
    var options = new CacheOptions();
    settings.accept(options);
    var made =
        new Cache(
            world.env(),
            new Rest(world.env(), "test/1", metrics.client("h")),
            options,
            metrics.caches("test"),
            fatal::add);
    cache = made;
    made.start();
    return made;
  }

  @Test
  @Scenario("runtime-30")
  void watchesANamespaceAndAllOthersSeparately() {
    KindCache kind = cache(c -> c.namespaces("a", "")).kind(TYPE, Projection.FULL);
    Map<String, ScriptedApi.Watching> watches = watches(2);

    assertThat(watches.keySet())
        .containsExactly("/api/v1/configmaps", "/api/v1/namespaces/a/configmaps");
    ScriptedApi.Watching others = Objects.requireNonNull(watches.get("/api/v1/configmaps"));
    ScriptedApi.Watching a = Objects.requireNonNull(watches.get("/api/v1/namespaces/a/configmaps"));
    assertThat(others.request().query("fieldSelector")).isEqualTo("metadata.namespace!=a");
    assertThat(a.request().query("fieldSelector")).isNull();

    a.open().send("ADDED", object("a", "x", 1)).send("BOOKMARK", END.formatted(5));
    assertThat(kind.awaitSynced(Projection.FULL, Duration.ZERO)).isFalse();
    others.open().send("ADDED", object("b", "y", 2)).send("BOOKMARK", END.formatted(7));
    assertThat(kind.awaitSynced(Projection.FULL, LONG)).isTrue();
    assertThat(kind.find(Query.all()))
        .extracting(Entry::key)
        .containsExactly(ObjectKey.of("a", "x"), ObjectKey.of("b", "y"));
    assertThat(kind.position()).as("the one that is behind counts").isEqualTo(5);
  }

  @Test
  void rejectsReadsOutsideTheCachedNamespaces() {
    KindCache kind = cache(c -> c.namespaces("a")).kind(TYPE, Projection.FULL);

    assertThatThrownBy(() -> kind.get(ObjectKey.of("b", "x")))
        .hasMessage("unable to get: b/x because of unknown namespace for the cache");
    assertThatThrownBy(() -> kind.find(new Query("b", LabelSelector.everything(), null, "", null)))
        .hasMessage("unable to list: b because of unknown namespace for the cache");
  }

  @Test
  void mostSpecificSettingWins() {
    var options =
        new CacheOptions()
            .scope(s -> s.labels(LabelSelector.of("from", "everything")).fields("f=everything"))
            .namespace("a", s -> s.labels(LabelSelector.of("from", "namespace")))
            .namespace("b", s -> {})
            .kind(
                ConfigMap.class,
                k ->
                    k.scope(s -> s.fields("f=kind"))
                        .namespace("a", s -> s.fields("f=kind-in-namespace"))
                        .namespace("c", s -> s.labels(LabelSelector.of("from", "kind-in-c"))));

    assertThat(options.selections(TYPE))
        .extracting(s -> s.namespace() + " " + s.labels() + " " + s.fields())
        .containsExactly("a from=namespace f=kind-in-namespace", "c from=kind-in-c f=kind");
    assertThat(options.selections(ResourceType.of(Node.class)))
        .extracting(s -> s.namespace() + " " + s.labels() + " " + s.fields())
        .containsExactly(" from=everything f=everything");
    assertThat(
            new CacheOptions()
                .namespaces("a")
                .kind(ConfigMap.class, KindOptions::allNamespaces)
                .selections(TYPE))
        .extracting(Selection::namespace)
        .containsExactly("");
    assertThatThrownBy(() -> options.kind(Node.class, k -> k.namespace("a", s -> {})))
        .hasMessage("type v1 Node is not namespaced, but its cache has namespaces");
  }

  @Test
  void namespaceInTheFieldSelectorMakesTheRequestNamespaced() {
    cache(c -> c.scope(s -> s.fields("metadata.namespace=a,metadata.name=x")))
        .kind(TYPE, Projection.FULL);
    ApiRequest request = api.nextWatch().request();

    assertThat(request.path()).isEqualTo("/api/v1/namespaces/a/configmaps");
    assertThat(request.query("fieldSelector")).isEqualTo("metadata.namespace=a,metadata.name=x");
  }

  @Test
  void transformsObjectsBeforeStoringThem() {
    KindCache kind =
        cache(c -> c.scope(s -> s.transform(object -> object.remove("data"))))
            .kind(TYPE, Projection.FULL);
    fill(kind, object("a", "x", 1));

    assertThat(kind.find(Query.all()).getFirst().decode(ConfigMap.class).orElseThrow().getData())
        .isNullOrEmpty();
  }

  @Test
  void compressesSimilarObjectsWithADictionary() {
    KindCache kind =
        cache(c -> c.kind(ConfigMap.class, k -> k.store(Representation.DICTIONARY)))
            .kind(TYPE, Projection.FULL);
    var objects = new ArrayList<String>();
    long plain = 0;
    for (int i = 0; i < 1000; i++) {
      objects.add(object("ns", "object-" + i, i + 1, "k" + "x".repeat(40) + (i * 7919 % 1000)));
      plain += objects.getLast().getBytes(StandardCharsets.UTF_8).length;
    }
    fill(kind, objects.toArray(new String[0]));

    assertThat(kind.bytes()).isPositive().isLessThan(plain / 3);
    assertThat(kind.find(Query.all())).hasSize(1000);
    for (int i = 0; i < 1000; i++) {
      Entry entry = Objects.requireNonNull(kind.get(ObjectKey.of("ns", "object-" + i)));
      ConfigMap map = entry.decode(ConfigMap.class).orElseThrow();
      assertThat(map.getMetadata().getUid()).isEqualTo("uid-object-" + i);
      assertThat(map.getData()).containsEntry("k", "k" + "x".repeat(40) + (i * 7919 % 1000));
      assertThat(entry.metadata(TYPE).getMetadata().getName()).isEqualTo("object-" + i);
    }
    assertThat(new String(metrics.scrape(), StandardCharsets.UTF_8))
        .contains(
            "coxswain_cache_bytes{group=\"\",kind=\"ConfigMap\"} " + (double) kind.bytes() + "\n");
  }

  @Test
  void compressesUnchangedObjectsTransparently() {
    KindCache kind = cache(c -> {}).kind(TYPE, Projection.FULL);
    var objects = new ArrayList<String>();
    for (int i = 0; i < 500; i++) {
      objects.add(object("ns", "object-" + i, i + 1, "x".repeat(1_500) + i));
    }
    fill(kind, objects.toArray(new String[0]));
    long plain = kind.bytes();

    world.time().advance(Duration.ofSeconds(60));

    assertThat(kind.bytes()).isPositive().isLessThan(plain / 5);
    for (int i = 0; i < 500; i++) {
      Entry entry = Objects.requireNonNull(kind.get(ObjectKey.of("ns", "object-" + i)));
      assertThat(entry.json()).asString(StandardCharsets.UTF_8).isEqualTo(objects.get(i));
      assertThat(entry.decode(ConfigMap.class).orElseThrow().getMetadata().getUid())
          .isEqualTo("uid-object-" + i);
    }
    int timers = world.time().timers();
    world.time().advance(Duration.ofSeconds(60));
    assertThat(world.time().timers()).as("it rests").isEqualTo(timers);
  }

  @Test
  void sharesObjectsAndDetectsModifications() {
    KindCache kind =
        cache(c -> c.kind(ConfigMap.class, k -> k.store(Representation.OBJECTS)).detectChanges())
            .kind(TYPE, Projection.FULL);
    fill(kind, object("a", "x", 1));
    Entry entry = kind.find(Query.all()).getFirst();

    Optional<ConfigMap> first = kind.decode(entry, ConfigMap.class);
    assertThat(kind.decode(entry, ConfigMap.class).orElseThrow()).isSameAs(first.orElseThrow());

    first.orElseThrow().setData(Map.of("changed", "yes"));
    assertThatThrownBy(() -> kind.decode(entry, ConfigMap.class))
        .hasMessage("ConfigMap a/x was modified by a reader of the cache");
  }

  @Test
  void reportsCachesThatExceedTheirSizeLimit() {
    KindCache kind =
        cache(c -> c.kind(ConfigMap.class, k -> k.ceiling(300))).kind(TYPE, Projection.FULL);

    fill(kind, object("a", "x", 1));
    assertThat(fatal).isEmpty();
    var changes = new Mailbox<Change>(world.env().tasks(), 10);
    kind.subscribe("test", Projection.FULL, changes::offer);
    changes.take();
    watch().send("ADDED", object("a", "y", 10)).send("ADDED", object("a", "z", 11));
    changes.take();
    changes.take();

    assertThat(fatal)
        .first()
        .satisfies(
            e ->
                assertThat(e)
                    .hasMessage(
                        "the cache of v1 ConfigMap holds more than its ceiling of 300 bytes; cache"
                            + " fewer namespaces, select by label or raise the ceiling"));
  }

  @Test
  void rejectsReadsOfUnwatchedKindsIfConfigured() {
    Cache strict = cache(CacheOptions::onlyWatchedKinds);

    assertThatThrownBy(() -> strict.synced(TYPE, Projection.FULL, LONG))
        .hasMessage("v1 ConfigMap is not cached");
  }

  @Test
  void opensTheNextWatchBeforeTheOldOneEndsAndAppliesDuplicateEventsOnce() {
    KindCache kind = cache(c -> {}).kind(TYPE, Projection.FULL);
    fill(kind, object("a", "x", 1));
    ScriptedApi.Watching old = watch();
    var changes = new Mailbox<Change>(world.env().tasks(), 10);
    kind.subscribe("test", Projection.FULL, changes::offer);
    changes.take();
    old.send("ADDED", object("a", "y", 20));
    assertThat(changes.take()).isInstanceOf(Change.Added.class);
    int seconds = Integer.parseInt(Objects.requireNonNull(old.request().query("timeoutSeconds")));

    var moving =
        world
            .env()
            .tasks()
            .spawn("time", () -> world.time().advance(Duration.ofSeconds(seconds - 5)));
    ScriptedApi.Watching next = api.nextWatch();
    assertThat(next.request().query("resourceVersion")).isEqualTo("20");
    assertThat(old.isClosed()).isFalse();
    old.send("MODIFIED", object("a", "y", 21));
    assertThat(changes.take()).isInstanceOf(Change.Updated.class);
    next.open();
    moving.join();
    next.send("MODIFIED", object("a", "y", 21)).send("MODIFIED", object("a", "x", 22));
    old.end();

    assertThat(changes.take())
        .isInstanceOfSatisfying(
            Change.Updated.class, u -> assertThat(u.now().key()).isEqualTo(ObjectKey.of("a", "x")));
    assertThat(api.pending()).isZero();
  }

  private ScriptedApi.@Nullable Watching last;

  private ScriptedApi.Watching watch() {
    return Objects.requireNonNull(last);
  }

  private void fill(KindCache kind, String... objects) {
    ScriptedApi.Watching watch = api.nextWatch().open();
    last = watch;
    for (String object : objects) {
      watch.send("ADDED", object);
    }
    watch.send("BOOKMARK", END.formatted(9));
    assertThat(kind.awaitSynced(Projection.FULL, LONG)).isTrue();
  }

  private Map<String, ScriptedApi.Watching> watches(int count) {
    var found = new TreeMap<String, ScriptedApi.Watching>();
    for (int i = 0; i < count; i++) {
      ScriptedApi.Watching watch = api.nextWatch();
      found.put(watch.request().path(), watch);
    }
    return found;
  }

  private static String object(String namespace, String name, long version) {
    return object(namespace, name, version, "v");
  }

  private static String object(String namespace, String name, long version, String value) {
    return ("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%2$s\","
            + "\"namespace\":\"%1$s\",\"uid\":\"uid-%2$s\",\"resourceVersion\":\"%3$d\","
            + "\"labels\":{\"app.kubernetes.io/managed-by\":\"trainer\"}},\"data\":{\"k\":\"%4$s\"}}")
        .formatted(namespace, name, version, value);
  }
}
