package io.coxswain.slurm.values;

/** A cluster or NodeSet cannot be rendered; the message contains the problem and its field. */
public class InvalidClusterException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public InvalidClusterException(String message) {
    super(message);
  }
}
