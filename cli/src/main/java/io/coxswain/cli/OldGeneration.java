package io.coxswain.cli;

import io.coxswain.api.fold.IdleCompressor;
import io.coxswain.env.Env;
import io.coxswain.env.Timers;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryNotificationInfo;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import javax.management.NotificationEmitter;

/**
 * Keeps the old generation of the serial collector close to what lives in it. That collector grows
 * it to the limit before it looks for garbage there, and the limit is a quarter of the machine: a
 * manager with 75 MiB of live objects was seen with 1.3 GiB resident. And it gives back what the
 * folding of objects has freed after a burst. Other collectors see to this themselves.
 */
final class OldGeneration {
  private static final String SERIAL = "Tenured Gen";

  /** Below this much there is nothing to win. */
  private static final long MIN_COUNT = 64L << 20;

  /** As much must have been folded before it is worth giving back by a collection of its own. */
  private static final long FOLDED = 16L << 20;

  private static final Duration LOOK = Duration.ofSeconds(15);

  private final MemoryPoolMXBean pool;
  private long freed;
  private long freedThen;

  private OldGeneration(MemoryPoolMXBean pool) {
    this.pool = pool;
  }

  /** From now on it is collected when it holds half as much again as lived in it before. */
  static void keepSmall() {
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getName().equals(SERIAL) && pool.isUsageThresholdSupported()) {
        var old = new OldGeneration(pool);
        old.aim();
        ((NotificationEmitter) ManagementFactory.getMemoryMXBean())
            .addNotificationListener((notice, _) -> old.hear(notice.getType()), null, null);
        old.lookLater(Env.production().timers());
      }
    }
  }

  private void lookLater(Timers timers) {
    var _ =
        timers.chore(
            LOOK,
            () -> {
              look(IdleCompressor.freed());
              lookLater(timers);
            });
  }

  /** What folding leaves behind would stay until the next burst: nothing comes to push it out. */
  private synchronized void look(long now) {
    if (isWorthIt(now - freed, now - freedThen)) {
      collect();
    }
    freedThen = now;
  }

  /**
   * Whether to collect what was folded.
   *
   * @param sinceCollection bytes that folding has freed since the last collection
   * @param sinceLook and how many of them since the last look: while it goes on there will be more
   */
  static boolean isWorthIt(long sinceCollection, long sinceLook) {
    return sinceCollection >= FOLDED && sinceLook < sinceCollection / 8;
  }

  private void hear(String notice) {
    if (notice.equals(MemoryNotificationInfo.MEMORY_THRESHOLD_EXCEEDED)) {
      collect();
    }
  }

  @SuppressWarnings("SystemGc") // that is what this class is for
  private synchronized void collect() {
    freed = IdleCompressor.freed();
    System.gc();
    aim();
  }

  private void aim() {
    MemoryUsage live = pool.getUsage();
    pool.setUsageThreshold(limit(live.getUsed(), live.getMax()));
  }

  /**
   * How much may be used before the next collection.
   *
   * @param most the pool's limit; negative when it has none
   */
  static long limit(long live, long most) {
    long wanted = Math.max(MIN_COUNT, live + live / 2);
    return most < 0 ? wanted : Math.min(wanted, most);
  }
}
