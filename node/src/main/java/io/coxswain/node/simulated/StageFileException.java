package io.coxswain.node.simulated;

/** A file of stages that cannot be used; the message says why, for whoever wrote it. */
public final class StageFileException extends Exception {
  public StageFileException(String message) {
    super(message);
  }
}
