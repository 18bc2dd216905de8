package io.coxswain.node.logs;

import io.coxswain.api.ObjectKey;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Which lines of which container.
 *
 * @param follow continues until the container ends
 * @param run of just this start of the container, 0 being the first; of the latest when empty
 * @param previous of the container that ran before the present one
 * @param timestamps each line begins with the time it was written
 * @param since leaves out lines written before
 * @param tailLines at most that many lines of those there now
 * @param limitBytes at most that many bytes in all
 */
public record LogRequest(
    ObjectKey pod,
    String container,
    OptionalInt run,
    boolean follow,
    boolean previous,
    boolean timestamps,
    Optional<Instant> since,
    OptionalLong tailLines,
    OptionalLong limitBytes) {

  /** All available lines. */
  public static LogRequest all(ObjectKey pod, String container) {
    return new LogRequest(
        pod,
        container,
        OptionalInt.empty(),
        false,
        false,
        false,
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  /** All available lines, and later ones until the container ends. */
  public LogRequest following() {
    return new LogRequest(
        pod, container, run, true, previous, timestamps, since, tailLines, limitBytes);
  }

  public LogRequest ofRun(int start) {
    return new LogRequest(
        pod,
        container,
        OptionalInt.of(start),
        follow,
        previous,
        timestamps,
        since,
        tailLines,
        limitBytes);
  }

  public LogRequest ofPrevious() {
    return new LogRequest(
        pod, container, run, follow, true, timestamps, since, tailLines, limitBytes);
  }

  public LogRequest withTimestamps() {
    return new LogRequest(
        pod, container, run, follow, previous, true, since, tailLines, limitBytes);
  }

  public LogRequest since(Instant time) {
    return new LogRequest(
        pod,
        container,
        run,
        follow,
        previous,
        timestamps,
        Optional.of(time),
        tailLines,
        limitBytes);
  }

  public LogRequest tail(long lines) {
    return new LogRequest(
        pod,
        container,
        run,
        follow,
        previous,
        timestamps,
        since,
        OptionalLong.of(lines),
        limitBytes);
  }

  public LogRequest limit(long bytes) {
    return new LogRequest(
        pod,
        container,
        run,
        follow,
        previous,
        timestamps,
        since,
        tailLines,
        OptionalLong.of(bytes));
  }
}
