package io.coxswain.cli.train;

/** A manifest that cannot be used; the message names file, line and field. */
public final class ManifestException extends Exception {
  public ManifestException(String message) {
    super(message);
  }
}
