package io.coxswain.apiserver.patch;

/** A patch that cannot be parsed or applied, with the Status to return. */
public final class PatchException extends Exception {
  private static final String REFUSED =
      "the server rejected our request due to an error in our request";

  private final int code;
  private final String reason;
  private final boolean failedTest;

  private PatchException(int code, String reason, String message) {
    this(code, reason, message, false);
  }

  private PatchException(int code, String reason, String message, boolean failedTest) {
    super(message, null, false, false);
    this.code = code;
    this.reason = reason;
    this.failedTest = failedTest;
  }

  /** Whether an operation {@code test} of a JSON patch found another value. */
  public boolean failedTest() {
    return failedTest;
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
    return new PatchException(422, "Invalid", REFUSED);
  }

  static PatchException testFailed() {
    return new PatchException(422, "Invalid", REFUSED, true);
  }

  /** Upstream does not classify this error. */
  static PatchException unclassified(String message) {
    return new PatchException(500, "", message);
  }
}
