package io.coxswain.kube.host.shared;

/** Why the program cannot start or go on. */
public final class HostException extends Exception {
  public HostException(String message) {
    super(message);
  }

  public HostException(String message, Throwable cause) {
    super(message, cause);
  }
}
