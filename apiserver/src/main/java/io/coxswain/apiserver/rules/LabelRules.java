package io.coxswain.apiserver.rules;

import java.util.List;
import java.util.Locale;

/** The rules for labels, label selectors and annotations. */
public final class LabelRules {
  private static final int ANNOTATIONS_LIMIT = 256 * 1024;

  private LabelRules() {}

  /** Keys and values; errors of both are reported at the path of the map. */
  public static void labels(Field labels) {
    for (Field label : labels.entries()) {
      labels.with(label.key()).matches(Formats::qualifiedName);
      labels.with(label.text()).matches(Formats::labelValue);
    }
  }

  public static void annotations(Field annotations) {
    long total = 0;
    for (Field annotation : annotations.entries()) {
      for (String problem : Formats.qualifiedName(annotation.key().toLowerCase(Locale.ROOT))) {
        annotations.invalid(annotation.key(), problem);
      }
      total += annotation.key().length() + annotation.text().length();
    }
    if (total > ANNOTATIONS_LIMIT) {
      annotations.tooLong(ANNOTATIONS_LIMIT);
    }
  }

  /** A selector with {@code matchLabels} and {@code matchExpressions}; it may be absent. */
  public static void selector(Field selector) {
    labels(selector.get("matchLabels"));
    for (Field expression : selector.get("matchExpressions").items()) {
      requirement(expression);
    }
  }

  private static void requirement(Field requirement) {
    Field values = requirement.get("values");
    switch (requirement.text("operator")) {
      case "In", "NotIn" -> values.isGiven("must be specified when `operator` is 'In' or 'NotIn'");
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
      }
      default ->
          requirement
              .get("operator")
              .invalid(requirement.text("operator"), "not a valid selector operator");
    }
    requirement.get("key").matches(Formats::qualifiedName);
    for (Field value : values.items()) {
      value.matches(Formats::labelValue);
    }
  }

  /** Whether the selector is valid. */
  public static boolean isValid(Field selector) {
    Field silent = selector.silent();
    selector(silent);
    return silent.errors().isEmpty();
  }

  /** Whether the selector is empty and therefore selects everything. */
  public static boolean isEmpty(Field selector) {
    return selector.isSet()
        && List.of("matchLabels", "matchExpressions").stream()
            .allMatch(part -> selector.get(part).isEmpty());
  }
}
