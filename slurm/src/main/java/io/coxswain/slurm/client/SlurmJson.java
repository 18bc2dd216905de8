package io.coxswain.slurm.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads values as the versions of Slurm write them, one token after another: numbers plain or
 * wrapped with whether they are set, words as one string or a list, absence as null or as a special
 * number. The parser is at a value when a method is called, and at its last token afterwards.
 */
final class SlurmJson {
  static final JsonFactory FACTORY = new JsonFactory();

  /** NO_VAL and INFINITE of 32 bits, as versions write them that do not wrap numbers. */
  private static final long NO_VALUE = 0xFFFF_FFFEL;

  private static final long INFINITE = 0xFFFF_FFFFL;

  /** How many different words are shared; more would cost more than they save. */
  private static final int MAX_SHARED = 10_000;

  private final JsonParser parser;
  private final Map<String, String> shared = new HashMap<>();

  SlurmJson(JsonParser parser) {
    this.parser = parser;
  }

  /** What to do with the value of a field. */
  @FunctionalInterface
  interface Field {
    void read(String name) throws IOException;
  }

  /** What to do with the element of a list. */
  @FunctionalInterface
  interface Element {
    void read() throws IOException;
  }

  /** Walks an object; a value that is none counts as an empty one. */
  void object(Field field) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return;
    }
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      requireMore(parser.nextToken());
      field.read(name);
    }
  }

  /** Walks a list; a value that is none counts as an empty one. */
  void list(Element element) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      parser.skipChildren();
      return;
    }
    while (requireMore(parser.nextToken()) != JsonToken.END_ARRAY) {
      element.read();
    }
  }

  void skip() throws IOException {
    parser.skipChildren();
  }

  /** Text; empty when there is none. */
  String text() throws IOException {
    if (parser.currentToken().isScalarValue()) {
      return parser.currentToken() == JsonToken.VALUE_NULL ? "" : parser.getText();
    }
    parser.skipChildren();
    return "";
  }

  /** Text of which there are many equal ones: one of them is kept in memory. */
  String sharedText() throws IOException {
    return share(text());
  }

  String share(String text) {
    String known = shared.get(text);
    if (known != null) {
      return known;
    }
    if (shared.size() < MAX_SHARED) {
      shared.put(text, text);
    }
    return text;
  }

  /** Words in a list, or a single one. */
  List<String> words() throws IOException {
    var words = new ArrayList<String>();
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      list(() -> words.add(sharedText()));
    } else {
      String word = sharedText();
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words;
  }

  /** A number that is set and finite. */
  OptionalLong number() throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> plain();
      case VALUE_STRING -> digits(parser.getText());
      case START_OBJECT -> wrapped();
      default -> {
        parser.skipChildren();
        yield OptionalLong.empty();
      }
    };
  }

  private OptionalLong plain() throws IOException {
    OptionalLong number = integer();
    return number.isPresent() && number.getAsLong() != NO_VALUE && number.getAsLong() != INFINITE
        ? number
        : OptionalLong.empty();
  }

  private static OptionalLong digits(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text.strip()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** A number that does not fit a signed 64-bit integer means absent: NO_VAL64, INFINITE64. */
  private OptionalLong integer() throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
        && parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(parser.getLongValue());
  }

  private OptionalLong wrapped() throws IOException {
    boolean set = true;
    boolean infinite = false;
    OptionalLong number = OptionalLong.empty();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken value = requireMore(parser.nextToken());
      if (name.equals("number") && value.isNumeric()) {
        number = integer();
      } else if (name.equals("set")) {
        set = value == JsonToken.VALUE_TRUE;
      } else if (name.equals("infinite")) {
        infinite = value == JsonToken.VALUE_TRUE;
      } else {
        parser.skipChildren();
      }
    }
    return set && !infinite ? number : OptionalLong.empty();
  }

  /** A time; Slurm writes 0 for one that has not come. */
  Optional<Instant> time() throws IOException {
    OptionalLong seconds = number();
    return seconds.isPresent() && seconds.getAsLong() > 0
        ? Optional.of(Instant.ofEpochSecond(seconds.getAsLong()))
        : Optional.empty();
  }

  /** The parser has no token left only if the response was truncated. */
  private static JsonToken requireMore(@Nullable JsonToken token) throws IOException {
    if (token == null) {
      throw new IOException("unexpected end of response");
    }
    return token;
  }
}
