package io.coxswain.console.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** The last changes of objects. Thread-safe, bounded. */
final class RecentChanges {
  static final int MAX_COUNT = 100;

  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Change> newest = new ArrayDeque<>();

  void add(Change change) {
    lock.lock();
    try {
      newest.addFirst(change);
      if (newest.size() > MAX_COUNT) {
        newest.removeLast();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Newest first. */
  List<Change> all() {
    lock.lock();
    try {
      return new ArrayList<>(newest);
    } finally {
      lock.unlock();
    }
  }
}
