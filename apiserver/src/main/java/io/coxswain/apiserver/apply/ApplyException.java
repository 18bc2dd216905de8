package io.coxswain.apiserver.apply;

import java.util.List;

/** A configuration that cannot be applied, with the Status to return. */
public final class ApplyException extends Exception {
  /**
   * One field that another manager owns.
   *
   * @param message {@code conflict with "manager"}
   * @param field the path, as {@code .spec.replicas}
   */
  public record Cause(String message, String field) {}

  private final int code;
  private final String reason;
  private final List<Cause> causes;

  private ApplyException(int code, String reason, String message, List<Cause> causes) {
    super(message, null, false, false);
    this.code = code;
    this.reason = reason;
    this.causes = List.copyOf(causes);
  }

  /** The HTTP status. */
  public int code() {
    return code;
  }

  /** The reason of the Status; empty if it has none. */
  public String reason() {
    return reason;
  }

  /** The message of the Status. */
  public String text() {
    return String.valueOf(getMessage());
  }

  /** The conflicts, each of reason {@code FieldManagerConflict}; empty for other failures. */
  public List<Cause> causes() {
    return causes;
  }

  static ApplyException conflict(String message, List<Cause> causes) {
    return new ApplyException(409, "Conflict", message, causes);
  }

  static ApplyException badRequest(String message) {
    return new ApplyException(400, "BadRequest", message, List.of());
  }

  /** The configuration does not match the schema, which upstream does not classify. */
  static ApplyException unfit(String message) {
    return new ApplyException(500, "", message, List.of());
  }
}
