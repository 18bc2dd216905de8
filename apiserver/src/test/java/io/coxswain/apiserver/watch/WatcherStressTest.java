package io.coxswain.apiserver.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.store.Log;
import io.coxswain.apiserver.store.Origin;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.StoreLimits;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import io.coxswain.evidence.stress.RealThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Watches and writers on real threads. Every watch delivers every commit of its kind in order; a
 * bookmark never overtakes an event; a lost wake-up ends in the timeout.
 */
@Timeout(60)
final class WatcherStressTest {
  private static final String WATCHED = "watched";
  private static final String OTHER = "other";
  private static final Origin ORIGIN = new Origin("update", "test", "test");
  private static final Duration LONG = Duration.ofDays(90_000);
  private static final int WRITERS = 3;
  private static final int ROUNDS = 6_000;

  private final Env env = Env.production();
  private final Store store =
      new Store(env.tasks(), new StoreLimits(1_000_000, 1L << 30, 1L << 30));

  /** Each reading is a minute later than the one before, so that a bookmark is always due. */
  private static final class HurryingClock implements Clock {
    private final AtomicLong minutes = new AtomicLong();

    @Override
    public Instant now() {
      return Instant.EPOCH.plus(Duration.ofMinutes(minutes.incrementAndGet()));
    }

    @Override
    public long nanos() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void sleep(Duration duration) {
      throw new UnsupportedOperationException();
    }
  }

  private Watcher watch(Clock clock, boolean bookmarks, String interest) throws Exception {
    return new WatchHub(store, clock, 1_000_000)
        .open(
            new WatchSpec(
                WATCHED, store.revision(), false, false, bookmarks, LONG, _ -> true, interest));
  }

  /** Writes an object of its own, and now and then one of another kind. */
  private void write(int number) throws Exception {
    @Nullable Stored mine = null;
    @Nullable Stored other = null;
    for (int round = 1; round <= ROUNDS; round++) {
      mine = put(WATCHED, "o" + number, round, mine);
      if (round % 3 == 0) {
        other = put(OTHER, "o" + number, round, other);
      }
    }
  }

  private Stored put(String collection, String name, int round, @Nullable Stored seen)
      throws Exception {
    ObjectKey key = ObjectKey.of("ns", name);
    return store.put(
        collection,
        key,
        seen,
        revision -> {
          var tree = Json.MAPPER.createObjectNode();
          tree.put("round", round);
          var fields = new TreeMap<>(Map.of("colour", "red"));
          return new Stored(key, "uid", revision, new TreeMap<>(), fields, Json.bytes(tree));
        },
        ORIGIN);
  }

  /** Reads until each object has been seen in its last round. */
  private static void follow(Watcher watcher) throws Exception {
    var rounds = new TreeMap<String, Integer>();
    long last = 0;
    long bookmark = 0;
    int finished = 0;
    while (finished < WRITERS) {
      switch (Objects.requireNonNull(watcher.next())) {
        case WatchEvent.Change change -> {
          Stored object = change.object();
          assertThat(object.revision()).as("revision").isGreaterThan(last);
          assertThat(object.revision()).as("revision after a bookmark").isGreaterThan(bookmark);
          last = object.revision();
          int round = object.tree().path("round").asInt();
          Integer before = rounds.put(object.key().name(), round);
          assertThat(round).as("round").isEqualTo(before == null ? 1 : before + 1);
          if (round == ROUNDS) {
            finished++;
          }
        }
        case WatchEvent.Bookmark mark -> {
          assertThat(mark.revision())
              .as("bookmark")
              .isGreaterThanOrEqualTo(Math.max(bookmark, last));
          bookmark = mark.revision();
        }
      }
    }
  }

  @Test
  void aBookmarkNeverOvertakesAnEvent() throws Exception {
    var clock = new HurryingClock();
    Watcher[] watchers = {watch(clock, true, ""), watch(clock, true, "")};

    new RealThreads()
        .add("writer", WRITERS, this::write)
        .add("watch", watchers.length, number -> follow(watchers[number]))
        .run();
  }

  /** The writer waits for the watches after each commit, so that they wait for it all the time. */
  @Test
  void everyWatchIsWokenForEveryCommit() throws Exception {
    String interest = Log.interest("colour", "red");
    Watcher[] watchers = {
      watch(env.clock(), false, ""),
      watch(env.clock(), false, interest),
      watch(env.clock(), false, interest)
    };
    var woken = new Semaphore(0);
    var ended = new AtomicBoolean();

    new RealThreads()
        .add(
            "writer",
            1,
            number -> {
              Stored seen = null;
              for (int round = 1; round <= ROUNDS; round++) {
                seen = put(WATCHED, "o", round, seen);
                woken.acquire(watchers.length);
              }
              ended.set(true);
            })
        .add(
            "watch",
            watchers.length,
            number -> {
              for (int round = 1; round <= ROUNDS; round++) {
                assertThat(watchers[number].next()).isInstanceOf(WatchEvent.Change.class);
                woken.release();
              }
            })
        .add(
            "opener",
            1,
            number -> {
              while (!ended.get()) { // others with the same interest come and go
                watch(env.clock(), false, interest).close();
              }
            })
        .run();
  }
}
