package io.coxswain.kube.common;

import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats values as Go does, for messages that must match upstream's. */
public final class GoFormat {
  private GoFormat() {}

  public static String selector(@Nullable LabelSelector selector) {
    if (selector == null) {
      return "nil";
    }
    Map<String, String> labels =
        selector.getMatchLabels() == null ? Map.of() : selector.getMatchLabels();
    String matchLabels =
        new TreeMap<>(labels)
            .entrySet().stream()
                .map(e -> e.getKey() + ": " + e.getValue() + ",")
                .collect(Collectors.joining());
    String expressions =
        selector.getMatchExpressions() == null
            ? ""
            : selector.getMatchExpressions().stream()
                .map(
                    e ->
                        "LabelSelectorRequirement{Key:%s,Operator:%s,Values:[%s],},"
                            .formatted(
                                e.getKey(),
                                e.getOperator(),
                                e.getValues() == null ? "" : String.join(" ", e.getValues())))
                .collect(Collectors.joining());
    return "&LabelSelector{MatchLabels:map[string]string{"
        + matchLabels
        + "},MatchExpressions:[]LabelSelectorRequirement{"
        + expressions
        + "},}";
  }
}
