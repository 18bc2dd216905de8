package io.coxswain.apiserver.store;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings commits to the disk, all that come up while a sync is under way together with the next
 * one. A task of its own writes: a writer that is told to stop while it waits must not take the
 * commits of others with it.
 *
 * <p>After the first write that fails nothing is known about the end of the log, so every later one
 * is refused until the program is started again.
 */
final class GroupCommit {
  private static final Logger log = LoggerFactory.getLogger(GroupCommit.class);

  private final Tasks tasks;
  private final DataDirectory directory;
  private final Publisher publisher;
  private final Bell work;
  private final ReentrantLock lock = new ReentrantLock();
  private Batch open;
  private @Nullable Batch writing;
  private boolean stopping;
  private @Nullable IOException failure;
  private @Nullable Task task;

  /** Shows commits to readers once they are on the disk. */
  interface Publisher {
    void publish(List<Step> steps);

    /** Nothing that was not published will ever be. */
    void withdraw();
  }

  /** A commit and what is there after it. */
  record Step(Commit commit, Snapshot state) {}

  GroupCommit(Tasks tasks, DataDirectory directory, Publisher publisher) {
    this.tasks = tasks;
    this.directory = directory;
    this.publisher = publisher;
    this.work = tasks.newBell();
    this.open = new Batch(tasks.newBell());
  }

  /** Commits that are synced together, and where their writers wait. */
  static final class Batch {
    private final Bell done;
    private final List<Step> steps = new ArrayList<>();
    private volatile boolean ended;
    private volatile @Nullable IOException failure;

    Batch(Bell done) {
      this.done = done;
    }

    /** Waits until the commits are on the disk and can be seen. */
    void await() throws CancelledException {
      while (true) {
        long seen = done.rings();
        if (ended) {
          break;
        }
        done.await(seen);
      }
      IOException why = failure;
      if (why != null) {
        throw new UncheckedIOException(why);
      }
    }

    private void end(@Nullable IOException why) {
      if (ended) {
        return;
      }
      failure = why;
      ended = true;
      done.ring();
    }
  }

  void start() {
    task = tasks.spawn("store", this::run);
  }

  /** To be called in the order of revisions. */
  Batch submit(Step step) {
    Batch batch;
    lock.lock();
    try {
      if (failure != null) {
        throw new UncheckedIOException(failure);
      }
      if (stopping) {
        throw new UncheckedIOException(new IOException("the store is closed"));
      }
      batch = open;
      batch.steps.add(step);
    } finally {
      lock.unlock();
    }
    work.ring();
    return batch;
  }

  /** Waits until all that was submitted before is on the disk. */
  void awaitSubmitted() throws CancelledException {
    Batch last;
    lock.lock();
    try {
      last = !open.steps.isEmpty() ? open : writing;
    } finally {
      lock.unlock();
    }
    if (last != null) {
      last.await();
    }
  }

  private void run() throws CancelledException {
    while (true) {
      long seen = work.rings();
      Batch batch = take();
      if (batch == null) {
        if (stopping()) {
          return;
        }
        work.await(seen);
        continue;
      }
      write(batch);
    }
  }

  private @Nullable Batch take() {
    lock.lock();
    try {
      if (open.steps.isEmpty()) {
        return null;
      }
      Batch batch = open;
      writing = batch;
      open = new Batch(tasks.newBell());
      return batch;
    } finally {
      lock.unlock();
    }
  }

  private boolean stopping() {
    lock.lock();
    try {
      return stopping;
    } finally {
      lock.unlock();
    }
  }

  private void write(Batch batch) {
    try {
      directory.append(batch.steps.stream().map(Step::commit).toList());
      publisher.publish(batch.steps);
      batch.end(null);
      directory.rotateIfLarge(batch.steps.getLast().state());
    } catch (IOException e) {
      fail(batch, e);
    }
  }

  private void fail(Batch batch, IOException why) {
    log.error("cannot write to the data directory; nothing can be changed any more", why);
    var told =
        new IOException(
            "the data directory cannot be written: "
                + why.getMessage()
                + "; nothing can be changed until the server is started again",
            why);
    Batch next;
    lock.lock();
    try {
      failure = told;
      next = open;
    } finally {
      lock.unlock();
    }
    publisher.withdraw();
    batch.end(told);
    next.end(told);
  }

  /** Writes what was submitted, then ends. */
  void stop() throws CancelledException {
    lock.lock();
    try {
      stopping = true;
    } finally {
      lock.unlock();
    }
    work.ring();
    Task running = task;
    if (running != null) {
      running.join();
    }
  }
}
