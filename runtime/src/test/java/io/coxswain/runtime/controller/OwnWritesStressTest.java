package io.coxswain.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.evidence.stress.RealThreads;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.KindCache;
import io.coxswain.runtime.cache.Projection;
import io.coxswain.runtime.client.CachedClient;
import io.coxswain.runtime.client.WriteLog;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.runtime.testing.ScriptedApi;
import io.coxswain.runtime.testing.TestEnv;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Own writes on real threads. The reconciles of each key write from two threads, as a fork does,
 * and the next reconcile must find all of it in the cache. A lost callback ends in the timeout.
 */
@Timeout(60)
final class OwnWritesStressTest {
  private static final ResourceType MAPS = ResourceType.of(ConfigMap.class);
  private static final int KEYS = 4;
  private static final int ROUNDS = 150;

  private final TestEnv world = TestEnv.preemptive();
  private final Rest rest = new Rest(world.env(), "test/1", new Metrics().client("h"));
  private final Cache cache = new Cache(world.env(), rest);
  private final OwnWrites<String> writes =
      new OwnWrites<>(cache, new CachedClient(rest, cache), world.env().clock());
  private final KindCache kind;
  private final ScriptedApi.Watching watch;
  private final ReentrantLock server = new ReentrantLock();
  private long version = 9;

  OwnWritesStressTest() {
    cache.start();
    kind = cache.kind(MAPS, Projection.FULL);
    watch = world.api().nextWatch().open();
    watch.send(
        "BOOKMARK",
        """
        {"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":"9",
         "annotations":{"k8s.io/initial-events-end":"true"}}}
        """);
    assertThat(kind.awaitSynced(Projection.FULL, Duration.ofDays(1))).isTrue();
  }

  @AfterEach
  void stop() {
    cache.stop();
  }

  /** Commits in the order of versions; returns the version. */
  private long commit(String type, ObjectKey object) {
    server.lock();
    try {
      version++;
      watch.send(
          type,
          """
          {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"%s","namespace":"%s",
           "uid":"u","resourceVersion":"%d"}}
          """
              .formatted(object.name(), object.namespace(), version));
      return version;
    } finally {
      server.unlock();
    }
  }

  /** The two threads of the reconciles of a key, and the objects that they write. */
  private final class Reconciles {
    final String key;
    final CyclicBarrier together = new CyclicBarrier(2);
    final long[] written = new long[2];

    Reconciles(int number) {
      this.key = "key-" + number;
    }

    void updates() throws Exception {
      ObjectKey object = ObjectKey.of("ns", key + "-updated");
      WriteLog log = writes.log(key);
      for (int round = 0; round < ROUNDS; round++) {
        written[0] = commit("MODIFIED", object);
        log.wrote(MAPS, written[0]);
        together.await();
        awaitShown();
        assertThat(kind.position()).isGreaterThanOrEqualTo(Math.max(written[0], written[1]));
        assertThat(kind.peek(ObjectKey.of("ns", key + "-deleted"))).isNull();
        together.await();
      }
    }

    void deletes() throws Exception {
      ObjectKey object = ObjectKey.of("ns", key + "-deleted");
      WriteLog log = writes.log(key);
      for (int round = 0; round < ROUNDS; round++) {
        written[1] = commit("ADDED", object);
        log.wrote(MAPS, written[1]);
        commit("DELETED", object);
        log.deleted(MAPS, object, "u");
        together.await();
        together.await();
      }
    }

    private void awaitShown() throws ApiException, InterruptedException {
      var again = new Semaphore(0);
      while (!writes.shown(key, again::release)) {
        again.acquire();
      }
    }
  }

  @Test
  void theNextReconcileFindsAllWritesInTheCache() throws Exception {
    List<Reconciles> all = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      all.add(new Reconciles(i));
    }

    new RealThreads()
        .add("updates", KEYS, number -> all.get(number).updates())
        .add("deletes", KEYS, number -> all.get(number).deletes())
        .run();

    assertThat(writes.size()).isZero();
  }
}
