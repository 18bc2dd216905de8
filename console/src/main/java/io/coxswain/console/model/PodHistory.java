package io.coxswain.console.model;

import io.coxswain.api.ObjectKey;
import io.coxswain.console.summary.PodSummary;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The pods of trainings that have been deleted, such as those of earlier attempts. Thread-safe;
 * bounded in trainings and in pods of each.
 */
public final class PodHistory {
  private static final int MAX_TRAININGS = 200;
  private static final int MAX_PODS = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ObjectKey, ArrayDeque<Gone>> byTraining =
      new LinkedHashMap<>(16, 0.75f, true) {
        @java.io.Serial private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ObjectKey, ArrayDeque<Gone>> eldest) {
          return size() > MAX_TRAININGS;
        }
      };

  /** A deleted pod in its last state. */
  public record Gone(PodSummary pod, Instant time) {}

  void add(ObjectKey training, PodSummary pod, Instant now) {
    lock.lock();
    try {
      ArrayDeque<Gone> pods = byTraining.computeIfAbsent(training, _ -> new ArrayDeque<>());
      pods.addLast(new Gone(pod, now));
      if (pods.size() > MAX_PODS) {
        pods.removeFirst();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Oldest first. */
  public List<Gone> of(ObjectKey training) {
    lock.lock();
    try {
      ArrayDeque<Gone> pods = byTraining.get(training);
      return pods == null ? List.of() : new ArrayList<>(pods);
    } finally {
      lock.unlock();
    }
  }
}
