package io.coxswain.apiserver.kinds;

import io.coxswain.api.FieldError;
import java.util.List;

/** An object cannot be written; the response is Invalid, before other rules are checked. */
public final class InvalidException extends RuntimeException {
  private final transient List<FieldError> errors;

  public InvalidException(List<FieldError> errors) {
    super(errors.toString(), null, false, false);
    this.errors = List.copyOf(errors);
  }

  public List<FieldError> errors() {
    return errors;
  }
}
