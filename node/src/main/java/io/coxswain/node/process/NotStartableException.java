package io.coxswain.node.process;

/** A container cannot be started. */
final class NotStartableException extends Exception {
  private final String reason;
  private final String explanation;
  private final boolean mayPass;

  /**
   * @param reason as the container's waiting state shows it
   */
  NotStartableException(String reason, String message) {
    this(reason, message, true);
  }

  private NotStartableException(String reason, String message, boolean mayPass) {
    super(message);
    this.reason = reason;
    this.explanation = message;
    this.mayPass = mayPass;
  }

  static NotStartableException configuration(String message) {
    return new NotStartableException("CreateContainerConfigError", message);
  }

  /** Something in the pod's spec, which does not change, keeps the container from starting. */
  static NotStartableException forever(String message) {
    return new NotStartableException("CreateContainerError", message, false);
  }

  /** The message, never absent. */
  String explanation() {
    return explanation;
  }

  String reason() {
    return reason;
  }

  /** Whether trying again later may help. */
  boolean mayPass() {
    return mayPass;
  }
}
