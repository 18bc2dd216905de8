package io.coxswain.fabric8;

import io.coxswain.env.Bell;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** The requests in progress of a client; they end with it. */
final class InFlightRequests {
  private final Tasks tasks;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Task> open = new ArrayList<>();

  InFlightRequests(Tasks tasks) {
    this.tasks = tasks;
  }

  Task spawn(String name, Tasks.Body body) {
    Task task = tasks.spawn(name, body);
    lock.lock();
    try {
      open.removeIf(Task::isDone);
      open.add(task);
    } finally {
      lock.unlock();
    }
    return task;
  }

  Bell newBell() {
    return tasks.newBell();
  }

  void cancelAll() {
    List<Task> all;
    lock.lock();
    try {
      all = List.copyOf(open);
    } finally {
      lock.unlock();
    }
    all.forEach(Task::cancel);
  }
}
