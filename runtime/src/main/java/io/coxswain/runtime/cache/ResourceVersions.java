package io.coxswain.runtime.cache;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.coxswain.api.Json;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * ResourceVersions as numbers, comparable within one kind. A version that is not a decimal number
 * maps to {@link #UNKNOWN}, which compares lowest, so no read ever waits for it.
 */
public final class ResourceVersions {
  public static final long UNKNOWN = -1;

  private ResourceVersions() {}

  /** The resourceVersion of an object or a list, parsed no further than needed. */
  public static long of(byte[] object) {
    try (JsonParser parser = Json.MAPPER.getFactory().createParser(object)) {
      if (parser.nextToken() == JsonToken.START_OBJECT && enter(parser, "metadata")) {
        return enter(parser, "resourceVersion") ? parse(parser.getValueAsString()) : UNKNOWN;
      }
      return UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  /** The name of an object, parsed no further than needed; empty if it has none. */
  public static String name(byte[] object) {
    try (JsonParser parser = Json.MAPPER.getFactory().createParser(object)) {
      boolean found =
          parser.nextToken() == JsonToken.START_OBJECT
              && enter(parser, "metadata")
              && enter(parser, "name");
      return found ? parser.getValueAsString("") : "";
    } catch (IOException e) {
      return "";
    }
  }

  /** Whether an object has a deletionTimestamp, parsed no further than needed. */
  public static boolean isDeleting(byte[] object) {
    try (JsonParser parser = Json.MAPPER.getFactory().createParser(object)) {
      return parser.nextToken() == JsonToken.START_OBJECT
          && enter(parser, "metadata")
          && enter(parser, "deletionTimestamp")
          && parser.currentToken() != JsonToken.VALUE_NULL;
    } catch (IOException e) {
      return false;
    }
  }

  /** Moves the parser to the value of a field of the current object. */
  private static boolean enter(JsonParser parser, String field) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean found = parser.currentName().equals(field);
      parser.nextToken();
      if (found) {
        return true;
      }
      parser.skipChildren();
    }
    return false;
  }

  public static long parse(@Nullable String text) {
    if (text == null || text.isEmpty() || text.length() > 18) {
      return UNKNOWN;
    }
    if (text.length() > 1 && text.charAt(0) == '0') {
      return UNKNOWN;
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return UNKNOWN;
      }
      value = value * 10 + digit;
    }
    return value;
  }
}
