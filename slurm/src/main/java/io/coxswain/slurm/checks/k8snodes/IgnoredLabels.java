package io.coxswain.slurm.checks.k8snodes;

import io.fabric8.kubernetes.api.model.Node;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Labels of nodes that are never drained: {@code key=value,...}. */
public record IgnoredLabels(SortedMap<String, SortedSet<String>> values) {
  public static final IgnoredLabels NONE = new IgnoredLabels(new TreeMap<>());

  /**
   * @throws IllegalArgumentException when an entry is not a key and a value
   */
  public static IgnoredLabels parse(String list) {
    var values = new TreeMap<String, SortedSet<String>>();
    for (String entry : list.split(",", -1)) {
      if (entry.isBlank()) {
        continue;
      }
      int equals = entry.indexOf('=');
      String key = equals < 0 ? "" : entry.substring(0, equals).strip();
      String value = equals < 0 ? "" : entry.substring(equals + 1).strip();
      if (key.isEmpty() || value.isEmpty()) {
        throw new IllegalArgumentException(
            "invalid label \"" + entry.strip() + "\", expected key=value");
      }
      values.computeIfAbsent(key, k -> new TreeSet<>()).add(value);
    }
    return new IgnoredLabels(values);
  }

  boolean match(Node node) {
    Map<String, String> labels = node.getMetadata().getLabels();
    return labels != null
        && values.entrySet().stream()
            .anyMatch(
                entry -> {
                  String value = labels.get(entry.getKey());
                  return value != null && entry.getValue().contains(value);
                });
  }
}
