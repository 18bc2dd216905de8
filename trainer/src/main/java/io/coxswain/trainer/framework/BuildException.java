package io.coxswain.trainer.framework;

/** Why the objects of a job cannot be built as things are. Trying again later may succeed. */
public final class BuildException extends RuntimeException {
  public BuildException(String message) {
    super(message);
  }

  public BuildException(String message, Throwable cause) {
    super(message, cause);
  }
}
