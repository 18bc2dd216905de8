package io.coxswain.kube.common;

import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values as Go prints them, where that is part of a message that others may look for. */
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
