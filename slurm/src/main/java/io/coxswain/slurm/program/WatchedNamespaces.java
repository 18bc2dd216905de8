package io.coxswain.slurm.program;

import io.coxswain.runtime.manager.ManagerBuilder;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The namespaces a program looks at, by {@code SLURM_OPERATOR_WATCH_NAMESPACES}: a list with
 * commas; empty or {@code *} for all. Kinds without a namespace are seen in any case.
 *
 * @param names empty for all
 */
public record WatchedNamespaces(List<String> names) {
  public static final String VARIABLE = "SLURM_OPERATOR_WATCH_NAMESPACES";

  public static final WatchedNamespaces ALL = new WatchedNamespaces(List.of());

  public static WatchedNamespaces of(SortedMap<String, String> environment) {
    List<String> names =
        Stream.of(environment.getOrDefault(VARIABLE, "").split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .distinct()
            .toList();
    return names.contains("*") ? ALL : new WatchedNamespaces(names);
  }

  public void limit(ManagerBuilder builder) {
    builder.cache(cache -> cache.namespaces(names.toArray(String[]::new)));
  }

  /** Whether objects of the namespace are seen. */
  public boolean includes(String namespace) {
    return names.isEmpty() || names.contains(namespace);
  }
}
