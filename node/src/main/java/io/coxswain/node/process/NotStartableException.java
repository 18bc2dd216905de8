package io.coxswain.node.process;

/** A container cannot be started now; trying again later may help. */
final class NotStartableException extends Exception {
  private final String reason;
  private final String explanation;

  /**
   * @param reason as the container's waiting state shows it
   */
  NotStartableException(String reason, String message) {
    super(message);
    this.reason = reason;
    this.explanation = message;
  }

  static NotStartableException configuration(String message) {
    return new NotStartableException("CreateContainerConfigError", message);
  }

  /** The message, never absent. */
  String explanation() {
    return explanation;
  }

  String reason() {
    return reason;
  }
}
