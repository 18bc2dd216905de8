package io.coxswain.cli.train;

/** A script that cannot be trained as requested; the message names the argument and the remedy. */
public final class ScriptException extends Exception {
  public ScriptException(String message) {
    super(message);
  }
}
