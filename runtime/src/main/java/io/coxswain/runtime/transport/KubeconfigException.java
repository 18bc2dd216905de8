package io.coxswain.runtime.transport;

/** There is no usable description of the API server; the message says where it was looked for. */
public final class KubeconfigException extends Exception {
  public KubeconfigException(String message) {
    super(message);
  }

  public KubeconfigException(String message, Throwable cause) {
    super(message, cause);
  }
}
