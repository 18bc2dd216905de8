package io.coxswain.slurm.values;

/** A cluster or NodeSet cannot be rendered as it is; the message says what is wrong and where. */
public class InvalidClusterException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public InvalidClusterException(String message) {
    super(message);
  }
}
