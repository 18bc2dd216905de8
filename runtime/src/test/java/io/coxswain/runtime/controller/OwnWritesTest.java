package io.coxswain.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.KindCache;
import io.coxswain.runtime.cache.Projection;
import io.coxswain.runtime.client.CachedClient;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.runtime.testing.ScriptedApi;
import io.coxswain.runtime.testing.TestEnv;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OwnWritesTest {
  private static final ResourceType MAPS = ResourceType.of(ConfigMap.class);
  private static final ResourceType SECRETS = ResourceType.of(Secret.class);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final TestEnv world = TestEnv.create();
  private final Rest rest = new Rest(world.env(), "test/1", new Metrics().client("h"));
  private final Cache cache = new Cache(world.env(), rest);
  private final OwnWrites<String> writes =
      new OwnWrites<>(cache, new CachedClient(rest, cache), world.env().clock());
  private final List<String> called = new ArrayList<>();

  OwnWritesTest() {
    cache.start();
  }

  @AfterEach
  void stop() {
    cache.stop();
  }

  /** A cache at version 9. */
  private ScriptedApi.Watching fill(ResourceType type) {
    KindCache kind = cache.kind(type, Projection.FULL);
    ScriptedApi.Watching watch = world.api().nextWatch().open();
    watch.send(
        "BOOKMARK",
        """
        {"kind":"%s","apiVersion":"v1","metadata":{"resourceVersion":"9",
         "annotations":{"k8s.io/initial-events-end":"true"}}}
        """
            .formatted(type.kind()));
    assertThat(kind.awaitSynced(Projection.FULL, Duration.ofDays(1))).isTrue();
    return watch;
  }

  private boolean shown(String key) throws Exception {
    return writes.shown(key, () -> called.add(key));
  }

  @Test
  void dropsWritesThatTheCacheReflects() throws Exception {
    fill(MAPS);
    writes.log("a").wrote(MAPS, 8);
    writes.log("b").wrote(MAPS, 10);

    assertThat(shown("a")).isTrue();
    assertThat(shown("b")).isFalse();

    assertThat(writes.size()).isEqualTo(1);
  }

  @Test
  void ignoresWritesOfKindsThatAreNotCached() {
    writes.log("a").wrote(MAPS, 8);

    assertThat(writes.size()).isZero();
  }

  @Test
  void blocksAKeyUntilItsLatestWriteOfAKindIsOverdue() throws Exception {
    fill(MAPS);
    writes.log("a").wrote(MAPS, 10);
    assertThat(shown("a")).isFalse();

    world.time().advance(OwnWrites.LIMIT.minus(MINUTE));
    writes.log("a").wrote(MAPS, 11);
    world.time().advance(MINUTE);
    assertThat(shown("a")).as("the first write alone is overdue").isFalse();
    world.time().advance(OwnWrites.LIMIT.minus(MINUTE));

    assertThat(shown("a")).isTrue();
    assertThat(writes.size()).isZero();
  }

  @Test
  void overdueWritesOfOneKindDoNotReleaseAnother() throws Exception {
    fill(MAPS);
    fill(SECRETS);
    writes.log("a").wrote(MAPS, 10);
    world.time().advance(MINUTE);
    writes.log("a").wrote(SECRETS, 10);

    world.time().advance(OwnWrites.LIMIT.minus(MINUTE));
    assertThat(shown("a")).isFalse();
    world.time().advance(MINUTE);

    assertThat(shown("a")).isTrue();
  }

  @Test
  void dropsOverdueKeysThatAreNoLongerReconciled() throws Exception {
    fill(MAPS);
    for (int i = 0; i < 100; i++) {
      writes.log("deleted-" + i).deleted(MAPS, ObjectKey.of("ns", "o-" + i), "uid");
    }
    world.time().advance(OwnWrites.LIMIT.minus(MINUTE));
    writes.log("late").wrote(MAPS, 10);
    world.time().advance(MINUTE);

    for (int i = 0; i < OwnWrites.SWEEP_EVERY; i++) {
      writes.log("busy").wrote(MAPS, 11);
    }

    assertThat(writes.size()).as("late and busy").isEqualTo(2);
    assertThat(shown("late")).isFalse();
    assertThat(shown("deleted-7")).isTrue();
  }

  @Test
  void callsBackOnceWhenTheCacheReflectsTheWrites() throws Exception {
    ScriptedApi.Watching watch = fill(MAPS);
    KindCache kind = cache.kind(MAPS, Projection.FULL);
    writes.log("a").wrote(MAPS, 10);
    assertThat(shown("a")).isFalse();
    assertThat(shown("a")).isFalse();
    var reached = world.env().tasks().newBell();
    kind.shows(
        new io.coxswain.runtime.cache.ReadBarrier(10, new java.util.TreeMap<>(), kind.fill()),
        reached::ring);
    long before = reached.rings();

    watch.send("BOOKMARK", "{\"kind\":\"ConfigMap\",\"metadata\":{\"resourceVersion\":\"10\"}}");
    reached.await(before);

    assertThat(called).containsExactly("a");
    assertThat(shown("a")).isTrue();
  }
}
