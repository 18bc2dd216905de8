package io.coxswain.node.pod;

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
public record ContainerLife(State state, Optional<Exited> last, int restarts, Duration nextDelay) {

  /** What a container is doing. */
  public sealed interface State {}

  /** Not tried yet. */
  public record NotStarted() implements State {}

  /** Could not be started for a reason that may be temporary. */
  public record Blocked(String reason, String message, Instant retryAt) implements State {}

  /**
   * A process.
   *
   * @param killAt when it will be killed; set once it has been asked to end
   * @param started whether its startup probe, if it has one, has succeeded
   * @param ready whether it can do its work
   * @param resizing whether it ends so that its next run has other resources
   */
  public record Running(
      String id,
      Instant startedAt,
      Optional<Instant> killAt,
      boolean started,
      boolean ready,
      boolean resizing)
      implements State {

    /** A process just begun. */
    public static Running begun(String id, Instant now, boolean started, boolean ready) {
      return new Running(id, now, Optional.empty(), started, ready, false);
    }

    public Running probed(boolean nowStarted, boolean nowReady) {
      return new Running(id, startedAt, killAt, nowStarted, nowReady, resizing);
    }

    /** How it ended. */
    public Exited ended(int code, String reason, String message, Instant now) {
      return new Exited(id, code, reason, message, startedAt, now, resizing);
    }
  }

  /**
   * Over, one way or another.
   *
   * @param resizing whether it was ended to be started with other resources, whatever its restart
   *     policy
   */
  public record Exited(
      String id,
      int code,
      String reason,
      String message,
      Instant startedAt,
      Instant finishedAt,
      boolean resizing)
      implements State {

    public Exited(
        String id, int code, String reason, String message, Instant startedAt, Instant finishedAt) {
      this(id, code, reason, message, startedAt, finishedAt, false);
    }

    public boolean succeeded() {
      return code == 0;
    }
  }

  public static ContainerLife notStarted() {
    return new ContainerLife(new NotStarted(), Optional.empty(), 0, Duration.ZERO);
  }

  public boolean isRunning() {
    return state instanceof Running;
  }

  public boolean isReady() {
    return state instanceof Running running && running.ready;
  }

  public boolean isStarted() {
    return state instanceof Running running && running.started;
  }

  /**
   * The same container about to run (again): counted, and its last end remembered.
   *
   * @param firstDelay how long the second restart in a row waits
   */
  public ContainerLife nextRun(Duration firstDelay) {
    return state instanceof Exited ended
        ? new ContainerLife(
            new NotStarted(),
            Optional.of(ended),
            restarts + 1,
            RestartBackOff.after(
                firstDelay, nextDelay, Duration.between(ended.startedAt, ended.finishedAt)))
        : this;
  }

  public ContainerLife with(State now) {
    return new ContainerLife(now, last, restarts, nextDelay);
  }

  public ContainerLife killAt(Instant when) {
    return state instanceof Running running
        ? with(
            new Running(
                running.id,
                running.startedAt,
                Optional.of(when),
                running.started,
                running.ready,
                running.resizing))
        : this;
  }

  /** The running container, which is about to end so that its next run has other resources. */
  public ContainerLife resizing() {
    return state instanceof Running running
        ? with(
            new Running(
                running.id,
                running.startedAt,
                running.killAt,
                running.started,
                running.ready,
                true))
        : this;
  }

  /** Records the end of the running process. */
  public ContainerLife exited(int code, String message, Instant now) {
    if (!(state instanceof Running running)) {
      throw new IllegalStateException("not running: " + state);
    }
    String reason = code == 0 ? "Completed" : "Error";
    return with(running.ended(code, reason, message, now));
  }
}
