package io.coxswain.apiserver.schema;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reports syntax errors in JSON in the words of Go's decoder. */
public final class GoJson {
  private static final int SHOWN = 30;

  /** Go allows ten times as much; such depth is an attack, and recursion has limits. */
  private static final int MAX_DEPTH = 1_000;

  private final String text;
  private int at;
  private int depth;

  private GoJson(String text) {
    this.text = text;
  }

  /** Empty if the text is well-formed. */
  public static Optional<String> problem(byte[] body) {
    try {
      var scan = new GoJson(new String(body, StandardCharsets.UTF_8));
      scan.value();
      scan.blanks();
      if (scan.at < scan.text.length()) {
        throw scan.bad("after top-level value");
      }
      return Optional.empty();
    } catch (Malformed e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** The beginning of a body as errors quote it: text if it may be JSON, else hexadecimal. */
  public static String shown(byte[] body) {
    if (body.length == 0) {
      return "<empty>";
    }
    boolean text = body[0] == '{';
    int length = Math.min(body.length, SHOWN);
    var shown = new StringBuilder();
    for (int i = 0; i < length; i++) {
      if (text) {
        shown.append((char) (body[i] & 0xff));
      } else {
        shown.append(String.format("%02x", body[i] & 0xff));
      }
    }
    return body.length > SHOWN ? shown + " ..." : shown.toString();
  }

  /** Aborts the scan. */
  private static final class Malformed extends RuntimeException {
    Malformed(String message) {
      super(message, null, false, false);
    }
  }

  private Malformed bad(String where) {
    return at >= text.length()
        ? new Malformed("unexpected end of JSON input")
        : new Malformed("invalid character " + quoted(text.charAt(at)) + " " + where);
  }

  private static String quoted(char c) {
    return switch (c) {
      case '\'' -> "'\\''";
      case '"' -> "'\"'";
      case '\n' -> "'\\n'";
      default -> "'" + c + "'";
    };
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private boolean here(char c) {
    return at < text.length() && text.charAt(at) == c;
  }

  private void value() {
    blanks();
    if (here('{') || here('[')) {
      if (++depth > MAX_DEPTH) {
        throw bad("exceeded max depth");
      }
      if (here('{')) {
        object();
      } else {
        array();
      }
      depth--;
    } else if (here('"')) {
      string();
    } else if (here('t')) {
      literal("true");
    } else if (here('f')) {
      literal("false");
    } else if (here('n')) {
      literal("null");
    } else if (here('-') || (at < text.length() && Character.isDigit(text.charAt(at)))) {
      number();
    } else {
      throw bad("looking for beginning of value");
    }
  }

  private void object() {
    at++;
    blanks();
    if (here('}')) {
      at++;
      return;
    }
    while (true) {
      blanks();
      if (!here('"')) {
        throw bad("looking for beginning of object key string");
      }
      string();
      blanks();
      if (!here(':')) {
        throw bad("after object key");
      }
      at++;
      value();
      blanks();
      if (here('}')) {
        at++;
        return;
      }
      if (!here(',')) {
        throw bad("after object key:value pair");
      }
      at++;
    }
  }

  private void array() {
    at++;
    blanks();
    if (here(']')) {
      at++;
      return;
    }
    while (true) {
      value();
      blanks();
      if (here(']')) {
        at++;
        return;
      }
      if (!here(',')) {
        throw bad("after array element");
      }
      at++;
    }
  }

  private void string() {
    at++;
    while (!here('"')) {
      if (at >= text.length() || text.charAt(at) < 0x20) {
        throw bad("in string literal");
      }
      at += here('\\') ? 2 : 1;
    }
    at++;
  }

  private void literal(String word) {
    for (int i = 0; i < word.length(); i++, at++) {
      if (!here(word.charAt(i))) {
        throw bad("in literal " + word + " (expecting " + quoted(word.charAt(i)) + ")");
      }
    }
  }

  private void number() {
    if (here('-')) {
      at++;
    }
    if (here('0')) {
      at++;
    } else {
      digits("in numeric literal");
    }
    if (here('.')) {
      at++;
      digits("after decimal point in numeric literal");
    }
    if (here('e') || here('E')) {
      at++;
      if (here('+') || here('-')) {
        at++;
      }
      digits("in exponent of numeric literal");
    }
  }

  private void digits(String where) {
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    if (at == start) {
      throw bad(where);
    }
  }
}
