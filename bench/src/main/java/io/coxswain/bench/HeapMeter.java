package io.coxswain.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * The live objects in the heap of this process: now, and at the peak. The peak is measured by
 * repeated full collections, because lesser ones leave garbage.
 */
final class HeapMeter implements AutoCloseable {
  /** Classes and compiled code are pools too, outside the heap. */
  private static final Set<String> HEAP =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toUnmodifiableSet());

  private final AtomicLong peak = new AtomicLong();
  private volatile boolean closed;

  /** Starts collecting. */
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
      long begin = System.nanoTime();
      System.gc();
      // Leaves processor time for the program itself.
      LockSupport.parkNanos(4 * (System.nanoTime() - begin));
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
        info.getGcInfo().getMemoryUsageAfterGc().entrySet().stream()
            .filter(pool -> HEAP.contains(pool.getKey()))
            .mapToLong(pool -> pool.getValue().getUsed())
            .sum();
    peak.accumulateAndGet(used, Math::max);
  }

  long peak() {
    return peak.get();
  }

  /**
   * The live size after full collections. Only every fourth collection of the serial collector
   * leaves no garbage.
   */
  static long settled() throws InterruptedException {
    for (int i = 0; i < 4; i++) {
      System.gc();
      Thread.sleep(100);
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
