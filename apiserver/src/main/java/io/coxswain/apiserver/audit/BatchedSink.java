package io.coxswain.apiserver.audit;

import io.coxswain.apiserver.spi.AuditOptions.Batch;
import io.coxswain.env.Timers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues events and stores them in batches, one batch at a time. A batch that fails is sent again,
 * after 10, 15, 22 and 33 seconds by default, and then lost. The queue is bounded in events and
 * bytes: an event that does not fit is lost. Both are logged.
 */
final class BatchedSink implements AuditSink {
  private static final Logger log = LoggerFactory.getLogger(BatchedSink.class);
  private static final long MAX_QUEUED_BYTES = 64L << 20;
  private static final long MAX_BATCH_BYTES = 10L << 20;
  private static final int ATTEMPTS = 5;
  private static final double BACKOFF_FACTOR = 1.5;

  /** Upstream sends at most ten batches a second. */
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final AuditBackend backend;
  private final Timers timers;
  private final Batch limits;
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
  private long queuedBytes;
  private long lost;
  private @Nullable List<byte[]> failed;
  private int attempts;
  private Timers.@Nullable Timer timer;
  private boolean immediate;
  private boolean sending;
  private boolean closed;

  BatchedSink(AuditBackend backend, Timers timers, Batch limits) {
    this.backend = backend;
    this.timers = timers;
    this.limits = limits;
  }

  @Override
  public boolean write(byte[] event) {
    lock.lock();
    try {
      if (closed
          || queue.size() >= limits.buffer()
          || queuedBytes + event.length > MAX_QUEUED_BYTES) {
        lost++;
        if (lost == 1) {
          log.error("audit buffer queue blocked, events are lost: {}", backend.name());
        }
        return true;
      }
      queue.add(event);
      queuedBytes += event.length;
      if (!sending && failed == null) {
        schedule(queue.size() >= limits.maxEvents() ? Duration.ZERO : limits.maxWait());
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void schedule(Duration delay) {
    if (timer != null) {
      if (immediate || !delay.isZero()) {
        return;
      }
      timer.cancel();
    }
    immediate = delay.isZero();
    timer = timers.after(delay, this::run);
  }

  private void run() {
    List<byte[]> batch;
    lock.lock();
    try {
      if (closed || sending) {
        return;
      }
      timer = null;
      immediate = false;
      batch = failed == null ? take() : failed;
      failed = null;
      if (batch.isEmpty()) {
        return;
      }
      sending = true;
    } finally {
      lock.unlock();
    }
    IOException problem = null;
    try {
      backend.send(batch);
    } catch (IOException e) {
      problem = e;
    }
    lock.lock();
    try {
      sending = false;
      next(batch, problem);
    } finally {
      lock.unlock();
    }
  }

  private void next(List<byte[]> batch, @Nullable IOException problem) {
    if (problem != null) {
      attempts++;
      if (attempts < ATTEMPTS && !closed) {
        failed = batch;
        double factor = Math.pow(BACKOFF_FACTOR, attempts - 1);
        schedule(Duration.ofMillis((long) (limits.firstBackoff().toMillis() * factor)));
        return;
      }
      log.error(
          "audit events are lost: {} events={} err={}",
          backend.name(),
          batch.size(),
          problem.getMessage());
    }
    attempts = 0;
    if (!queue.isEmpty() && !closed) {
      schedule(queue.size() >= limits.maxEvents() ? PAUSE : limits.maxWait());
    }
  }

  private List<byte[]> take() {
    List<byte[]> batch = new ArrayList<>();
    long bytes = 0;
    while (!queue.isEmpty() && batch.size() < limits.maxEvents()) {
      bytes += queue.element().length;
      if (bytes > MAX_BATCH_BYTES && !batch.isEmpty()) {
        break;
      }
      byte[] event = queue.remove();
      queuedBytes -= event.length;
      batch.add(event);
    }
    if (lost > 0 && queue.isEmpty()) {
      log.error("audit buffer queue was blocked: {} lostEvents={}", backend.name(), lost);
      lost = 0;
    }
    return batch;
  }

  /** Sends what is queued, once; the first failure loses the rest. */
  @Override
  public void close() {
    List<byte[]> batch;
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      if (timer != null) {
        timer.cancel();
      }
      batch = failed == null ? take() : failed;
    } finally {
      lock.unlock();
    }
    try {
      while (!batch.isEmpty()) {
        backend.send(batch);
        batch = take();
      }
    } catch (IOException e) {
      log.error(
          "audit events are lost: {} events={} err={}",
          backend.name(),
          batch.size() + queue.size(),
          e.getMessage());
    }
    backend.close();
  }
}
