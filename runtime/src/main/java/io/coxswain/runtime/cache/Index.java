package io.coxswain.runtime.cache;

import io.coxswain.api.ObjectKey;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Entries by a value computed from them. The function must be pure: it is asked again on removal.
 */
final class Index {
  private static final Logger log = LoggerFactory.getLogger(Index.class);

  private final String name;
  private final Function<Entry, Collection<String>> values;
  private final Map<String, TreeMap<ObjectKey, Entry>> byValue = new HashMap<>();

  Index(String name, Function<Entry, Collection<String>> values) {
    this.name = name;
    this.values = values;
  }

  void add(Entry entry) {
    for (String value : valuesOf(entry)) {
      byValue.computeIfAbsent(value, v -> new TreeMap<>()).put(entry.key(), entry);
    }
  }

  void remove(Entry entry) {
    for (String value : valuesOf(entry)) {
      byValue.computeIfPresent(
          value,
          (v, entries) -> {
            entries.remove(entry.key());
            return entries.isEmpty() ? null : entries;
          });
    }
  }

  SortedMap<ObjectKey, Entry> find(String value) {
    TreeMap<ObjectKey, Entry> found = byValue.get(value);
    return found == null ? Collections.emptySortedMap() : found;
  }

  private Collection<String> valuesOf(Entry entry) {
    try {
      return new LinkedHashSet<>(values.apply(entry));
    } catch (RuntimeException e) {
      log.error("index {} has no value for {}: its function failed", name, entry.key(), e);
      return java.util.List.of();
    }
  }
}
