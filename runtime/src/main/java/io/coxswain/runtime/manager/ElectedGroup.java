package io.coxswain.runtime.manager;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import io.coxswain.runtime.election.LeaseElection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The runnables that start once this replica holds a lease, or immediately without leader election.
 */
final class ElectedGroup {
  private final @Nullable LeaseElection election;
  private final Group group;
  private volatile @Nullable Task electing;
  private volatile boolean won;

  ElectedGroup(@Nullable LeaseElection election, Group group) {
    this.election = election;
    this.group = group;
  }

  Group group() {
    return group;
  }

  boolean isLeading() {
    return won;
  }

  void begin(Tasks tasks, String program, Runnable lost) {
    LeaseElection candidate = election;
    if (candidate == null) {
      win();
    } else {
      electing = tasks.spawn(program + " election", () -> candidate.run(this::win, lost));
    }
  }

  private void win() {
    group.start();
    won = true;
  }

  /** Ends the candidacy; releases the lease if configured. */
  void end(Duration atMost) throws CancelledException {
    Task task = electing;
    if (election != null && task != null) {
      election.stop();
      task.join(atMost);
    }
  }

  void cancel() {
    group.cancel();
    Task task = electing;
    if (task != null) {
      task.cancel();
    }
  }
}
