package io.coxswain.runtime.manager;

/** Why a manager ended without being told to. */
public final class ManagerException extends Exception {
  public ManagerException(String message) {
    super(message);
  }

  public ManagerException(String message, Throwable cause) {
    super(message, cause);
  }
}
