package io.coxswain.cli;

/** A command that cannot be executed; the message contains everything that the user needs. */
final class CommandException extends RuntimeException {
  private final int exitCode;

  CommandException(String message) {
    this(message, 1);
  }

  CommandException(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
