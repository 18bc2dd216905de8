package io.coxswain.slurm.client;

import org.jspecify.annotations.Nullable;

/** Slurm did not do or tell what was asked. The kind says what follows from that, if anything. */
public final class SlurmException extends Exception {

  /** What went wrong. */
  public enum Kind {
    /**
     * No answer, or not all of it, or none that makes sense. Nothing follows from it about the
     * cluster; a change may or may not have happened.
     */
    UNREADABLE,
    /** Slurm answered that the thing asked about does not exist. */
    NOT_FOUND,
    /** Slurm answered and refused; a change has not happened. */
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

  /** Whether Slurm itself said that the thing does not exist. */
  public boolean isNotFound() {
    return kind == Kind.NOT_FOUND;
  }
}
