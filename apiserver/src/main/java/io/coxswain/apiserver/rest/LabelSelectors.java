package io.coxswain.apiserver.rest;

import io.coxswain.api.FieldError;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.LabelSelector.Operator;
import io.coxswain.api.LabelSelector.Term;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.rules.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Parser of the {@code labelSelector} parameter of a request. Accepts and rejects what
 * kube-apiserver does, with its messages.
 */
final class LabelSelectors {
  private static final String SYMBOLS = "=!(),<>";
  private static final List<String> OPERATORS =
      List.of("=", "==", "!=", "!", ">", "<", "(", ")", ",");
  private static final String BLANKS = " \t\r\n";

  /** Tokens in order; the last one is empty and marks the end. */
  private final List<String> tokens;

  private int at;

  private LabelSelectors(List<String> tokens) {
    this.tokens = tokens;
  }

  static LabelSelector parse(String text) {
    List<Term> terms = new LabelSelectors(tokens(text)).terms();
    return terms.isEmpty() ? LabelSelector.everything() : new LabelSelector(terms);
  }

  private static List<String> tokens(String text) {
    var tokens = new ArrayList<String>();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (BLANKS.indexOf(c) >= 0) {
        at++;
        continue;
      }
      int end = at + 1;
      if (SYMBOLS.indexOf(c) >= 0) {
        while (end < text.length() && OPERATORS.contains(text.substring(at, end + 1))) {
          end++;
        }
      } else {
        while (end < text.length() && (SYMBOLS + BLANKS).indexOf(text.charAt(end)) < 0) {
          end++;
        }
      }
      tokens.add(text.substring(at, end));
      at = end;
    }
    tokens.add("");
    return tokens;
  }

  private String peek() {
    return tokens.get(Math.min(at, tokens.size() - 1));
  }

  private String next() {
    String token = peek();
    at++;
    return token;
  }

  private static boolean isWord(String token) {
    return !token.isEmpty() && SYMBOLS.indexOf(token.charAt(0)) < 0;
  }

  private List<Term> terms() {
    var terms = new ArrayList<Term>();
    while (!peek().isEmpty()) {
      if (!isWord(peek()) && !peek().equals("!")) {
        throw StatusException.badRequest(
            "found '" + peek() + "', expected: !, identifier, or 'end of string'");
      }
      terms.add(term());
      String token = next();
      if (token.isEmpty()) {
        break;
      }
      if (!token.equals(",")) {
        throw StatusException.badRequest("found '" + token + "', expected: ',' or 'end of string'");
      }
      if (!isWord(peek()) && !peek().equals("!")) {
        throw StatusException.badRequest("found '" + peek() + "', expected: identifier after ','");
      }
    }
    return terms;
  }

  private Term term() {
    boolean absent = peek().equals("!");
    if (absent) {
      next();
    }
    String key = next();
    if (!isWord(key)) {
      throw bad("found '" + key + "', expected: identifier");
    }
    List<String> problems = Formats.qualifiedName(key);
    if (!problems.isEmpty()) {
      throw bad(FieldError.invalid("<nil>", key, String.join("; ", problems)).toString());
    }
    if (absent) {
      return new Term(key, Operator.NOT_EXISTS, List.of());
    }
    if (peek().isEmpty() || peek().equals(",")) {
      return new Term(key, Operator.EXISTS, List.of());
    }
    String operator = next();
    return switch (operator) {
      case "in" -> checked(key, Operator.IN, set());
      case "notin" -> checked(key, Operator.NOT_IN, set());
      case "=", "==" -> checked(key, Operator.IN, List.of(value()));
      case "!=" -> checked(key, Operator.NOT_IN, List.of(value()));
      case ">" -> checked(key, Operator.GREATER, List.of(value()));
      case "<" -> checked(key, Operator.LESS, List.of(value()));
      default -> throw bad("found '" + operator + "', expected: in, notin, =, ==, !=, gt, lt");
    };
  }

  private static Term checked(String key, Operator operator, List<String> values) {
    var errors = new ArrayList<FieldError>();
    boolean isNumber = operator == Operator.GREATER || operator == Operator.LESS;
    for (int i = 0; isNumber && i < values.size(); i++) {
      if (!isInteger(values.get(i))) {
        errors.add(
            FieldError.invalid(
                "values[" + i + "]",
                values.get(i),
                "for 'Gt', 'Lt' operators, the value must be an integer"));
      }
    }
    for (int i = 0; i < values.size(); i++) {
      List<String> problems = Formats.labelValue(values.get(i));
      if (!problems.isEmpty()) {
        errors.add(
            FieldError.invalid(
                "values[" + i + "][" + key + "]", values.get(i), String.join("; ", problems)));
      }
    }
    if (!errors.isEmpty()) {
      throw bad(FieldError.join(errors));
    }
    return new Term(key, operator, values);
  }

  private static boolean isInteger(String text) {
    try {
      Long.parseLong(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** A single value, which may be absent. */
  private String value() {
    if (peek().isEmpty() || peek().equals(",")) {
      return "";
    }
    String token = next();
    if (!isWord(token)) {
      throw bad("found '" + token + "', expected: identifier");
    }
    return token;
  }

  /** The values in parentheses, sorted; an omitted one is empty. */
  private List<String> set() {
    String open = next();
    if (!open.equals("(")) {
      throw bad("found '" + open + "' expected: '('");
    }
    var values = new TreeSet<String>();
    if (peek().equals(")")) {
      next();
      values.add("");
      return List.copyOf(values);
    }
    if (!isWord(peek()) && !peek().equals(",")) {
      throw bad("found '" + peek() + "', expected: ',', ')' or identifier");
    }
    while (true) {
      String token = next();
      if (isWord(token)) {
        values.add(token);
        if (!peek().equals(",") && !peek().equals(")")) {
          throw bad("found '" + peek() + "', expected: ',' or ')'");
        }
      } else if (token.equals(",")) {
        if (values.isEmpty() || peek().equals(")") || peek().equals(",")) {
          values.add("");
        }
      } else if (!token.equals(")")) {
        throw bad("found '" + token + "', expected: ',', or identifier");
      }
      if (peek().equals(")")) {
        next();
        return List.copyOf(values);
      }
    }
  }

  private static StatusException bad(String problem) {
    return StatusException.badRequest("unable to parse requirement: " + problem);
  }
}
