package io.coxswain.cel.library;

import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import io.coxswain.cel.value.CostExceededException;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.ListValue;
import io.coxswain.cel.value.PlainList;
import io.coxswain.cel.value.Texts;
import io.coxswain.cel.value.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** CEL's extension for strings, version 2. Positions count characters, not Java's chars. */
final class StringFunctions {
  private static final long MAX_LENGTH = 10 * Library.MAX_LIST_SIZE;

  private StringFunctions() {}

  static void register(Library library) {
    var text = SimpleType.STRING;
    var number = SimpleType.INT;
    var texts = ListType.create(text);
    library
        .member("charAt", "string_char_at_int", text, text, number)
        .does("charAt", a -> charAt(Library.text(a[0]), Library.integer(a[1])))
        .member("indexOf", "string_index_of_string", number, text, text)
        .member("indexOf", "string_index_of_string_int", number, text, text, number)
        .does("indexOf", StringFunctions::indexOf)
        .member("lastIndexOf", "string_last_index_of_string", number, text, text)
        .member("lastIndexOf", "string_last_index_of_string_int", number, text, text, number)
        .does("lastIndexOf", StringFunctions::lastIndexOf)
        .member("lowerAscii", "string_lower_ascii", text, text)
        .does("lowerAscii", a -> ascii(a[0], 'A', 'Z', c -> c + 32))
        .member("upperAscii", "string_upper_ascii", text, text)
        .does("upperAscii", a -> ascii(a[0], 'a', 'z', c -> c - 32))
        .member("replace", "string_replace_string_string", text, text, text, text)
        .member("replace", "string_replace_string_string_int", text, text, text, text, number)
        .does("replace", StringFunctions::replace)
        .member("split", "string_split_string", texts, text, text)
        .member("split", "string_split_string_int", texts, text, text, number)
        .does("split", StringFunctions::split)
        .member("substring", "string_substring_int", text, text, number)
        .member("substring", "string_substring_int_int", text, text, number, number)
        .does("substring", StringFunctions::substring)
        .member("trim", "string_trim", text, text)
        .does("trim", a -> trim(Library.text(a[0])))
        .member("format", "string_format", text, text, ListType.create(SimpleType.DYN))
        .does("format", a -> StringFormat.format(Library.text(a[0]), Library.list(a[1])))
        .global("strings.quote", "strings_quote", text, text)
        .does("strings.quote", a -> quote(Library.text(a[0])))
        .member("join", "list_join", text, texts)
        .member("join", "list_join_string", text, texts, text)
        .does("join", StringFunctions::join);
  }

