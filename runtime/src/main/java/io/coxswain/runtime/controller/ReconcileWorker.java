package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.client.WriteLog;
import io.coxswain.runtime.metrics.ControllerMetrics;
import io.coxswain.runtime.queue.WorkQueue;
import io.coxswain.runtime.rest.WriteFence;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * The work on one key after another: checks that the cache reflects the key's own earlier writes,
 * runs the reconcile, and acts on its outcome. Shared by all workers of a controller.
 */
final class ReconcileWorker<K> {
  private final Env env;
  private final Declaration<K> declaration;
  private final Reconciler<K> reconciler;
  private final ControllerMetrics metrics;
  private final TriggeredQueue<K> triggered;
  private final WorkQueue<K> queue;
  private final OwnWrites<K> ownWrites;
  private final WriteFence fence;
  private final ControllerLog log;
  private volatile boolean stopped;

  ReconcileWorker(
      Env env,
      Declaration<K> declaration,
      Reconciler<K> reconciler,
      ControllerMetrics metrics,
      TriggeredQueue<K> triggered,
      OwnWrites<K> ownWrites,
      WriteFence fence,
      ControllerLog log) {
    this.env = env;
    this.declaration = declaration;
    this.reconciler = reconciler;
    this.metrics = metrics;
    this.triggered = triggered;
    this.queue = triggered.queue();
    this.ownWrites = ownWrites;
    this.fence = fence;
    this.log = log;
  }

  /** Takes keys until the queue is closed. */
  void work() throws CancelledException {
    while (true) {
      WorkQueue.Taken<K> taken = queue.take();
      if (taken == null) {
        return;
      }
      try {
        if (!stopped && fence.isOpen()) {
          round(taken);
        }
      } finally {
        queue.done(taken.key());
      }
    }
  }

  /** Leaves the keys that are still queued to the next holder of the shard. */
  void stop() {
    stopped = true;
  }

  private void round(WorkQueue.Taken<K> taken) throws CancelledException {
    K key = taken.key();
    var pass =
        new ReconcileRun(
            env, declaration.name, declaration.kind, key, taken.failures(), ownWrites.log(key));
    long began = 0;
    try {
      if (!ownWrites.shown(key, () -> queue.add(key, taken.priority()))) {
        metrics.putOff();
        queue.addAtLatestAfter(key, taken.priority(), OwnWrites.LIMIT);
        return;
      }
      metrics.began();
      began = env.clock().nanos();
      Outcome outcome = reconcile(key, pass);
      settle(taken, outcome);
    } catch (CancelledException e) {
      throw e;
    } catch (ApiException | ReconcileException e) {
      failed(taken, pass, e);
    } catch (RuntimeException e) {
      if (isTerminal(e)) {
        metrics.failedForGood();
        queue.forget(key);
        triggered.failed(key, String.valueOf(e.getMessage()));
        pass.log().atError().setCause(e).log("Reconciler error, not retrying");
      } else {
        metrics.panicked();
        failed(taken, pass, e);
      }
    } finally {
      if (began != 0) {
        metrics.ended(env.clock().nanos() - began);
      }
    }
  }

  private Outcome reconcile(K key, ReconcileRun pass) throws ApiException, CancelledException {
    Duration timeout = declaration.timeout;
    return timeout == null ? bound(key, pass) : limited(key, pass, timeout);
  }

  private Outcome bound(K key, ReconcileRun pass) throws ApiException, CancelledException {
    try {
      return WriteFence.CURRENT.call(
          fence, () -> WriteLog.CURRENT.call(pass.writes(), () -> reconciler.reconcile(key, pass)));
    } catch (StackOverflowError | LinkageError e) {
      // A single key must not end a worker or the program; other errors propagate.
      throw new IllegalStateException("panic: " + e.getClass().getName() + " [recovered]", e);
    }
  }

  private Outcome limited(K key, ReconcileRun pass, Duration timeout)
      throws ApiException, CancelledException {
    var result =
        new Object() {
          volatile Outcome outcome = Outcome.again();
        };
    Task task =
        env.tasks().spawn("pass " + declaration.name, () -> result.outcome = bound(key, pass));
    boolean inTime = false;
    try {
      inTime = task.join(timeout);
      if (!inTime) {
        task.cancel();
        task.join();
      }
    } finally {
      task.cancel();
    }
    switch (task.failure().orElse(null)) {
      case null -> {}
      case ApiException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new IllegalStateException(task.failure().get());
    }
    if (!inTime) {
      metrics.timedOut();
      throw ApiException.noAnswer(new IOException("the reconcile took longer than " + timeout));
    }
    return result.outcome;
  }

  private void settle(WorkQueue.Taken<K> taken, Outcome outcome) {
    triggered.succeeded(taken.key());
    switch (outcome) {
      case Outcome.Done done -> {
        queue.forget(taken.key());
        metrics.succeeded();
      }
      case Outcome.After(Duration delay, OptionalInt priority) -> {
        queue.forget(taken.key());
        triggered.because(taken.key(), "requeued by the latest reconcile, after", delay);
        queue.addAfter(taken.key(), priority.orElse(taken.priority()), delay);
        metrics.later();
      }
      case Outcome.Again(OptionalInt priority) -> {
        triggered.because(taken.key(), "requeued by the latest reconcile", "");
        queue.addBackedOff(taken.key(), priority.orElse(taken.priority()));
        metrics.again();
      }
    }
  }

  private void failed(WorkQueue.Taken<K> taken, ReconcileRun pass, Exception e) {
    metrics.failed();
    String message = String.valueOf(e.getMessage());
    triggered.because(taken.key(), "the latest reconcile failed:", message);
    triggered.failed(taken.key(), message);
    queue.addBackedOff(taken.key(), taken.priority());
    log.failed(pass, declaration.name, taken.key(), e, ExpectedFailures.contains(taken.key(), e));
  }

  /** Whether the message of the failure suffices, without a stack trace. */
  static boolean isAnticipated(Exception e) {
    return e instanceof ApiException || e instanceof ReconcileException;
  }

  private static boolean isTerminal(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof TerminalException) {
        return true;
      }
    }
    return false;
  }
}
