package io.coxswain.api;

import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A label selector: all terms must match. */
public record LabelSelector(List<Term> terms) implements Predicate<Map<String, String>> {
  private static final LabelSelector EVERYTHING = new LabelSelector(List.of());

  public LabelSelector {
    terms = List.copyOf(terms);
  }

  /** How a term compares the label's value with its own. */
  public enum Operator {
    IN,
    NOT_IN,
    EXISTS,
    NOT_EXISTS,
    GREATER,
    LESS
  }

  /** One condition; the values are sorted. */
  public record Term(String key, Operator operator, List<String> values) {
    public Term {
      values = List.copyOf(new TreeSet<>(values));
    }

    boolean test(Map<String, String> labels) {
      @Nullable String value = labels.get(key);
      return switch (operator) {
        case IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case EXISTS -> value != null;
        case NOT_EXISTS -> value == null;
        case GREATER -> value != null && compare(value) > 0;
        case LESS -> value != null && compare(value) < 0;
      };
    }

    private int compare(String value) {
      try {
        return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
      } catch (NumberFormatException e) {
        return 0;
      }
    }

    @Override
    public String toString() {
      String list = String.join(",", values);
      return switch (operator) {
        case IN -> values.size() == 1 ? key + "=" + list : key + " in (" + list + ")";
        case NOT_IN -> values.size() == 1 ? key + "!=" + list : key + " notin (" + list + ")";
        case EXISTS -> key;
        case NOT_EXISTS -> "!" + key;
        case GREATER -> key + ">" + list;
        case LESS -> key + "<" + list;
      };
    }
  }

  public static LabelSelector everything() {
    return EVERYTHING;
  }

  /** Requires all the given labels with exactly these values. */
  public static LabelSelector of(Map<String, String> labels) {
    return new LabelSelector(
        labels.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(e -> new Term(e.getKey(), Operator.IN, List.of(e.getValue())))
            .toList());
  }

  public static LabelSelector of(String key, String value) {
    return of(Map.of(key, value));
  }

  /** Requires the label with any value. */
  public static LabelSelector exists(String key) {
    return new LabelSelector(List.of(new Term(key, Operator.EXISTS, List.of())));
  }

  /** The selector of an object's spec; an empty one selects everything. */
  public static LabelSelector of(io.fabric8.kubernetes.api.model.LabelSelector selector) {
    var terms = new ArrayList<Term>();
    if (selector.getMatchLabels() != null) {
      terms.addAll(of(selector.getMatchLabels()).terms);
    }
    if (selector.getMatchExpressions() != null) {
      for (LabelSelectorRequirement e : selector.getMatchExpressions()) {
        terms.add(new Term(e.getKey(), operator(e.getOperator()), values(e.getValues())));
      }
    }
    return new LabelSelector(terms);
  }

  private static Collection<String> orEmpty(@Nullable Collection<String> values) {
    return values == null ? List.of() : values;
  }

  private static List<String> values(@Nullable Collection<String> values) {
    return List.copyOf(orEmpty(values));
  }

  private static Operator operator(String name) {
    return switch (name) {
      case "In" -> Operator.IN;
      case "NotIn" -> Operator.NOT_IN;
      case "Exists" -> Operator.EXISTS;
      case "DoesNotExist" -> Operator.NOT_EXISTS;
      default ->
          throw new IllegalArgumentException(
              "\"" + name + "\" is not a valid label selector operator");
    };
  }

  @Override
  public boolean test(@Nullable Map<String, String> labels) {
    Map<String, String> present = labels == null ? Map.of() : labels;
    for (Term term : terms) {
      if (!term.test(present)) {
        return false;
      }
    }
    return true;
  }

  /** The form of the {@code labelSelector} parameter of a request. */
  @Override
  public String toString() {
    return terms.stream().map(Term::toString).collect(Collectors.joining(","));
  }
}
