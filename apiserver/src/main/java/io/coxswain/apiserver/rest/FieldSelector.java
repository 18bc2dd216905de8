package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.kinds.ServedKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A condition on a few fields of a kind: all terms must hold. */
record FieldSelector(List<Term> terms) implements Predicate<Map<String, String>> {

  /** One comparison. */
  record Term(String field, boolean equal, String value) {}

  static FieldSelector parse(String text, ServedKind kind) {
    var terms = new ArrayList<Term>();
    for (String part : text.split(",")) {
      // Upstream drops a term of no field and no value too.
      if (!part.isBlank() && !part.strip().equals("=")) {
        terms.add(term(part.strip(), text, kind));
      }
    }
    return new FieldSelector(List.copyOf(terms));
  }

  private static Term term(String part, String whole, ServedKind kind) {
    int at = part.indexOf('=');
    if (at < 0) {
      throw StatusException.badRequest(
          "invalid selector: '" + whole + "'; can't understand '" + part + "'");
    }
    int escape = part.indexOf('\\');
    if (escape >= 0) {
      throw StatusException.badRequest(
          "invalid field selector: invalid escape sequence: "
              + part.substring(escape, Math.min(escape + 2, part.length())));
    }
    boolean equal = at == 0 || part.charAt(at - 1) != '!';
    String field = part.substring(0, equal ? at : at - 1);
    String value = part.substring(at + 1);
    if (equal && value.startsWith("=")) {
      value = value.substring(1);
    }
    if (field.equals("spec.host") && kind.collection().equals("pods")) {
      field = "spec.nodeName";
    }
    if (!kind.fieldNames().contains(field)) {
      boolean hasMore = kind.fieldNames().size() > (kind.type().namespaced() ? 2 : 1);
      throw StatusException.badRequest(
          hasMore || kind.facts().custom()
              ? (kind.collection().equals("jobs.batch")
                  ? "field label \"" + field + "\" not supported for Job"
                  : "field label not supported: " + field)
              : "\""
                  + field
                  + "\" is not a known field selector: only \"metadata.name\","
                  + " \"metadata.namespace\"");
    }
    return new Term(field, equal, value);
  }

  /** The name that the selector asks for, if it asks for just one. */
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
