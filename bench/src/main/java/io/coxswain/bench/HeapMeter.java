package io.coxswain.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** What lives in the heap of this process: now, and at most after any collection. */
final class HeapMeter {
  private final AtomicLong peak = new AtomicLong();

  /** Begins to look at collections. */
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
  }

  private void note(GarbageCollectionNotificationInfo info) {
    long used =
        info.getGcInfo().getMemoryUsageAfterGc().values().stream()
            .mapToLong(MemoryUsage::getUsed)
            .sum();
    peak.accumulateAndGet(used, Math::max);
  }

  void reset() {
    peak.set(0);
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
