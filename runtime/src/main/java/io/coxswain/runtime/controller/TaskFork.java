package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import io.coxswain.runtime.client.WriteLog;
import io.coxswain.runtime.rest.WriteFence;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs the pieces of a reconcile on their own tasks. Their writes count as writes of the reconcile.
 */
final class TaskFork implements Reconciliation.Fork {
  private final Tasks tasks;
  private final int limit;
  private final WriteLog writes;
  private final WriteFence fence = WriteFence.current();
  private final Bell ended;
  private final List<Task> pieces = new ArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<Integer, Exception> failures = new TreeMap<>();
  private int active;

  TaskFork(Tasks tasks, int limit, WriteLog writes) {
    this.tasks = tasks;
    this.limit = limit;
    this.writes = writes;
    this.ended = tasks.newBell();
  }

  @Override
  public void run(Reconciliation.Work work) {
    int number = pieces.size();
    try {
      awaitRoom();
    } catch (CancelledException e) {
      pieces.forEach(Task::cancel);
      throw e;
    }
    pieces.add(
        tasks.spawn(
            "fork " + number,
            () ->
                WriteFence.CURRENT.run(
                    fence, () -> WriteLog.CURRENT.run(writes, () -> piece(number, work)))));
  }

  private void awaitRoom() throws CancelledException {
    while (true) {
      long seen = ended.rings();
      lock.lock();
      try {
        if (active < limit) {
          active++;
          return;
        }
      } finally {
        lock.unlock();
      }
      ended.await(seen);
    }
  }

  private void piece(int number, Reconciliation.Work work) {
    Exception failure = null;
    try {
      work.run();
    } catch (CancelledException e) {
      throw e;
    } catch (ApiException | RuntimeException e) {
      failure = e;
    } finally {
      lock.lock();
      try {
        active--;
        if (failure != null) {
          failures.put(number, failure);
        }
      } finally {
        lock.unlock();
      }
      ended.ring();
    }
  }

  @Override
  public void close() throws ApiException {
    try {
      for (Task piece : pieces) {
        piece.join();
      }
    } catch (CancelledException e) {
      pieces.forEach(Task::cancel);
      throw e;
    }
    rethrow(failures.isEmpty() ? null : failures.firstEntry().getValue());
  }

  static void rethrow(@Nullable Exception failure) throws ApiException {
    switch (failure) {
      case null -> {}
      case ApiException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }
}
