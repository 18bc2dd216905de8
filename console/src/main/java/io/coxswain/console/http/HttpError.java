package io.coxswain.console.http;

import io.coxswain.api.ApiException;

/** A request whose response is an error. */
public final class HttpError extends Exception {
  private final int code;
  private final String reason;

  public HttpError(int code, String reason, String message) {
    super(message);
    this.code = code;
    this.reason = reason;
  }

  /** The API server's own error. Without a response from it, the console is a bad gateway. */
  public static HttpError of(ApiException failure) {
    String reason = failure.status().getReason();
    return new HttpError(
        failure.code() == 0 ? 502 : failure.code(),
        reason == null ? "Error" : reason,
        String.valueOf(failure.getMessage()));
  }

  public static HttpError badRequest(String message) {
    return new HttpError(400, "BadRequest", message);
  }

  public static HttpError forbidden(String reason, String message) {
    return new HttpError(403, reason, message);
  }

  public int code() {
    return code;
  }

  public String reason() {
    return reason;
  }
}
