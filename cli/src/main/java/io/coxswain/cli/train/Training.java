package io.coxswain.cli.train;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs the trainings of a manifest: creates them, follows them to their end, and lets the user at
 * the terminal end them early.
 *
 * <p>The first interrupt asks for confirmation with a single key; an unanswered prompt lapses after
 * a few seconds. A yes or a second interrupt deletes the TrainJobs and waits for their pods to
 * disappear; a third one ends the wait. Without a terminal the first interrupt deletes.
 */
public final class Training {
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** A prompt that is not answered lapses: the TrainJob is followed as before. */
  private static final Duration PROMPT_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration MAX_DELETION = Duration.ofMinutes(2);

  private final Env env;
  private final Report report;
  private final @Nullable Terminal terminal;
  private final boolean outlives;
  private final Bell told;

  private final ReentrantLock lock = new ReentrantLock();
  private Wish wish = Wish.FOLLOW;
  private String reason = "";
  private boolean impatient;

  /** The user's current request. */
  private enum Wish {
    FOLLOW,
    ASK,
    DELETE,
    DETACH,
    STOP
  }

  /**
   * @param env connects to the cluster
   * @param terminal used for prompts; null without a user
   * @param outlives whether trainings continue after this program has ended
   */
  public Training(Env env, Report report, @Nullable Terminal terminal, boolean outlives) {
    this.env = env;
    this.report = report;
    this.terminal = terminal;
    this.outlives = outlives;
    this.told = env.tasks().newBell();
  }

  /**
   * Creates the objects of the manifest and follows its trainings to their end.
   *
   * @param start the time from which durations are counted
   */
  public Report.Result run(Manifest manifest, Instant start)
      throws ManifestException, ApiException, CancelledException {
    Client client = Manager.builder(env).build().client().live();
    List<ObjectKey> trainJobs = new Submission(env.api(), client).create(manifest);
    Manager manager =
        Manager.builder(env)
            .name("coxswain-train")
            .userAgent("coxswain-train")
            .grace(GRACE)
            .cache(cache -> Follower.scope(cache, trainJobs))
            .build();
    Follower follower = Follower.register(manager, trainJobs, report);
    Task watching = env.tasks().spawn("manager", () -> watch(manager));
    Task waking = env.tasks().spawn("changes", () -> passOn(follower.changed()));
    try {
      return follow(follower, client, trainJobs, start);
    } finally {
      waking.cancel();
      manager.stop();
      boolean _ = watching.join(GRACE);
    }
  }

  private void watch(Manager manager) throws CancelledException {
    try {
      manager.run();
    } catch (ManagerException e) {
      stop(String.valueOf(e.getMessage()));
    }
  }

  /** Forwards to the one bell that the main loop waits for. */
  private void passOn(Bell changes) throws CancelledException {
    for (long seen = 0; ; seen = changes.rings()) {
      changes.await(seen);
      told.ring();
    }
  }

  private Report.Result follow(
      Follower follower, Client client, List<ObjectKey> trainJobs, Instant start)
      throws ApiException, CancelledException {
    while (true) {
      long seen = told.rings();
      Wish now = wish();
      if (follower.isOver() && now != Wish.DELETE) {
        follower.drain();
        return follower.result(start);
      }
      switch (now) {
        case DELETE -> {
          return delete(follower, client, trainJobs, start);
        }
        case DETACH -> {
          return ended(
              follower.result(start),
              Report.Outcome.DETACHED,
              "the TrainJob keeps running; use 'kubectl get trainjobs' to check on it");
        }
        case STOP -> {
          return ended(follower.result(start), Report.Outcome.STOPPED, reason());
        }
        case FOLLOW, ASK -> told.await(seen);
      }
    }
  }

  // ---- ending it early ------------------------------------------------------------------------

  /** Ctrl-C. */
  public void interrupt() {
    boolean ask = false;
    lock.lock();
    try {
      switch (wish) {
        case FOLLOW -> {
          ask = terminal != null;
          wish = ask ? Wish.ASK : Wish.DELETE;
        }
        case ASK -> wish = Wish.DELETE;
        case DELETE, DETACH, STOP -> impatient = true;
      }
    } finally {
      lock.unlock();
    }
    if (ask) {
      report.question(question());
      var _ = env.tasks().spawn("answer", this::readAnswer);
    } else {
      report.answered();
    }
    told.ring();
  }

  private String question() {
    return outlives
        ? "Delete the TrainJob? [y]es, [n]o, [d]etach (leave it running). Press Ctrl-C again to delete: "
        : "Delete the TrainJob? [y]es, [n]o. Press Ctrl-C again to delete: ";
  }

  private void readAnswer() throws CancelledException {
    Character key =
        terminal == null ? null : terminal.readKey(PROMPT_TIMEOUT, () -> wish() == Wish.ASK);
    char answer = key == null ? 'n' : Character.toLowerCase(key);
    lock.lock();
    try {
      if (wish != Wish.ASK) {
        return; // answered by another Ctrl-C
      }
      if (answer == 'y') {
        wish = Wish.DELETE;
      } else if (outlives && answer == 'd') {
        wish = Wish.DETACH;
      } else {
        wish = Wish.FOLLOW;
      }
    } finally {
      lock.unlock();
    }
    report.answered();
    told.ring();
  }

  /** Stops following because the program is about to end. */
  public void stop(String why) {
    lock.lock();
    try {
      wish = Wish.STOP;
      reason = why;
    } finally {
      lock.unlock();
    }
    told.ring();
  }

  private Report.Result delete(
      Follower follower, Client client, List<ObjectKey> trainJobs, Instant start)
      throws ApiException, CancelledException {
    report.note("deleting " + String.join(", ", trainJobs.stream().map(ObjectKey::name).toList()));
    for (ObjectKey key : trainJobs) {
      var found = client.get(TrainJob.class, key);
      if (found.isPresent()) {
        client.delete(found.get(), Deletion.background());
      }
    }
    long deadline = env.clock().nanos() + MAX_DELETION.toNanos();
    while (true) {
      long seen = told.rings();
      if (follower.isGone()) {
        return ended(
            follower.result(start), Report.Outcome.DELETED, "all of its pods have been deleted");
      }
      Duration left = Duration.ofNanos(deadline - env.clock().nanos());
      if (isImpatient() || !left.isPositive()) {
        return ended(
            follower.result(start),
            Report.Outcome.DELETED,
            "some of its pods may still be terminating");
      }
      boolean _ = told.await(seen, left);
    }
  }

  private static Report.Result ended(Report.Result so, Report.Outcome outcome, String message) {
    return new Report.Result(
        outcome,
        message,
        so.seconds(),
        so.firstOutputSeconds(),
        so.firstStepSeconds(),
        so.restarts(),
        List.of());
  }

  private Wish wish() {
    lock.lock();
    try {
      return wish;
    } finally {
      lock.unlock();
    }
  }

  private boolean isImpatient() {
    lock.lock();
    try {
      return impatient || wish != Wish.DELETE;
    } finally {
      lock.unlock();
    }
  }

  private String reason() {
    lock.lock();
    try {
      return reason;
    } finally {
      lock.unlock();
    }
  }
}
