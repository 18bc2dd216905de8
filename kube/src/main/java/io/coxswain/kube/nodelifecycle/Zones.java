package io.coxswain.kube.nodelifecycle;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** The nodes that wait for a NoExecute taint, zone by zone, and how fast each zone goes. */
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

  /** What a zone is to do now. */
  sealed interface Next {
    /** It is this node's turn. */
    record Taint(String node) implements Next {}

    /** Somebody's turn comes later. */
    record Wait(Duration time) implements Next {}

    /** Nobody waits, or nobody may pass. */
    record Nothing() implements Next {}
  }

  /** Puts a node in line; false when it stands there already. */
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
