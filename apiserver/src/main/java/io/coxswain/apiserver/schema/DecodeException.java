package io.coxswain.apiserver.schema;

/** A body does not have the types of its kind; the message is that of Go's decoder. */
public final class DecodeException extends Exception {
  DecodeException(String message) {
    super(message, null, false, false);
  }

  /** The message. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
