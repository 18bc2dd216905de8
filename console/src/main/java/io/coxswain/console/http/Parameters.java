package io.coxswain.console.http;

import io.coxswain.runtime.http.Request;
import java.util.List;
import java.util.regex.Pattern;

/** The query of a request; values are checked when they are read. */
public final class Parameters {
  private static final int MAX_TEXT = 256;
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._:-]{0,251}[A-Za-z0-9])?");

  private final Request request;

  public Parameters(Request request) {
    this.request = request;
  }

  /** The first value; empty if there is none. */
  public String text(String name) throws HttpError {
    List<String> values = request.query().getOrDefault(name, List.of());
    String value = values.isEmpty() ? "" : values.getFirst();
    if (value.length() > MAX_TEXT) {
      throw HttpError.badRequest(name + ": must be at most " + MAX_TEXT + " characters");
    }
    return value;
  }

  /** As {@link #text} with a larger limit, for references and tokens of the API server. */
  public String longText(String name, int limit) throws HttpError {
    List<String> values = request.query().getOrDefault(name, List.of());
    String value = values.isEmpty() ? "" : values.getFirst();
    if (value.length() > limit) {
      throw HttpError.badRequest(name + ": must be at most " + limit + " characters");
    }
    return value;
  }

  /** The name of an object or namespace; empty if it is missing. */
  public String name(String name) throws HttpError {
    String value = text(name);
    if (!value.isEmpty() && !NAME.matcher(value).matches()) {
      throw HttpError.badRequest(name + ": \"" + value + "\" is not a name");
    }
    return value;
  }

  /** As {@link #name}, which must not be missing. */
  public String requiredName(String name) throws HttpError {
    String value = name(name);
    if (value.isEmpty()) {
      throw HttpError.badRequest(name + ": is required");
    }
    return value;
  }

  public boolean flag(String name) throws HttpError {
    return text(name).equals("true");
  }

  /** A number, limited to the range. */
  public int number(String name, int otherwise, int least, int most) throws HttpError {
    String value = text(name);
    if (value.isEmpty()) {
      return otherwise;
    }
    if (!value.matches("\\d{1,9}")) {
      throw HttpError.badRequest(name + ": \"" + value + "\" is not a number");
    }
    return Math.clamp(Integer.parseInt(value), least, most);
  }
}
