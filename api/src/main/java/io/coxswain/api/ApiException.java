package io.coxswain.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/** A failed API request, classified by the reason that the server returned. */
public abstract sealed class ApiException extends Exception {
  private final Status status;

  private ApiException(Status status) {
    super(status.getMessage());
    this.status = status;
  }

  /** The Status returned by the server. */
  public Status status() {
    return status;
  }

  /** The HTTP status; 0 if there was no response. */
  public int code() {
    return status.getCode() == null ? 0 : status.getCode();
  }

  /** The delay that the server requests before the next attempt. */
  public OptionalInt retryAfterSeconds() {
    var details = status.getDetails();
    return details == null || details.getRetryAfterSeconds() == null
        ? OptionalInt.empty()
        : OptionalInt.of(details.getRetryAfterSeconds());
  }

  /** The exception for an error response. */
  public static ApiException of(int code, byte[] body) {
    Status status = parse(code, body);
    String reason = status.getReason() == null ? "" : status.getReason();
    return switch (reason) {
      case "NotFound" -> new NotFound(status);
      case "AlreadyExists" -> new AlreadyExists(status);
      case "Conflict" -> new Conflict(status);
      case "Invalid" -> new Invalid(status);
      case "BadRequest" -> new BadRequest(status);
      case "Unauthorized" -> new Unauthorized(status);
      case "Forbidden" -> new Forbidden(status);
      case "Gone", "Expired" -> new Expired(status);
      case "TooManyRequests" -> new TooManyRequests(status);
      default ->
          switch (code) {
            case 400 -> new BadRequest(status);
            case 401 -> new Unauthorized(status);
            case 403 -> new Forbidden(status);
            case 404 -> new NotFound(status);
            case 409 -> new Conflict(status);
            case 410 -> new Expired(status);
            case 422 -> new Invalid(status);
            case 429 -> new TooManyRequests(status);
            default -> new ServerError(status);
          };
    };
  }

  /** The exception for a request without a response. */
  public static NoAnswer noAnswer(IOException cause) {
    return new NoAnswer(cause);
  }

  private static Status parse(int code, byte[] body) {
    try {
      JsonNode tree = Json.MAPPER.readTree(body);
      if (tree.isObject() && "Status".equals(tree.path("kind").asText())) {
        return Json.convert(tree, Status.class);
      }
    } catch (IOException e) {
      return plain(code, body);
    }
    return plain(code, body);
  }

  private static Status plain(int code, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8).strip();
    return new StatusBuilder()
        .withStatus("Failure")
        .withCode(code)
        .withMessage(text.isEmpty() ? "the server answered " + code : text)
        .build();
  }

  /** The object, kind or path does not exist. */
  public static final class NotFound extends ApiException {
    NotFound(Status status) {
      super(status);
    }
  }

  /** An object with that name already exists. */
  public static final class AlreadyExists extends ApiException {
    AlreadyExists(Status status) {
      super(status);
    }
  }

  /**
   * The object has changed since it was read, or another field manager owns a field of the request.
   */
  public static final class Conflict extends ApiException {
    Conflict(Status status) {
      super(status);
    }
  }

  /** The object violates a rule of its kind. */
  public static final class Invalid extends ApiException {
    Invalid(Status status) {
      super(status);
    }
  }

  /** The request is malformed. */
  public static final class BadRequest extends ApiException {
    BadRequest(Status status) {
      super(status);
    }
  }

  /** The client is not authenticated. */
  public static final class Unauthorized extends ApiException {
    Unauthorized(Status status) {
      super(status);
    }
  }

  /** The client is not authorized. */
  public static final class Forbidden extends ApiException {
    Forbidden(Status status) {
      super(status);
    }
  }

  /** The requested revision has been compacted. */
  public static final class Expired extends ApiException {
    Expired(Status status) {
      super(status);
    }
  }

  /** The server is overloaded; retry later. */
  public static final class TooManyRequests extends ApiException {
    TooManyRequests(Status status) {
      super(status);
    }
  }

  /** The server failed, timed out or returned an unexpected response. */
  public static final class ServerError extends ApiException {
    ServerError(Status status) {
      super(status);
    }
  }

  /** There was no response. A write may or may not have happened. */
  public static final class NoAnswer extends ApiException {
    NoAnswer(IOException cause) {
      super(
          new StatusBuilder()
              .withStatus("Failure")
              .withMessage("no response: " + why(cause))
              .build());
      initCause(cause);
    }

    /** A refused connection has no message, only the name of the exception. */
    private static String why(IOException cause) {
      String message = cause.getMessage();
      return message == null ? cause.getClass().getSimpleName() : message;
    }
  }
}
