package io.coxswain.api.sharding;

import io.coxswain.api.sharding.ShardSelector.Field;
import io.coxswain.api.sharding.ShardSelector.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Parser of shard selectors. They are CEL expressions, of which only calls of {@code shardRange},
 * {@code ||} and parentheses are allowed, so no CEL compiler is needed.
 */
final class ShardSelectorParser {
  private static final int MAX_DEPTH = 100;

  private final String text;
  private final int maxRanges;
  private final List<Range> ranges = new ArrayList<>();
  private @Nullable Field field;
  private int at;

  ShardSelectorParser(String text, int maxRanges) {
    this.text = text.strip();
    this.maxRanges = maxRanges;
  }

  ShardSelector parse() {
    if (text.isEmpty()) {
      throw new IllegalArgumentException(
          "empty shard selector is not allowed; omit the parameter for unfiltered lists");
    }
    alternatives(0);
    if (at < text.length()) {
      throw syntax();
    }
    Field common = field;
    if (common == null) {
      throw syntax();
    }
    return new ShardSelector(common, ranges);
  }

  private void alternatives(int depth) {
    do {
      term(depth);
    } while (accept("||"));
  }

  private void term(int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException("more than " + MAX_DEPTH + " nested parentheses");
    }
    if (accept("(")) {
      alternatives(depth + 1);
      expect(")");
    } else {
      range();
    }
  }

  private void range() {
    String function = identifier();
    if (!accept("(")) {
      throw new IllegalArgumentException(
          "unexpected expression " + function + "; expected shardRange() call or || operator");
    }
    if (!function.equals("shardRange")) {
      throw new IllegalArgumentException(
          "unsupported function \"" + function + "\"; only shardRange() and || are allowed");
    }
    String path = path();
    expect(",");
    String start = literal("hexStart");
    expect(",");
    String end = literal("hexEnd");
    if (accept(",")) {
      throw new IllegalArgumentException("shardRange() requires exactly 3 arguments");
    }
    expect(")");
    add(fieldOf(path), start, end);
  }

  private void add(Field named, String start, String end) {
    Field before = field;
    if (before != null && before != named) {
      throw new IllegalArgumentException(
          "all shard ranges must use the same field, got \""
              + before.path()
              + "\" and \""
              + named.path()
              + "\"");
    }
    boolean ordered =
        start.length() != end.length() ? start.length() < end.length() : start.compareTo(end) < 0;
    if (!ordered) {
      throw new IllegalArgumentException(
          "shard range start " + start + " must be less than end " + end);
    }
    if (ranges.size() == maxRanges) {
      throw new IllegalArgumentException("more than " + maxRanges + " ranges");
    }
    field = named;
    ranges.add(
        new Range(
            Long.parseUnsignedLong(start, 2, start.length(), 16),
            end.length() == 19 ? -1 : Long.parseUnsignedLong(end, 2, end.length(), 16) - 1));
  }

  private static Field fieldOf(String path) {
    for (Field each : Field.values()) {
      if (each.path().equals(path)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "unsupported field path \""
            + path
            + "\"; supported: "
            + Arrays.stream(Field.values()).map(Field::path).collect(Collectors.joining(", ")));
  }

  private String path() {
    var path = new StringBuilder(identifier());
    while (accept(".")) {
      path.append('.').append(identifier());
    }
    return path.toString();
  }

  /** A string literal with a number of 16 hexadecimal digits, or 2^64. */
  private String literal(String name) {
    skipSpace();
    char quote = at < text.length() ? text.charAt(at) : ' ';
    int end = quote == '\'' || quote == '"' ? text.indexOf(quote, at + 1) : -1;
    if (end < 0) {
      throw new IllegalArgumentException(name + " must be a string literal (e.g. '0xff')");
    }
    String value = text.substring(at + 1, end);
    at = end + 1;
    check(name, value);
    return value;
  }

  private static void check(String name, String value) {
    if (!value.startsWith("0x")) {
      throw new IllegalArgumentException(
          name + " must have '0x' prefix, got \"" + shortened(value) + "\"");
    }
    String digits = value.substring(2);
    if (digits.isEmpty()) {
      throw new IllegalArgumentException(name + ": hex value is required after '0x'");
    }
    if (digits.length() > 17) {
      throw new IllegalArgumentException(
          name
              + ": hex value too long ("
              + digits.length()
              + " chars, max 17): \""
              + shortened(digits)
              + "\"");
    }
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        throw new IllegalArgumentException(
            name + ": invalid hex character \"" + c + "\" in \"" + value + "\"");
      }
    }
    if (digits.length() == 17) {
      if (!value.equals("0x10000000000000000")) {
        throw new IllegalArgumentException(
            name
                + ": 17-digit hex value must be '0x10000000000000000' (2^64), got \""
                + value
                + "\"");
      }
    } else if (digits.length() != 16) {
      throw new IllegalArgumentException(
          name
              + " must be a 0x-prefixed 16-digit hex value, got \""
              + value
              + "\" (did you mean \"0x"
              + "0".repeat(16 - digits.length())
              + digits
              + "\"?)");
    }
  }

  private static String shortened(String value) {
    return value.length() <= 40 ? value : value.substring(0, 40) + "...";
  }

  private String identifier() {
    skipSpace();
    int start = at;
    while (at < text.length() && isIdentifierPart(text.charAt(at), at > start)) {
      at++;
    }
    if (at == start) {
      throw syntax();
    }
    return text.substring(start, at);
  }

  private static boolean isIdentifierPart(char c, boolean digits) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || c == '_'
        || (digits && c >= '0' && c <= '9');
  }

  private boolean accept(String token) {
    skipSpace();
    if (!text.startsWith(token, at)) {
      return false;
    }
    at += token.length();
    skipSpace();
    return true;
  }

  private void expect(String token) {
    if (!accept(token)) {
      throw syntax();
    }
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException syntax() {
    return new IllegalArgumentException(
        "CEL parse error: unexpected input at character " + (at + 1));
  }
}
