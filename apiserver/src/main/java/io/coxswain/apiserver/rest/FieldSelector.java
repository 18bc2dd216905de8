package io.coxswain.apiserver.rest;

import io.coxswain.api.GoQuote;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.ServedKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A field selector: all terms must match. */
record FieldSelector(List<Term> terms) implements Predicate<Map<String, String>> {

  /** One comparison. */
  record Term(String field, boolean equal, String value) {}

  static FieldSelector parse(String text, ServedKind kind) {
    var terms = new ArrayList<Term>();
    // Upstream processes the terms sorted as texts, which determines the reported error.
    for (String part : split(text).stream().sorted().toList()) {
      // Upstream also ignores a term without field and value.
      if (!part.isEmpty() && !part.equals("=")) {
        terms.add(term(part, text));
      }
    }
    return new FieldSelector(terms.stream().map(term -> known(term, kind)).toList());
  }

  /** The parts between unescaped commas. */
  private static List<String> split(String text) {
    var parts = new ArrayList<String>();
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\\') {
        i++;
      } else if (text.charAt(i) == ',') {
        parts.add(text.substring(start, i));
        start = i + 1;
      }
    }
    parts.add(text.substring(start));
    return parts;
  }

  private static Term term(String part, String whole) {
    int at = part.indexOf('=');
    if (at < 0) {
      throw StatusException.badRequest(
          "invalid selector: '" + whole + "'; can't understand '" + part + "'");
    }
    boolean equal = at == 0 || part.charAt(at - 1) != '!';
    String field = part.substring(0, equal ? at : at - 1);
    String value = part.substring(equal && part.startsWith("==", at) ? at + 2 : at + 1);
    return new Term(field, equal, unescape(value));
  }

  private static String unescape(String text) {
    var value = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '=' || c == ',') {
        throw StatusException.badRequest(
            "invalid field selector: unescaped character in value: " + (int) c);
      }
      if (c == '\\') {
        i++;
        if (i == text.length() || "\\,=".indexOf(text.charAt(i)) < 0) {
          throw StatusException.badRequest(
              "invalid field selector: invalid escape sequence: "
                  + text.substring(i - 1, Math.min(i + 1, text.length())));
        }
        c = text.charAt(i);
      }
      value.append(c);
    }
    return value.toString();
  }

  /** The term, if the kind supports its field. */
  private static Term known(Term term, ServedKind kind) {
    String field = kind.strategy().selectorField(term.field);
    if (!kind.fieldNames().contains(field)) {
      boolean hasMore = kind.fieldNames().size() > (kind.type().namespaced() ? 2 : 1);
      throw StatusException.badRequest(
          hasMore || kind.facts().custom()
              ? kind.strategy().unsupportedSelectorField(field)
              : GoQuote.of(field)
                  + " is not a known field selector: only \"metadata.name\","
                  + " \"metadata.namespace\"");
    }
    return new Term(field, term.equal, term.value);
  }

  /** The name that the selector requires, if any. */
  Optional<String> name() {
    return terms.stream()
        .filter(t -> t.equal && t.field.equals("metadata.name"))
        .map(Term::value)
        .findFirst();
  }

  @Override
  public boolean test(Map<String, String> fields) {
    for (Term term : terms) {
      if (fields.getOrDefault(term.field, "").equals(term.value) != term.equal) {
        return false;
      }
    }
    return true;
  }
}
