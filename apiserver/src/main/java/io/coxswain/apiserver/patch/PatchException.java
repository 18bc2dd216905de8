package io.coxswain.apiserver.patch;

/** A patch that cannot be parsed or applied, with the Status to return. */
public final class PatchException extends Exception {
  private final int code;
  private final String reason;

  private PatchException(int code, String reason, String message) {
    super(message, null, false, false);
    this.code = code;
    this.reason = reason;
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

  static PatchException badRequest(String message) {
    return new PatchException(400, "BadRequest", message);
  }

  static PatchException tooLarge(String message) {
    return new PatchException(413, "RequestEntityTooLarge", "Request entity too large: " + message);
  }

  /** An operation failed. The message does not name it. */
  static PatchException refused() {
    return new PatchException(
        422, "Invalid", "the server rejected our request due to an error in our request");
  }

  /** Upstream does not classify this error. */
  static PatchException unclassified(String message) {
    return new PatchException(500, "", message);
  }
}
