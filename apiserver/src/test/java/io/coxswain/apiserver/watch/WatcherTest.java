package io.coxswain.apiserver.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.store.CompactedException;
import io.coxswain.apiserver.store.Log;
import io.coxswain.apiserver.store.Origin;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.StoreLimits;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import io.coxswain.env.Mailbox;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class WatcherTest {
  private static final String THINGS = "things";
  private static final Origin ORIGIN = new Origin("update", "test", "test");

  private final Env env = Env.production();
  private final HandClock clock = new HandClock();
  private final Store store = new Store(env.tasks(), new StoreLimits(1000, 1 << 20, 1 << 20));
  private final WatchHub hub = new WatchHub(store, clock, 5);

  /** Stands still until it is moved. */
  private static final class HandClock implements Clock {
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public Instant now() {
      return now;
    }

    @Override
    public long nanos() {
      return now.toEpochMilli() * 1_000_000;
    }

    @Override
    public void sleep(Duration duration) throws CancelledException {
      now = now.plus(duration);
    }
  }

  private Stored put(String name, String color, @Nullable Stored seen) throws RacedException {
    ObjectKey key = ObjectKey.of("ns", name);
    return store.put(THINGS, key, seen, revision -> stored(key, color, revision), ORIGIN);
  }

  private static Stored stored(ObjectKey key, String color, long revision) {
    var tree = Json.MAPPER.createObjectNode();
    tree.putObject("metadata").put("resourceVersion", Long.toString(revision));
    var labels = new TreeMap<String, String>();
    labels.put("color", color);
    var fields = new TreeMap<String, String>();
    fields.put("metadata.name", key.name());
    return new Stored(key, "uid", revision, labels, fields, Json.bytes(tree));
  }

  private Watcher watch(long from, boolean initial, boolean bookmarks, Predicate<Stored> selection)
      throws CompactedException {
    return hub.open(
        new WatchSpec(
            THINGS,
            from,
            initial,
            initial && bookmarks,
            bookmarks,
            Duration.ofMinutes(5),
            selection,
            ""));
  }

  private static String shown(@Nullable WatchEvent event) {
    return switch (event) {
      case null -> "end";
      case WatchEvent.Change change -> change.type() + " " + change.object().key().name();
      case WatchEvent.Bookmark bookmark ->
          bookmark.initialEventsEnd() ? "initial end" : "bookmark " + bookmark.revision();
    };
  }

  @Test
  void eventsArriveInCommitOrderFromTheRequestedRevision() throws Exception {
    Stored a = put("a", "red", null);
    Watcher watcher = watch(a.revision(), false, false, _ -> true);
    Stored b = put("b", "red", null);
    put("a", "blue", a);
    store.remove(THINGS, b.key(), b, r -> stored(b.key(), "red", r), ORIGIN);

    assertThat(shown(watcher.next())).isEqualTo("ADDED b");
    assertThat(shown(watcher.next())).isEqualTo("MODIFIED a");
    assertThat(shown(watcher.next())).isEqualTo("DELETED b");
    assertThat(watcher.ready()).isFalse();
  }

  @Test
  void anObjectThatEntersOrLeavesTheSelectionIsAddedOrDeleted() throws Exception {
    Watcher watcher =
        watch(store.revision(), false, false, o -> "red".equals(o.labels().get("color")));
    Stored blue = put("a", "blue", null);
    Stored red = put("a", "red", blue);
    Stored again = put("a", "blue", red);

    assertThat(shown(watcher.next())).isEqualTo("ADDED a");
    WatchEvent left = Objects.requireNonNull(watcher.next());
    assertThat(shown(left)).isEqualTo("DELETED a");
    Stored departed = ((WatchEvent.Change) left).object();
    assertThat(departed.labels()).containsEntry("color", "red");
    assertThat(departed.revision()).isEqualTo(again.revision());
    assertThat(departed.tree().at("/metadata/resourceVersion").asLong())
        .isEqualTo(again.revision());
  }

  @Test
  void theInitialObjectsAreClosedByABookmark() throws Exception {
    put("b", "red", null);
    put("a", "red", null);
    Watcher watcher = watch(0, true, true, _ -> true);
    put("c", "red", null);

    assertThat(shown(watcher.next())).isEqualTo("ADDED a");
    assertThat(shown(watcher.next())).isEqualTo("ADDED b");
    assertThat(shown(watcher.next())).isEqualTo("initial end");
    assertThat(shown(watcher.next())).isEqualTo("ADDED c");
  }

  @Test
  void aBookmarkCarriesTheCurrentRevision() throws Exception {
    Watcher watcher = watch(store.revision(), false, true, _ -> true);
    store.put("others", ObjectKey.of("x"), null, r -> stored(ObjectKey.of("x"), "", r), ORIGIN);
    clock.sleep(Duration.ofSeconds(61));

    assertThat(shown(watcher.next())).isEqualTo("bookmark " + store.revision());
  }

  @Test
  void aWatchFromTheFutureSkipsWhatComesBeforeItsRevision() throws Exception {
    Watcher watcher = watch(store.revision() + 2, false, true, _ -> true);
    put("a", "red", null);
    put("b", "red", null);
    assertThat(watcher.ready()).isFalse();
    put("c", "red", null);

    assertThat(shown(watcher.next())).isEqualTo("ADDED c");
    assertThat(watcher.ready()).isFalse();
  }

  @Test
  void aWatchEndsWhenItsTimeIsUp() throws Exception {
    Watcher watcher = watch(store.revision(), false, false, _ -> true);
    clock.sleep(Duration.ofMinutes(6));

    assertThat(shown(watcher.next())).isEqualTo("end");
  }

  @Test
  void closesAWatchThatFallsTooFarBehind() throws Exception {
    Watcher watcher = watch(store.revision(), false, false, _ -> true);
    Stored last = null;
    for (int i = 0; i < 8; i++) {
      last = put("a", "red", last);
    }

    assertThat(shown(watcher.next())).isEqualTo("end");
  }

  @Test
  void closingWakesAReaderThatWaits() throws Exception {
    var watcher = watch(store.revision(), false, false, _ -> true);
    var seen = new StringBuilder();
    var reader = env.tasks().spawn("reader", () -> seen.append(shown(watcher.next())));
    watcher.close();
    reader.join();

    assertThat(seen).hasToString("end");
  }

  @Test
  void aWatchOfOneNameReceivesItsEventsAmongManyOthers() throws Exception {
    Stored mine = put("mine", "red", null);
    Watcher watcher =
        hub.open(
            new WatchSpec(
                THINGS,
                mine.revision(),
                false,
                false,
                false,
                Duration.ofMinutes(5),
                object -> object.key().name().equals("mine"),
                Log.interest("metadata.name", "mine")));
    var seen = new Mailbox<String>(env.tasks(), 10);
    env.tasks()
        .spawn(
            "reader",
            () -> {
              while (true) {
                seen.put(shown(watcher.next()));
              }
            });
    Stored other = put("other", "red", null);
    for (int i = 0; i < 3000; i++) { // three times what the store remembers
      other = put("other", "red", other);
    }

    put("mine", "blue", mine);

    assertThat(seen.take()).isEqualTo("MODIFIED mine");
    watcher.close();
    assertThat(seen.take()).isEqualTo("end");
  }
}
