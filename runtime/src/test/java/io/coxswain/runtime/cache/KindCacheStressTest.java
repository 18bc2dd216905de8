package io.coxswain.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.evidence.stress.RealThreads;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.runtime.testing.ScriptedApi;
import io.coxswain.runtime.testing.TestEnv;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The cache of one kind on real threads: two watches write, while readers, subscribers and waiters
 * for own writes come and go. A lost callback ends in the timeout.
 */
@Timeout(60)
final class KindCacheStressTest {
  private static final ResourceType TYPE = ResourceType.of(ConfigMap.class);
  private static final Duration LONG = Duration.ofDays(1);
  private static final List<String> NAMESPACES = List.of("n0", "n1");
  private static final int EVENTS = 4_000;
  private static final int OBJECTS = 5;
  private static final String INDEX = "by-app";

  /** Version of the first event; versions of the two namespaces alternate. */
  private static final int FIRST = 10;

  private static final long LAST = FIRST + 2L * EVENTS;

  private final TestEnv world = TestEnv.preemptive();
  private final Cache cache =
      new Cache(
          world.env(),
          new Rest(world.env(), "test/1", new Metrics().client("h")),
          new CacheOptions().namespaces("n0", "n1"),
          null,
          failure -> {});
  private final KindCache kind;
  private final Map<String, ScriptedApi.Watching> watches = new TreeMap<>();

  KindCacheStressTest() {
    cache.start();
    kind = cache.kind(TYPE, Projection.FULL);
    kind.addIndex(INDEX, entry -> List.of(String.valueOf(entry.labels().get("app"))));
    for (int i = 0; i < NAMESPACES.size(); i++) {
      ScriptedApi.Watching watch = world.api().nextWatch().open();
      for (String namespace : NAMESPACES) {
        if (watch.request().path().contains("/" + namespace + "/")) {
          watches.put(namespace, watch);
        }
      }
      watch.send("BOOKMARK", bookmark(FIRST - 1, true));
    }
    assertThat(kind.awaitSynced(Projection.FULL, LONG)).isTrue();
  }

  @AfterEach
  void stop() {
    cache.stop();
  }

  /**
   * Sends the events of a namespace. Each object is added, modified twice with another label, and
   * deleted again.
   */
  private void send(int namespace) {
    ScriptedApi.Watching watch = Objects.requireNonNull(watches.get(NAMESPACES.get(namespace)));
    for (int event = 0; event < EVENTS; event++) {
      int step = event / OBJECTS % 4;
      String type = step == 0 ? "ADDED" : step == 3 ? "DELETED" : "MODIFIED";
      long version = FIRST + 2L * event + namespace;
      watch.send(type, object(namespace, event % OBJECTS, step % 2, version));
    }
    watch.send("BOOKMARK", bookmark(LAST, false));
  }

  /** Reads until everything has arrived; what is read together is consistent. */
  private void read(int number) {
    var versions = new HashMap<ObjectKey, Long>();
    long position = 0;
    while (position < LAST) {
      long now = kind.position();
      assertThat(now).as("position").isGreaterThanOrEqualTo(position);
      position = now;
      for (Entry entry : kind.find(Query.all())) {
        Long before = versions.put(entry.key(), entry.version());
        assertThat(before == null || before <= entry.version()).as("goes back").isTrue();
      }
      String app = Integer.toString(number % 2);
      for (Entry entry : kind.find(new Query("", LabelSelector.everything(), INDEX, app, null))) {
        assertThat(entry.labels()).as("found by the index").containsEntry("app", app);
      }
      assertThat(kind.bytes()).isNotNegative();
    }
  }

  /** Replays changes: each must fit the state that the earlier ones have led to. */
  private static final class Replay {
    final Map<ObjectKey, Long> objects = new HashMap<>();
    volatile String problem = "";
    final AtomicInteger changes = new AtomicInteger();

    void accept(Change change) {
      boolean fits =
          switch (change) {
            case Change.Added added -> {
              Long before = objects.put(added.now().key(), added.now().version());
              yield before == null;
            }
            case Change.Updated updated -> {
              Long before = objects.put(updated.now().key(), updated.now().version());
              yield before != null && before == updated.old().version();
            }
            case Change.Removed removed -> objects.remove(removed.last().key()) != null;
          };
      if (!fits) {
        problem = change + " does not follow " + objects;
      }
      changes.incrementAndGet();
    }
  }

  /** Subscribes again and again; each time the changes follow the objects that existed. */
  private void subscribe(int number) throws InterruptedException {
    do {
      var replay = new Replay();
      Subscription subscription = kind.subscribe("test " + number, Projection.FULL, replay::accept);
      assertThat(subscription.awaitSynced(LONG)).isTrue();
      awaitVersion(kind.position() + 2);
      subscription.close();
      assertThat(replay.problem).isEmpty();
    } while (kind.position() < LAST);
  }

  /** Waits for the next version again and again, as a controller does for its own writes. */
  private void await(int number) throws InterruptedException {
    for (long version = FIRST; version <= LAST + number; version = kind.position() + 1 + number) {
      awaitVersion(version);
      assertThat(kind.position()).isGreaterThanOrEqualTo(Math.min(version, LAST));
    }
  }

  private void awaitVersion(long version) throws InterruptedException {
    var shown = new Semaphore(0);
    var barrier = new ReadBarrier(Math.min(version, LAST), new TreeMap<>(), kind.fill());
    if (!kind.shows(barrier, shown::release)) {
      shown.acquire();
      assertThat(kind.shows(barrier, () -> {})).isTrue();
    }
  }

  @Test
  void keepsItsGuaranteesUnderConcurrentUse() throws Exception {
    var whole = new Replay();
    Subscription all = kind.subscribe("all", Projection.FULL, whole::accept);

    new RealThreads()
        .add("sender", NAMESPACES.size(), this::send)
        .add("reader", 2, this::read)
        .add("subscriber", 2, this::subscribe)
        .add("waiter", 3, this::await)
        .run();

    while (whole.changes.get() < NAMESPACES.size() * EVENTS) {
      world.env().tasks().pause();
    }
    all.close();
    assertThat(whole.problem).isEmpty();
    assertThat(kind.find(Query.all())).hasSize(whole.objects.size());
    assertThat(kind.bytes())
        .isEqualTo(kind.find(Query.all()).stream().mapToLong(Entry::size).sum());
  }

  private static String object(int namespace, int number, int app, long version) {
    return """
    {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"o%2$d","namespace":"n%1$d",
     "uid":"u","resourceVersion":"%4$d","labels":{"app":"%3$d"}}}
    """
        .formatted(namespace, number, app, version);
  }

  private static String bookmark(long version, boolean first) {
    return """
    {"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":"%d"%s}}
    """
        .formatted(
            version, first ? ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}" : "");
  }
}
