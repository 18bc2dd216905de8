package io.coxswain.node.simulated;

/** An invalid file of stages; the message contains the reason for its author. */
public final class StageFileException extends Exception {
  public StageFileException(String message) {
    super(message);
  }
}
