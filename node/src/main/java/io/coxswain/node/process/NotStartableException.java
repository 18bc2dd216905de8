package io.coxswain.node.process;

/** A container cannot be started now; trying again later may help. */
final class NotStartableException extends Exception {
  private final String reason;

  /**
   * @param reason as the container's waiting state shows it
   */
  NotStartableException(String reason, String message) {
    super(message);
    this.reason = reason;
  }

  static NotStartableException configuration(String message) {
    return new NotStartableException("CreateContainerConfigError", message);
  }

  String reason() {
    return reason;
  }
}
