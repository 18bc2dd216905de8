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
 * Brings commits to the disk, all that come up while a sync is under way together with the next
 * one. A task of its own writes: a writer that is told to stop while it waits must not take the
 * commits of others with it.
 *
 * <p>When a write fails, its commits and all that build on them fail, and the state of which the
 * next commit is a successor is again the one that is on the disk. Later commits are tried again;
 * {@link DataDirectory} decides where they are written.
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

  /** Shows commits to readers once they are on the disk. */
  interface Publisher {
    void publish(List<Step> steps);

    /**
     * Nothing that was submitted and not published will ever be.
     *
     * @param discard to be called while no commit can be submitted
     */
    void withdraw(Runnable discard);

    /** What was published last. */
    Snapshot head();
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
    private volatile @Nullable UnwritableException failure;

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

  /** To be called in the order of revisions. */
  Batch submit(Step step) {
    Batch batch;
    lock.lock();
    try {
      if (stopping) {
        throw new UncheckedIOException(new IOException("the store is closed"));
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
      log.error("failed to begin a new log, will retry", e);
    }
  }

  /** What frees space is tried again when the disk is full, as there is a reserve for it. */
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
    UnwritableException failure = unwritable(why);
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
