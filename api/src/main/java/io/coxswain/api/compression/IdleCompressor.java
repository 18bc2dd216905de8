package io.coxswain.api.compression;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * Compresses the objects of one kind that have not changed for a while.
 *
 * <p>It visits them in rounds, at least {@link #REST} apart: an object is recorded by the first
 * round that sees it, and compressed by a later one if it still exists. Therefore an object that
 * changes more often costs nothing, and neither does a burst while it lasts. A round consists of
 * steps of at most {@link #MAX_COMPRESSED} objects or {@link #MAX_BYTES}, {@link #PAUSE} apart: at
 * most about 25 ms of work per second. After a round without work there is no other until {@link
 * #schedule}.
 *
 * <p>The dictionary is trained with the first objects that are due, once there are enough of them
 * to pay off, and again when later ones no longer resemble those; bodies keep the dictionary with
 * which they were compressed.
 *
 * <p>Alternatives that were rejected: compressing on arrival (most objects of a burst change
 * again), a general-purpose compressor without a dictionary (a single object has too little
 * redundancy), and deltas between versions of one object (reading would need the chain).
 */
public final class IdleCompressor<T> {
  /** Smaller objects are left alone; among them are those that change all the time, like Leases. */
  public static final int MIN_OBJECT_SIZE = 1024;

  static final Duration REST = Duration.ofSeconds(10);
  static final Duration PAUSE = Duration.ofMillis(500);
  static final int MAX_COMPRESSED = 200;
  static final int MAX_BYTES = 512 * 1024;
  private static final int MAX_SEEN = 4096;

  /** Objects of this size have enough in common with themselves. */
  private static final int LARGE = 2 * Dictionary.SIZE;

  /** As many bytes of objects make a dictionary worth its own. */
  static final int WORTH_LEARNING = 8 * Dictionary.SIZE;

  /** Marks a body that no dictionary makes smaller. */
  private static final int NEVER = Integer.MIN_VALUE + 1;

  private static final LongAdder FREED = new LongAdder();

  private final CompressibleObjects<T> shelf;
  private final Later later;
  private final DictionaryQuality likeness = new DictionaryQuality();
  private final AtomicBoolean awake = new AtomicBoolean();
  private volatile boolean news;
  private volatile boolean stopped;
  private @Nullable Dictionary dictionary;
  private int dictionaries;
  private @Nullable T last;
  private int round;
  private boolean again;

  /** Runs something once, no earlier than after the delay. */
  @FunctionalInterface
  public interface Later {
    void after(Duration delay, Runnable action);
  }

  public IdleCompressor(CompressibleObjects<T> shelf, Later later) {
    this.shelf = shelf;
    this.later = later;
  }

  /** How many bytes all foldings of this program have freed since it began. */
  public static long freed() {
    return FREED.sum();
  }

  /** Called when an object was added that may be compressed later. */
  public void schedule() {
    if (!news) {
      news = true;
    }
    if (!stopped && !awake.get() && awake.compareAndSet(false, true)) {
      later.after(REST, this::step);
    }
  }

  /** Stops compressing. */
  public void stop() {
    stopped = true;
  }

  private void step() {
    if (stopped) {
      return;
    }
    try {
      goOn();
    } catch (RuntimeException | Error e) {
      awake.set(false); // for the next one to try again
      throw e;
    }
  }

  private void goOn() {
    if (last == null) {
      round++;
      news = false;
      again = false;
    }
    List<T> some = shelf.after(last, MAX_SEEN);
    compress(due(some));
    if (!some.isEmpty()) {
      later.after(PAUSE, this::step);
      return;
    }
    last = null;
    if (again || news) {
      later.after(REST, this::step);
      return;
    }
    awake.set(false);
    if (news) { // since we looked
      schedule();
    }
  }

  /** Those of the objects that an earlier round has seen, up to what one step may do. */
  private List<T> due(List<T> some) {
    var due = new ArrayList<T>();
    int bytes = 0;
    for (T each : some) {
      last = each;
      if (shelf.body(each) instanceof Body.Plain body && body.length() >= MIN_OBJECT_SIZE) {
        if (body.seenInRound == 0) {
          body.seenInRound = round;
          again = true;
        } else if (isDue(body)) {
          due.add(each);
          bytes += body.length();
          if (due.size() == MAX_COMPRESSED || bytes >= MAX_BYTES) {
            break;
          }
        }
      }
    }
    return due;
  }

  private boolean isDue(Body.Plain body) {
    return body.seenInRound > 0
        ? body.seenInRound < round
        : -body.seenInRound < dictionaries; // refused with an earlier one
  }

  private void compress(List<T> due) {
    if (due.isEmpty()) {
      return;
    }
    if (dictionary == null) {
      learn(due);
    }
    Deflater deflater = Dictionary.deflater();
    try {
      for (T each : due) {
        if (shelf.body(each) instanceof Body.Plain body) {
          Dictionary with = body.length() >= LARGE ? Dictionary.NONE : dictionary;
          if (with != null) {
            compress(each, body, with, deflater);
          }
        }
      }
    } finally {
      deflater.end();
    }
    if (likeness.isDegraded() && learn(due)) {
      again = true; // for those that the last one refused
    }
  }

  private void compress(T object, Body.Plain body, Dictionary with, Deflater deflater) {
    Body.Compressed compressed = with.compress(body.bytes(), deflater);
    if (with == dictionary) {
      likeness.note(body.length(), compressed.size());
    }
    if (compressed.size() > body.length() - body.length() / 4) {
      body.seenInRound = with == dictionary ? -dictionaries : NEVER;
      return;
    }
    shelf.compress(object, compressed);
    FREED.add(body.length() - compressed.size());
  }

  /** Makes a dictionary, if there is enough to make it worth it. */
  private boolean learn(List<T> due) {
    var candidates = new ArrayList<byte[]>();
    long bytes = 0;
    for (T each : due) {
      Body body = shelf.body(each);
      if (body.length() < LARGE) {
        candidates.add(body.bytes());
        bytes += body.length();
      }
    }
    if (bytes < WORTH_LEARNING) {
      return false;
    }
    // From all over them, since neighbours are more alike than others.
    int wanted = Math.max(1, (int) ((long) candidates.size() * Dictionary.SIZE / bytes) + 1);
    var samples = new ArrayList<byte[]>();
    for (int i = 0; i < wanted; i++) {
      samples.add(candidates.get((int) ((long) i * candidates.size() / wanted)));
    }
    dictionary = Dictionary.of(samples);
    dictionaries++;
    likeness.begin();
    return true;
  }
}
