package io.coxswain.apiserver.rest;

import io.coxswain.api.LabelSelector;
import io.coxswain.api.LabelSelector.Operator;
import io.coxswain.api.LabelSelector.Term;
import io.coxswain.apiserver.rules.Formats;
import java.util.ArrayList;
import java.util.List;

/** Reads the {@code labelSelector} parameter of a request. */
final class LabelSelectors {
  private final String text;
  private int at;

  private LabelSelectors(String text) {
    this.text = text;
  }

  static LabelSelector parse(String text) {
    if (text.isBlank()) {
      return LabelSelector.everything();
    }
    return new LabelSelector(new LabelSelectors(text).terms());
  }

  private List<Term> terms() {
    var terms = new ArrayList<Term>();
    while (true) {
      terms.add(term());
      skipBlanks();
      if (at == text.length()) {
        return terms;
      }
      if (text.charAt(at) != ',') {
        String found = "=<>!()".indexOf(text.charAt(at)) < 0 ? word() : text.substring(at, at + 1);
        throw StatusException.badRequest("found '" + found + "', expected: ',' or 'end of string'");
      }
      at++;
    }
  }

  private Term term() {
    skipBlanks();
    if (peek('!')) {
      at++;
      return new Term(key(), Operator.NOT_EXISTS, List.of());
    }
    String key = key();
    skipBlanks();
    if (at == text.length() || peek(',')) {
      return new Term(key, Operator.EXISTS, List.of());
    }
    if (takes("!=")) {
      return new Term(key, Operator.NOT_IN, List.of(word()));
    }
    if (takes("==") || takes("=")) {
      return new Term(key, Operator.IN, List.of(word()));
    }
    if (takes(">")) {
      return new Term(key, Operator.GREATER, List.of(number(word())));
    }
    if (takes("<")) {
      return new Term(key, Operator.LESS, List.of(number(word())));
    }
    String operator = word();
    return switch (operator) {
      case "in" -> new Term(key, Operator.IN, set());
      case "notin" -> new Term(key, Operator.NOT_IN, set());
      default -> throw bad("found '" + operator + "', expected: in, notin, =, ==, !=, gt, lt");
    };
  }

  private String key() {
    String key = word();
    if (key.isEmpty()) {
      throw StatusException.badRequest(
          "found '" + rest() + "', expected: !, identifier, or 'end of string'");
    }
    for (String problem : Formats.qualifiedName(key)) {
      throw bad("<nil>: Invalid value: \"" + key + "\": " + problem);
    }
    return key;
  }

  private List<String> set() {
    skipBlanks();
    if (!peek('(')) {
      throw bad("found '" + word() + "' expected: '('");
    }
    at++;
    var values = new ArrayList<String>();
    while (true) {
      values.add(word());
      skipBlanks();
      if (at == text.length()) {
        throw bad("found '', expected: ',' or ')'");
      }
      char c = text.charAt(at++);
      if (c == ')') {
        return values;
      }
      if (c != ',') {
        throw bad("found '" + c + "', expected: ',' or ')'");
      }
    }
  }

  private String number(String word) {
    try {
      return Long.toString(Long.parseLong(word));
    } catch (NumberFormatException e) {
      throw StatusException.badRequest(
          "unable to parse requirement: for 'Gt', 'Lt' operators, the value must be an integer");
    }
  }

  private String word() {
    skipBlanks();
    int start = at;
    while (at < text.length() && " \t,()=!<>".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(start, at);
  }

  private String rest() {
    for (String token : List.of("==", "!=")) {
      if (text.startsWith(token, at)) {
        return token;
      }
    }
    return at < text.length() ? text.substring(at, at + 1) : "";
  }

  private boolean peek(char c) {
    return at < text.length() && text.charAt(at) == c;
  }

  private boolean takes(String token) {
    if (text.startsWith(token, at)) {
      at += token.length();
      return true;
    }
    return false;
  }

  private void skipBlanks() {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
  }

  private static StatusException bad(String what) {
    return StatusException.badRequest("unable to parse requirement: " + what);
  }
}
