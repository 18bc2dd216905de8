package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The rules for the names of a CRD. */
final class CrdNames {
  private static final Pattern LABEL = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

  private CrdNames() {}

  /** The reasons why a text is not a label that begins with a letter. */
  static List<String> label(String text) {
    List<String> problems = new ArrayList<>();
    if (text.length() > 63) {
      problems.add("must be no more than 63 bytes");
    }
    if (!LABEL.matcher(text).matches()) {
      problems.add(
          "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
              + " alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or"
              + " 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')");
    }
    return problems;
  }

  static void check(String path, JsonNode names, List<FieldError> errors) {
    for (String field : List.of("plural", "singular")) {
      one(path + "." + field, names.path(field).asText(), "", errors);
    }
    for (String field : List.of("kind", "listKind")) {
      one(
          path + "." + field,
          names.path(field).asText(),
          "may have mixed case, but should otherwise match: ",
          errors);
    }
    many(path + ".shortNames", names.path("shortNames"), errors);
    String kind = names.path("kind").asText();
    if (!kind.isEmpty() && kind.equals(names.path("listKind").asText())) {
      errors.add(
          FieldError.invalid(path + ".listKind", kind, "kind and listKind may not be the same"));
    }
    many(path + ".categories", names.path("categories"), errors);
  }

  private static void one(String path, String name, String start, List<FieldError> errors) {
    List<String> problems = label(start.isEmpty() ? name : name.toLowerCase(Locale.ROOT));
    if (!name.isEmpty() && !problems.isEmpty()) {
      errors.add(FieldError.invalid(path, name, start + String.join(",", problems)));
    }
  }

  private static void many(String path, JsonNode names, List<FieldError> errors) {
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i).asText();
      List<String> problems = label(name);
      if (!problems.isEmpty()) {
        errors.add(FieldError.invalid(path + "[" + i + "]", name, String.join(",", problems)));
      }
    }
  }
}
