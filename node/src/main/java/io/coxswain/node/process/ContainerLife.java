package io.coxswain.node.process;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of one container.
 *
 * @param last how the run before the present one ended
 * @param restarts how often it was started again
 * @param nextDelay how long the next restart waits after the end of this run
 */
record ContainerLife(State state, Optional<Exited> last, int restarts, Duration nextDelay) {

  /** What a container is doing. */
  sealed interface State {}

  /** Not tried yet. */
  record NotStarted() implements State {}

  /** Could not be started for a reason that may pass. */
  record Blocked(String reason, String message, Instant retryAt) implements State {}

  /**
   * A process.
   *
   * @param killAt when it will be killed; set once it has been asked to end
   */
  record Running(String id, Instant startedAt, Optional<Instant> killAt) implements State {}

  /** Over, one way or another. */
  record Exited(
      String id, int code, String reason, String message, Instant startedAt, Instant finishedAt)
      implements State {

    boolean succeeded() {
      return code == 0;
    }
  }

  static ContainerLife notStarted() {
    return new ContainerLife(new NotStarted(), Optional.empty(), 0, Duration.ZERO);
  }

  boolean isRunning() {
    return state instanceof Running;
  }

  /** The same container about to run (again): counted, and its last end remembered. */
  ContainerLife nextRun() {
    return state instanceof Exited ended
        ? new ContainerLife(
            new NotStarted(),
            Optional.of(ended),
            restarts + 1,
            RestartBackOff.after(nextDelay, Duration.between(ended.startedAt, ended.finishedAt)))
        : this;
  }

  ContainerLife with(State now) {
    return new ContainerLife(now, last, restarts, nextDelay);
  }

  ContainerLife killAt(Instant when) {
    return state instanceof Running running
        ? with(new Running(running.id, running.startedAt, Optional.of(when)))
        : this;
  }

  /** Records the end of the running process. */
  ContainerLife exited(int code, String message, Instant now) {
    if (!(state instanceof Running running)) {
      throw new IllegalStateException("not running: " + state);
    }
    String reason = code == 0 ? "Completed" : "Error";
    return with(new Exited(running.id, code, reason, message, running.startedAt, now));
  }
}
