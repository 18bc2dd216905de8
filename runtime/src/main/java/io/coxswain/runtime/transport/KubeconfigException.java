package io.coxswain.runtime.transport;

/**
 * There is no usable configuration for the API server; the message names the places that were
 * searched.
 */
public final class KubeconfigException extends Exception {
  public KubeconfigException(String message) {
    super(message);
  }

  public KubeconfigException(String message, Throwable cause) {
    super(message, cause);
  }
}
