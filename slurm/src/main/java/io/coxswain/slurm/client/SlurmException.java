package io.coxswain.slurm.client;

import org.jspecify.annotations.Nullable;

/** A failed request to Slurm. The kind determines what can be concluded from it. */
public final class SlurmException extends Exception {

  /** What went wrong. */
  public enum Kind {
    /**
     * No response, an incomplete one, or an invalid one. Nothing can be concluded about the
     * cluster; a change may or may not have happened.
     */
    UNREADABLE,
    /** Slurm responded that the requested object does not exist. */
    NOT_FOUND,
    /** Slurm rejected the request; a change has not happened. */
    REFUSED,
    /** The token or the user was not accepted. */
    UNAUTHENTICATED,
    /** The running version has no such operation, and nothing else here offers it. */
    UNSUPPORTED
  }

  private final Kind kind;

  public SlurmException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public SlurmException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** Whether Slurm itself reported that the object does not exist. */
  public boolean isNotFound() {
    return kind == Kind.NOT_FOUND;
  }
}
