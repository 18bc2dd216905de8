package io.coxswain.apiserver.store;

import static io.coxswain.apiserver.store.Thing.THINGS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.evidence.Attack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class DurableStoreTest {
  private static final StoreLimits LIMITS = new StoreLimits(1000, 1 << 20, 1 << 20);

  private final Env env = Env.production();

  @TempDir Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  private Store open() throws IOException {
    return open(LIMITS);
  }

  private Store open(StoreLimits limits) throws IOException {
    Store store = Store.open(env, data(), limits);
    store.begin();
    return store;
  }

  private List<Path> files(String prefix) throws IOException {
    try (var all = Files.list(data())) {
      return all.filter(p -> String.valueOf(p.getFileName()).startsWith(prefix)).sorted().toList();
    }
  }

  @Test
  void restoresObjectsAndContinuesTheRevisionCounter() throws Exception {
    Stored kept;
    long revision;
    try (Store store = open()) {
      Stored first = Thing.put(store, "a", "one", null);
      kept = Thing.put(store, "a", "two", first);
      Thing.remove(store, Thing.put(store, "b", "gone", null));
      revision = store.revision();
    }

    try (Store store = open()) {
      Stored again = Objects.requireNonNull(store.head().find(THINGS, Thing.key("a")));
      assertThat(again).usingRecursiveComparison().isEqualTo(kept);
      assertThat(store.head().find(THINGS, Thing.key("b"))).isNull();
      assertThat(store.revision()).isEqualTo(revision);
      assertThat(Thing.put(store, "c", "new", null).revision()).isEqualTo(revision + 1);
    }
  }

  @Test
  @Timeout(60)
  @Attack("the task that commits dies of a stack overflow")
  void writersFailWhenTheCommitterHasDied() throws Exception {
    assertWritersFailAfter(new StackOverflowError("planted"));
  }

  @Test
  @Timeout(60)
  @Attack("the task that commits dies of an exception")
  void writersFailWhenTheCommitterHasFailed() throws Exception {
    assertWritersFailAfter(new IllegalStateException("planted"));
  }

  private void assertWritersFailAfter(Throwable planted) throws Exception {
    try (Store store = open()) {
      store.listen(commit -> sneak(planted));

      for (String name : List.of("first", "later")) {
        assertThatThrownBy(() -> Thing.put(store, name, "x", null))
            .isInstanceOf(UnwritableException.class)
            .hasMessage(
                "the server cannot commit any more and must be restarted: its committer died of "
                    + planted.getClass().getName());
      }
      assertThat(store.problem()).contains("must be restarted");
    }
    assertThat(env.tasks().failures().count()).isEqualTo(1);

    try (Store store = open()) {
      assertThat(store.problem()).isNull();
      assertThat(store.head().find(THINGS, Thing.key("later"))).isNull();
      Thing.put(store, "again", "x", null);
    }
  }

  private static void sneak(Throwable planted) {
    if (planted instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) planted;
  }

  @Test
  void aWatchResumesAfterARestart() throws Exception {
    long seen;
    try (Store store = open()) {
      seen = Thing.put(store, "a", "one", null).revision();
      Thing.put(store, "b", "two", null);
    }

    try (Store store = open()) {
      var next = Objects.requireNonNull(store.logAfter(THINGS, seen).next());
      assertThat(Objects.requireNonNull(next.commit()).key()).isEqualTo(Thing.key("b"));
    }
  }

  @Test
  void aSnapshotTakesThePlaceOfTheLog() throws Exception {
    var limits = new StoreLimits(1000, 1 << 20, 20_000);
    try (Store store = open(limits)) {
      Stored last = Thing.put(store, "a", "x", null);
      for (int i = 0; i < 300; i++) {
        last = Thing.put(store, "a", "x".repeat(200) + i, last);
        Thing.put(store, "b" + i, "y", null);
      }
    }

    try (Store store = open(limits)) {
      assertThat(store.head().collection(THINGS).size()).isEqualTo(301);
      assertThat(Thing.text(Objects.requireNonNull(store.head().find(THINGS, Thing.key("a")))))
          .endsWith("299");
    }
    assertThat(files("snapshot-")).hasSize(1);
    assertThat(files("log-")).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void keepsCommitsFromBeforeTheStart() throws Exception {
    try (Store store = Store.open(env, data(), LIMITS)) {
      Thing.put(store, "a", "one", null);
      Thing.put(store, "b", "two", null);
      store.begin();
      Thing.put(store, "c", "three", null);
    }

    try (Store store = open()) {
      assertThat(store.head().collection(THINGS).size()).isEqualTo(3);
    }
  }

  @Test
  void locksTheDirectory() throws Exception {
    try (Store store = open()) {
      assertThat(store.revision()).isEqualTo(1);
      assertThatThrownBy(this::open)
          .hasMessage(
              "the data directory "
                  + data()
                  + " is in use by another process; stop that one or choose another directory");
    }
    open().close();
  }

  @Test
  void onlyTheOwnerCanReadIt() throws Exception {
    open().close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data())))
        .isEqualTo("rwx------");
    try (var all = Files.list(data())) {
      assertThat(all.toList())
          .isNotEmpty()
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"));
    }
  }

  @Test
  void concurrentWritersShareSyncsAndConflictOnlyOnTheSameObject() throws Exception {
    try (Store store = open()) {
      var tasks = new ArrayList<Task>();
      for (int writer = 0; writer < 16; writer++) {
        String own = "own" + writer;
        tasks.add(
            env.tasks()
                .spawn(
                    own,
                    () -> {
                      Stored mine = Thing.put(store, own, "0", null);
                      for (int i = 1; i <= 20; i++) {
                        mine = Thing.put(store, own, "" + i, mine);
                        increment(store);
                      }
                    }));
      }
      for (Task task : tasks) {
        task.join();
        assertThat(task.failure()).isEmpty();
      }
      assertThat(count(store)).isEqualTo(320);
    }
    try (Store store = open()) {
      assertThat(count(store)).isEqualTo(320);
      assertThat(store.revision()).isEqualTo(1 + 16 * 21 + 320);
    }
  }

  private static int count(Store store) {
    return Integer.parseInt(
        Thing.text(Objects.requireNonNull(store.head().find(THINGS, Thing.key("shared")))));
  }

  private static void increment(Store store) {
    for (boolean done = false; !done; ) {
      Stored seen = store.head().find(THINGS, Thing.key("shared"));
      int next = seen == null ? 1 : Integer.parseInt(Thing.text(seen)) + 1;
      try {
        Thing.put(store, "shared", "" + next, seen);
        done = true;
      } catch (RacedException e) {
        done = false; // another was faster; the next look shows what it wrote
      }
    }
  }

  @Test
  void cancellingOneWriterDoesNotCancelOthers() throws Exception {
    try (Store store = open()) {
      Task impatient =
          env.tasks()
              .spawn(
                  "impatient",
                  () -> {
                    Thread.currentThread().interrupt(); // as Task.cancel does
                    Thing.put(store, "unknown", "x", null);
                  });
      impatient.join();

      assertThat(Thing.put(store, "a", "one", null).revision()).isPositive();
    }
    open().close();
  }
}
