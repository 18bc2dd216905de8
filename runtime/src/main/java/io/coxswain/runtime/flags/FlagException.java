package io.coxswain.runtime.flags;

/** What is wrong with a command line or a configuration file. */
public final class FlagException extends Exception {
  public FlagException(String message) {
    super(message);
  }
}
