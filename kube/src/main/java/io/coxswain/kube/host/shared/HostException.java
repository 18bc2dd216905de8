package io.coxswain.kube.host.shared;

/** The program cannot start or continue. */
public final class HostException extends Exception {
  public HostException(String message) {
    super(message);
  }

  public HostException(String message, Throwable cause) {
    super(message, cause);
  }
}
