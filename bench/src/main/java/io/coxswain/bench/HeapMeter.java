package io.coxswain.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * What lives in the heap of this process: now, and at most. For the latter it collects everything
 * over and over, since after any lesser collection the dead count too.
 */
final class HeapMeter implements AutoCloseable {
  private final AtomicLong peak = new AtomicLong();
  private volatile boolean closed;

  /** Begins to collect. */
  HeapMeter() {
    for (var bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) bean)
          .addNotificationListener(
              (notification, _) ->
                  note(
                      GarbageCollectionNotificationInfo.from(
                          (CompositeData) notification.getUserData())),
              null,
              null);
    }
    Thread.ofPlatform().daemon().start(this::collect);
  }

  private void collect() {
    while (!closed) {
      System.gc();
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  private void note(GarbageCollectionNotificationInfo info) {
    if (!info.getGcCause().equals("System.gc()")) {
      return;
    }
    long used =
        info.getGcInfo().getMemoryUsageAfterGc().values().stream()
            .mapToLong(MemoryUsage::getUsed)
            .sum();
    peak.accumulateAndGet(used, Math::max);
  }

  long peak() {
    return peak.get();
  }

  /** What is left after full collections. */
  static long settled() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(100);
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
