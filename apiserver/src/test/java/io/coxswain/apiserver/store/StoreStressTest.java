package io.coxswain.apiserver.store;

import static io.coxswain.apiserver.store.Thing.THINGS;
import static io.coxswain.apiserver.store.Thing.key;
import static io.coxswain.apiserver.store.Thing.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Env;
import io.coxswain.evidence.stress.RealThreads;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The store on real threads: writers that count in the same objects, readers, listeners. */
@Timeout(60)
final class StoreStressTest {
  private static final int WRITERS = 4;
  private static final int OBJECTS = 2;
  private static final int ROUNDS = 2_000;
  private static final long FIRST = 1;
  private static final long LAST = FIRST + OBJECTS + WRITERS * ROUNDS;

  private final Store store =
      new Store(Env.production().tasks(), new StoreLimits(100_000, 1L << 30, 1L << 30));

  /** Every object counts the writes that its writers succeeded with. */
  private void count(int number) throws RacedException {
    for (int round = 0; round < ROUNDS; round++) {
      String name = "o" + (number + round) % OBJECTS;
      while (true) {
        Stored seen = Objects.requireNonNull(store.head().find(THINGS, key(name)));
        try {
          Thing.put(store, name, Integer.toString(Integer.parseInt(text(seen)) + 1), seen);
          break;
        } catch (RacedException e) {
          Thread.onSpinWait();
        }
      }
    }
  }

  /** Every revision contains exactly the commits up to it, and the log leads to all of them. */
  private void read() throws CompactedException {
    Log.Entry place = store.logAfter(THINGS, FIRST);
    long followed = FIRST;
    long last = FIRST;
    while (last < LAST) {
      Snapshot head = store.head();
      assertThat(head.revision()).isGreaterThanOrEqualTo(last);
      last = head.revision();
      assertThat(counted(head)).as("counted at revision " + last).isEqualTo(last - FIRST - OBJECTS);
      assertThat(store.at(last).revision()).isEqualTo(last);
      for (Log.Entry next = place.next(); next != null; next = place.next()) {
        place = next;
        followed++;
        assertThat(Objects.requireNonNull(next.commit()).revision()).isEqualTo(followed);
      }
      assertThat(followed).as("end of the log").isGreaterThanOrEqualTo(last);
    }
  }

  /** The sum of all objects; -1 for each object that does not exist yet. */
  private static long counted(Snapshot snapshot) {
    long sum = 0;
    for (int i = 0; i < OBJECTS; i++) {
      Stored object = snapshot.find(THINGS, key("o" + i));
      sum += object == null ? -1 : Long.parseLong(text(object));
    }
    return sum;
  }

  /** Notified in the order of commits, by one thread at a time. */
  private static final class Listener {
    final AtomicInteger inside = new AtomicInteger();
    final AtomicInteger overlaps = new AtomicInteger();
    volatile long last = FIRST;
    volatile @Nullable String problem;

    void accept(Commit commit) {
      if (inside.incrementAndGet() > 1) {
        overlaps.incrementAndGet();
      }
      if (commit.revision() != last + 1) {
        problem = commit.revision() + " after " + last;
      }
      last = commit.revision();
      inside.decrementAndGet();
    }
  }

  @Test
  void losesNoWriteAndShowsEveryRevisionInOrder() throws Exception {
    var listener = new Listener();
    store.listen(listener::accept);
    for (int i = 0; i < OBJECTS; i++) {
      Thing.put(store, "o" + i, "0", null);
    }

    new RealThreads().add("writer", WRITERS, this::count).add("reader", 2, number -> read()).run();

    assertThat(counted(store.head())).isEqualTo(WRITERS * ROUNDS);
    assertThat(store.revision()).isEqualTo(LAST);
    assertThat(listener.problem).isNull();
    assertThat(listener.overlaps).hasValue(0);
    assertThat(listener.last).isEqualTo(LAST);
  }
}
