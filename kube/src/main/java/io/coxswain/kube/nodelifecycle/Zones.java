package io.coxswain.kube.nodelifecycle;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** Queues of nodes that wait for a NoExecute taint, with an eviction rate per zone. */
final class Zones {
  private final double normalRate;
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, Line> lines = new TreeMap<>();

  private static final class Line {
    final LinkedHashSet<String> nodes = new LinkedHashSet<>();
    EvictionRate rate;

    Line(EvictionRate rate) {
      this.rate = rate;
    }
  }

  Zones(double normalRate) {
    this.normalRate = normalRate;
  }

  /** The next step of a zone. */
  sealed interface Next {
    /** Taint this node. */
    record Taint(String node) implements Next {}

    /** Wait for the rate limit. */
    record Wait(Duration time) implements Next {}

    /** The queue is empty, or the rate is 0. */
    record Nothing() implements Next {}
  }

  /** Adds a node to the queue; false if it is already queued. */
  boolean add(String zone, String node, long nowNanos) {
    lock.lock();
    try {
      return line(zone, nowNanos).nodes.add(node);
    } finally {
      lock.unlock();
    }
  }

  void remove(String zone, String node) {
    lock.lock();
    try {
      Line line = lines.get(zone);
      if (line != null) {
        line.nodes.remove(node);
      }
    } finally {
      lock.unlock();
    }
  }

  void setRate(String zone, double perSecond, long nowNanos) {
    lock.lock();
    try {
      Line line = line(zone, nowNanos);
      line.rate = line.rate.changedTo(perSecond, nowNanos);
    } finally {
      lock.unlock();
    }
  }

  private Line line(String zone, long nowNanos) {
    return lines.computeIfAbsent(zone, z -> new Line(new EvictionRate(normalRate, nowNanos)));
  }

  Next next(String zone, long nowNanos) {
    lock.lock();
    try {
      Line line = lines.get(zone);
      if (line == null || line.nodes.isEmpty()) {
        return new Next.Nothing();
      }
      if (line.rate.tryTake(nowNanos)) {
        return new Next.Taint(line.nodes.removeFirst());
      }
      Optional<Duration> wait = line.rate.untilNext(nowNanos);
      return wait.isPresent() ? new Next.Wait(wait.get()) : new Next.Nothing();
    } finally {
      lock.unlock();
    }
  }
}
