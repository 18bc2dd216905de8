package io.coxswain.kube.nodettl;

import io.coxswain.runtime.controller.Event;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Counts nodes and derives the TTL from their number. */
final class ClusterSize {
  private record Step(int min, int max, int ttlSeconds) {}

  private static final List<Step> STEPS =
      List.of(
          new Step(0, 100, 0),
          new Step(90, 500, 15),
          new Step(450, 1000, 30),
          new Step(900, 2000, 60),
          new Step(1800, Integer.MAX_VALUE, 300));

  private final ReentrantLock lock = new ReentrantLock();
  private int nodes;
  private int step;

  void countNode(Event<Node> event) {
    switch (event) {
      case Event.Created<Node> created -> add();
      case Event.Deleted<Node> deleted -> remove();
      case Event.Updated<Node> updated -> {}
    }
  }

  void add() {
    lock.lock();
    try {
      nodes++;
      if (nodes > STEPS.get(step).max()) {
        step++;
      }
    } finally {
      lock.unlock();
    }
  }

  void remove() {
    lock.lock();
    try {
      nodes--;
      if (nodes < STEPS.get(step).min()) {
        step--;
      }
    } finally {
      lock.unlock();
    }
  }

  int ttlSeconds() {
    lock.lock();
    try {
      return STEPS.get(step).ttlSeconds();
    } finally {
      lock.unlock();
    }
  }
}
