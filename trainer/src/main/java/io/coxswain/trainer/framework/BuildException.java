package io.coxswain.trainer.framework;

/** The objects of a job cannot be built at the moment. A retry may succeed. */
public final class BuildException extends RuntimeException {
  public BuildException(String message) {
    super(message);
  }

  public BuildException(String message, Throwable cause) {
    super(message, cause);
  }
}
