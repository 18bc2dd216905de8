package io.coxswain.apiserver.schema;

import java.io.IOException;

/** A number does not fit into a double; the message is that of Go's decoder. */
public final class NumberRangeException extends IOException {
  NumberRangeException(String message) {
    super(message);
  }
}