  private static String trim(String text) {
    int start = 0;
    while (start < text.length() && isSpace(text.charAt(start))) {
      start++;
    }
    int end = text.length();
    while (end > start && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  /** White space as Unicode defines it. */
  private static boolean isSpace(char c) {
    return (c >= '\t' && c <= '\r') || c == 0x85 || Character.isSpaceChar(c);
  }

  private static EvalException outOfRange(long index) {
    return new EvalException("index out of range: " + index);
  }

  private static Object charAt(String text, long index) throws EvalException {
    int[] characters = text.codePoints().toArray();
    if (index < 0 || index > characters.length) {
      throw outOfRange(index);
    }
    return index == characters.length ? "" : Character.toString(characters[(int) index]);
  }

  private static Object indexOf(Object[] arguments) throws EvalException {
    String text = Library.text(arguments[0]);
    String wanted = Library.text(arguments[1]);
    long from = arguments.length > 2 ? Library.integer(arguments[2]) : 0;
    if (wanted.isEmpty()) {
      return from;
    }
    if (from < 0) {
      throw outOfRange(from);
    }
    if (from >= Values.size(text)) {
      return -1L;
    }
    int found = Search.first(text, wanted, text.offsetByCodePoints(0, (int) from));
    return found < 0 ? -1L : (long) text.codePointCount(0, found);
  }

  private static Object lastIndexOf(Object[] arguments) throws EvalException {
    String text = Library.text(arguments[0]);
    String wanted = Library.text(arguments[1]);
    long length = Values.size(text);
    boolean offset = arguments.length > 2;
    if (wanted.isEmpty()) {
      return offset ? Library.integer(arguments[2]) : length;
    }
    long from = offset ? Library.integer(arguments[2]) : length - 1;
    if (from < 0) {
      if (offset) {
        throw outOfRange(from);
      }
      return -1L;
    }
    if (from >= length) {
      return -1L;
    }
    int found = Search.last(text, wanted, text.offsetByCodePoints(0, (int) from));
    return found < 0 ? -1L : (long) text.codePointCount(0, found);
  }

  private static Object ascii(Object value, char first, char last, IntUnaryOperator change)
      throws EvalException {
    var result = new StringBuilder(Library.text(value));
    for (int i = 0; i < result.length(); i++) {
      char c = result.charAt(i);
      if (c >= first && c <= last) {
        result.setCharAt(i, (char) change.applyAsInt(c));
      }
    }
    return result.toString();
  }

  private static Object replace(Object[] arguments) throws EvalException {
    String text = Library.text(arguments[0]);
    String old = Library.text(arguments[1]);
    String with = Library.text(arguments[2]);
    long most = arguments.length > 3 ? Library.integer(arguments[3]) : -1;
    long pieces = text.length() / Math.max(1, old.length()) + 1L;
    if (pieces * with.length() > MAX_LENGTH) {
      throw new CostExceededException();
    }
    var result = new StringBuilder();
    int end = 0;
    for (long n = 0; most < 0 || n < most; n++) {
      int found = Search.first(text, old, end);
      if (found < 0) {
        break;
      }
      result.append(text, end, found).append(with);
      end = found + old.length();
      if (old.isEmpty() && end < text.length()) {
        int next = text.offsetByCodePoints(end, 1);
        result.append(text, end, next);
        end = next;
      } else if (old.isEmpty()) {
        break;
      }
    }
    return result.append(text, end, text.length()).toString();
  }

  private static Object split(Object[] arguments) throws EvalException {
    String text = Library.text(arguments[0]);
    String separator = Library.text(arguments[1]);
    long most = arguments.length > 2 ? Library.integer(arguments[2]) : -1;
    List<Object> parts = new ArrayList<>();
    if (most == 0) {
      return PlainList.EMPTY;
    }
    int end = 0;
    while (most < 0 || parts.size() < most - 1) {
      int found =
          separator.isEmpty()
              ? (end < text.length() ? text.offsetByCodePoints(end, 1) : -1)
              : Search.first(text, separator, end);
      if (found < 0 || (separator.isEmpty() && found == text.length())) {
        break;
      }
      parts.add(text.substring(end, found));
      end = found + separator.length();
    }
    if (!separator.isEmpty() || end < text.length()) {
      parts.add(text.substring(end));
    }
    return PlainList.of(parts);
  }

  private static Object substring(Object[] arguments) throws EvalException {
    String text = Library.text(arguments[0]);
    long start = Library.integer(arguments[1]);
    long length = Values.size(text);
    long end = arguments.length > 2 ? Library.integer(arguments[2]) : length;
    if (arguments.length > 2 && start > end) {
      throw new EvalException("invalid substring range. start: " + start + ", end: " + end);
    }
    if (start < 0 || start > length) {
      throw outOfRange(start);
    }
    if (end < 0 || end > length) {
      throw outOfRange(end);
    }
    return text.substring(
        text.offsetByCodePoints(0, (int) start), text.offsetByCodePoints(0, (int) end));
  }

  private static Object join(Object[] arguments) throws EvalException {
    String separator = arguments.length > 1 ? Library.text(arguments[1]) : "";
    var joined = new StringBuilder();
    ListValue list = Library.list(arguments[0]);
    for (int i = 0; i < list.size(); i++) {
      if (!(list.get(i) instanceof String text)) {
        throw new EvalException("join: invalid input: " + Texts.of(list.get(i)));
      }
      joined.append(i == 0 ? "" : separator).append(text);
    }
    return joined.toString();
  }

  /** As a literal in double quotes. */
  static String quote(String text) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\u0007' -> quoted.append("\\a");
        case '\b' -> quoted.append("\\b");
        case '\f' -> quoted.append("\\f");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        case '\u000b' -> quoted.append("\\v");
        case '\\' -> quoted.append("\\\\");
        case '"' -> quoted.append("\\\"");
        default -> quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
