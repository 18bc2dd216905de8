package io.coxswain.apiserver.store;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes commits to disk; all commits that arrive during a sync are written together with the next
 * one. A separate task writes, because a writer that is cancelled while it waits must not cancel
 * the commits of others.
 *
 * <p>If a write fails, its commits and all that build on them fail, and the next commit builds on
 * the state that is on disk. Later commits are tried again; {@link DataDirectory} decides where
 * they are written.
 *
 * <p>If the task dies of an error, all waiting and all later writers fail: the state on disk and
 * the visible state may differ then, so only a restart helps.
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
  private @Nullable Task task;
  private volatile @Nullable UnwritableException death;

  /** Publishes commits to readers once they are on disk. */
  interface Publisher {
    void publish(List<Step> steps);

    /**
     * Discards everything that was submitted and not published.
     *
     * @param discard must be called while no commit can be submitted
     */
    void withdraw(Runnable discard);

    /** The last published state. */
    Snapshot head();
  }

  /** A commit and the state after it. */
  record Step(Commit commit, Snapshot state) {}

  GroupCommit(Tasks tasks, DataDirectory directory, Publisher publisher) {
    this.tasks = tasks;
    this.directory = directory;
    this.publisher = publisher;
    this.work = tasks.newBell();
    this.open = new Batch(tasks.newBell());
  }

  /** Commits that are synced together, and the writers that wait for them. */
  static final class Batch {
    private final Bell done;
    private final List<Step> steps = new ArrayList<>();
    private volatile boolean ended;
    private volatile @Nullable UnwritableException failure;

    Batch(Bell done) {
      this.done = done;
    }

    /** Waits until the commits are on disk and visible. */
    void await() throws CancelledException {
      while (true) {
        long seen = done.rings();
        if (ended) {
          break;
        }
        done.await(seen);
      }
      UnwritableException why = failure;
      if (why != null) {
        throw why;
      }
    }

    private void end(@Nullable UnwritableException why) {
      if (ended) {
        return;
      }
      failure = why;
      ended = true;
      done.ring();
    }
  }

  void start() {
    directory.wakeBy(work::ring);
    task = tasks.spawn("store", this::run);
  }

  /** Must be called in the order of revisions. */
  Batch submit(Step step) {
    Batch batch;
    lock.lock();
    try {
      if (stopping) {
        throw new UncheckedIOException(new IOException("the store is closed"));
      }
      if (death != null) {
        throw death;
      }
      if (!directory.accepts(step.commit())) {
        throw unwritable(new IOException("No space left on device"));
      }
      batch = open;
      batch.steps.add(step);
    } finally {
      lock.unlock();
    }
    work.ring();
    return batch;
  }

  /** Waits until everything submitted before is on disk. */
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

  /** Why nothing is committed any more; null as long as the task is alive. */
  @Nullable String problem() {
    UnwritableException why = death;
    return why == null ? null : why.getMessage();
  }

  private void run() throws CancelledException {
    try {
      commitUntilStopped();
    } catch (CancelledException e) {
      throw e;
    } catch (RuntimeException e) {
      die(e);
      throw new AssertionError("the committer failed", e);
    } catch (Error e) {
      die(e);
      throw e;
    }
  }

  /** Fails the commits that no task is going to write. */
  private void die(Throwable why) {
    var failure =
        new UnwritableException(
            "the server cannot commit any more and must be restarted: its committer died of "
                + why.getClass().getName(),
            new IOException(why));
    death = failure; // before the open batch is discarded, so none is submitted after
    Batch last = writing;
    discard(last == null ? open : last, failure);
  }

  /** Lets the task look for due maintenance. */
  void wake() {
    work.ring();
  }

  private void commitUntilStopped() throws CancelledException {
    while (true) {
      long seen = work.rings();
      Batch batch = take();
      if (batch == null) {
        if (stopping()) {
          return;
        }
        directory.maintain(publisher.head());
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
    List<Commit> commits = batch.steps.stream().map(Step::commit).toList();
    try {
      append(commits);
    } catch (IOException e) {
      fail(batch, e);
      return;
    }
    publisher.publish(batch.steps);
    batch.end(null);
    try {
      directory.rotateIfLarge(batch.steps.getLast().state());
    } catch (IOException e) {
      log.error("failed to start a new log, will retry", e);
    }
  }

  /** A commit that frees space is retried on a full disk, using the reserve. */
  private void append(List<Commit> commits) throws IOException {
    try {
      directory.append(commits);
    } catch (IOException e) {
      if (!FileProblem.isNoSpace(e) || !commits.stream().allMatch(directory::accepts)) {
        throw e;
      }
      directory.append(commits);
    }
  }

  private void fail(Batch batch, IOException why) {
    log.error("failed to write to the data directory", why);
    discard(batch, unwritable(why));
  }

  private void discard(Batch batch, UnwritableException failure) {
    var next = new AtomicReference<Batch>();
    publisher.withdraw(() -> next.set(discardOpen()));
    batch.end(failure);
    Objects.requireNonNull(next.get()).end(failure);
  }

  private Batch discardOpen() {
    lock.lock();
    try {
      Batch discarded = open;
      open = new Batch(tasks.newBell());
      return discarded;
    } finally {
      lock.unlock();
    }
  }

  private static UnwritableException unwritable(IOException why) {
    return new UnwritableException(
        FileProblem.isNoSpace(why)
            ? UnwritableException.NO_SPACE
            : "the data directory cannot be written: " + FileProblem.why(why),
        why);
  }

  /** Writes everything submitted, then ends. */
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
