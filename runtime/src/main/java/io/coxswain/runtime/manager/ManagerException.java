package io.coxswain.runtime.manager;

/** Reports why a manager ended without being stopped. */
public final class ManagerException extends Exception {
  public ManagerException(String message) {
    super(message);
  }

  public ManagerException(String message, Throwable cause) {
    super(message, cause);
  }
}
