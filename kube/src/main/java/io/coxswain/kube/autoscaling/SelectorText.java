package io.coxswain.kube.autoscaling;

import io.coxswain.api.LabelSelector;
import io.coxswain.api.LabelSelector.Operator;
import io.coxswain.api.LabelSelector.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses a selector string, as in the status of a scale. */
final class SelectorText {
  private static final String NAME = "[A-Za-z0-9._/-]+";
  private static final Pattern TERM =
      Pattern.compile(
          "\\s*(?:"
              + ("!\\s*(?<absent>" + NAME + ")")
              + ("|(?<listed>" + NAME + ")\\s+(?<in>in|notin)\\s*\\((?<values>[^()]*)\\)")
              + ("|(?<key>" + NAME + ")\\s*(?<sign>==|=|!=|>|<)\\s*(?<value>[A-Za-z0-9._-]*)")
              + ("|(?<present>" + NAME + ")")
              + ")\\s*");

  private SelectorText() {}

  /**
   * Parses a selector.
   *
   * @throws IllegalArgumentException if the text is not a valid selector
   */
  static LabelSelector parse(String text) {
    var terms = new ArrayList<Term>();
    Matcher matcher = TERM.matcher(text);
    int at = 0;
    while (true) {
      matcher.region(at, text.length());
      if (!matcher.lookingAt()) {
        throw new IllegalArgumentException("unable to parse requirement: " + text.substring(at));
      }
      terms.add(term(matcher));
      at = matcher.end();
      if (at == text.length()) {
        return new LabelSelector(terms);
      }
      if (text.charAt(at) != ',') {
        throw new IllegalArgumentException(
            "found '%s', expected: ',' or 'end of string'".formatted(text.substring(at)));
      }
      at++;
    }
  }

  private static Term term(Matcher m) {
    if (m.group("absent") != null) {
      return new Term(m.group("absent"), Operator.NOT_EXISTS, List.of());
    }
    if (m.group("listed") != null) {
      List<String> values = new ArrayList<>();
      for (String value : m.group("values").split(",", -1)) {
        values.add(value.strip());
      }
      return new Term(
          m.group("listed"), m.group("in").equals("in") ? Operator.IN : Operator.NOT_IN, values);
    }
    if (m.group("key") != null) {
      Operator operator =
          switch (m.group("sign")) {
            case "!=" -> Operator.NOT_IN;
            case ">" -> Operator.GREATER;
            case "<" -> Operator.LESS;
            default -> Operator.IN;
          };
      return new Term(m.group("key"), operator, List.of(m.group("value")));
    }
    return new Term(m.group("present"), Operator.EXISTS, List.of());
  }
}
