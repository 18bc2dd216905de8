package io.coxswain.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.store.Log;
import io.coxswain.apiserver.store.Origin;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.StoreLimits;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.apiserver.watch.WatchEvent;
import io.coxswain.apiserver.watch.WatchHub;
import io.coxswain.apiserver.watch.WatchSpec;
import io.coxswain.apiserver.watch.Watcher;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import io.coxswain.sim.race.RacingTasks;
import io.coxswain.sim.race.RacingTasks.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A commit at each point of a watch's way into its wait. */
@Timeout(30)
final class WatcherRaceTest {
  private static final String THINGS = "things";
  private static final Origin ORIGIN = new Origin("update", "test", "test");
  private static final String INTEREST = Log.interest("colour", "red");
  private static final Duration LONG = Duration.ofDays(1);

  private final Env env = Env.production();

  private static Store store(RacingTasks tasks) {
    return new Store(tasks, new StoreLimits(1_000, 1 << 20, 1 << 20));
  }

  private static Watcher watch(Store store, Clock clock, boolean bookmarks, String interest)
      throws Exception {
    return new WatchHub(store, clock, 1_000)
        .open(
            new WatchSpec(
                THINGS, store.revision(), false, false, bookmarks, LONG, _ -> true, interest));
  }

  private static void commit(Store store) {
    ObjectKey key = ObjectKey.of("ns", "a");
    var fields = new TreeMap<>(Map.of("colour", "red"));
    try {
      store.put(
          THINGS,
          key,
          null,
          revision ->
              new Stored(
                  key,
                  "uid",
                  revision,
                  new TreeMap<>(),
                  fields,
                  Json.bytes(Json.MAPPER.createObjectNode())),
          ORIGIN);
    } catch (RacedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCommitWakesTheWatch(Moment moment) throws Exception {
    var tasks = new RacingTasks(env.tasks(), moment);
    Store store = store(tasks);
    Watcher watcher = watch(store, env.clock(), false, "");
    tasks.race(() -> commit(store));

    assertThat(watcher.next()).isInstanceOf(WatchEvent.Change.class);
    assertThat(tasks.isPending()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void aCommitWakesTheWatchThatIsInterested(Moment moment) throws Exception {
    var tasks = new RacingTasks(env.tasks(), moment);
    Store store = store(tasks);
    Watcher watcher = watch(store, env.clock(), false, INTEREST);
    tasks.race(() -> commit(store));

    assertThat(watcher.next()).isInstanceOf(WatchEvent.Change.class);
    assertThat(tasks.isPending()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void closingWakesTheWatch(Moment moment) throws Exception {
    var tasks = new RacingTasks(env.tasks(), moment);
    Store store = store(tasks);
    Watcher watcher = watch(store, env.clock(), false, INTEREST);
    tasks.race(watcher::close);

    assertThat(watcher.next()).isNull();
  }

  /** A minute passes with each look at the clock, and once something is committed. */
  private static final class CommittingClock implements Clock {
    private final Store store;
    private int looks;
    private int commitAt = Integer.MAX_VALUE;

    CommittingClock(Store store) {
      this.store = store;
    }

    void commitAtNextLook() {
      commitAt = looks + 1;
    }

    @Override
    public Instant now() {
      looks++;
      if (looks == commitAt) {
        commit(store);
      }
      return Instant.EPOCH.plus(Duration.ofMinutes(looks));
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

  @Test
  void aBookmarkExcludesACommitThatFollowsTheLastLookAtTheLog() throws Exception {
    Store store = store(new RacingTasks(env.tasks(), Moment.BEFORE_THE_WAIT));
    var clock = new CommittingClock(store);
    Watcher watcher = watch(store, clock, true, "");
    long before = store.revision();
    clock.commitAtNextLook();

    assertThat(watcher.next()).isEqualTo(new WatchEvent.Bookmark(before, false));
    assertThat(watcher.next()).isInstanceOf(WatchEvent.Change.class);
    assertThat(watcher.next()).isEqualTo(new WatchEvent.Bookmark(store.revision(), false));
  }
}
