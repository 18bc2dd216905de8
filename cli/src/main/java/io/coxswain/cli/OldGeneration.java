package io.coxswain.cli;

import io.coxswain.api.compression.IdleCompressor;
import io.coxswain.env.Env;
import io.coxswain.env.Timers;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryNotificationInfo;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import javax.management.NotificationEmitter;

/**
 * Keeps the old generation of the serial collector close to the size of its live objects. That
 * collector lets it grow to the heap limit, a quarter of the host's memory, before it collects it:
 * a manager with 75 MiB of live objects reached 1.3 GiB resident. It also returns memory that
 * compression has freed after a burst. Other collectors do this themselves.
 */
final class OldGeneration {
  private static final String SERIAL = "Tenured Gen";

  /** Below this size there is nothing to gain. */
  private static final long MIN_COUNT = 64L << 20;

  /** The amount of memory that compression must have freed before a collection is worthwhile. */
  private static final long FOLDED = 16L << 20;

  private static final Duration LOOK = Duration.ofSeconds(15);

  private final MemoryPoolMXBean pool;
  private long freed;
  private long freedThen;

  private OldGeneration(MemoryPoolMXBean pool) {
    this.pool = pool;
  }

  /**
   * From now on, collects the old generation when it has grown by half since the last collection.
   */
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
        timers.maintenance(
            LOOK,
            () -> {
              look(IdleCompressor.freed());
              lookLater(timers);
            });
  }

  /** Memory freed by compression would stay allocated until the next burst. */
  private synchronized void look(long now) {
    if (isWorthIt(now - freed, now - freedThen)) {
      collect();
    }
    freedThen = now;
  }

  /**
   * Whether to collect what compression has freed.
   *
   * @param sinceCollection bytes freed by compression since the last collection
   * @param sinceLook bytes of these freed since the last check: while compression continues there
   *     will be more
   */
  static boolean isWorthIt(long sinceCollection, long sinceLook) {
    return sinceCollection >= FOLDED && sinceLook < sinceCollection / 8;
  }

  private void hear(String notice) {
    if (notice.equals(MemoryNotificationInfo.MEMORY_THRESHOLD_EXCEEDED)) {
      collect();
    }
  }

  @SuppressWarnings("SystemGc") // this is the purpose of the class
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
   * The size at which to collect next.
   *
   * @param most the pool's limit; negative if it has none
   */
  static long limit(long live, long most) {
    long wanted = Math.max(MIN_COUNT, live + live / 2);
    return most < 0 ? wanted : Math.min(wanted, most);
  }
}
