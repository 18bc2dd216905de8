package io.coxswain.slurm.marks;

import java.time.Instant;

/**
 * A condition of a node, or the absence of one.
 *
 * @param since when status or reason last changed; for an absent one the beginning of time
 */
public record ConditionState(Status status, String reason, Instant since) {
  public static final ConditionState ABSENT = new ConditionState(Status.ABSENT, "", Instant.EPOCH);

  /** The status of a condition. */
  public enum Status {
    ABSENT,
    FALSE,
    TRUE,
    UNKNOWN
  }

  public boolean isPresent() {
    return status != Status.ABSENT;
  }

  public boolean isTrue() {
    return status == Status.TRUE;
  }

  /** Not there, or false; what is unknown may be so. */
  public boolean isFalseOrAbsent() {
    return status == Status.FALSE || status == Status.ABSENT;
  }

  /** Whether it is true and its reason is not the one that ends it. */
  public boolean isTrueBut(String end) {
    return isTrue() && !reason.equals(end);
  }
}
