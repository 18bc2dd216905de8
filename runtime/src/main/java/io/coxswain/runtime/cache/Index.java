package io.coxswain.runtime.cache;

import io.coxswain.api.ObjectKey;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Entries by a computed value, which is computed once per entry. */
final class Index {
  private static final Logger log = LoggerFactory.getLogger(Index.class);

  private final String name;
  private final Function<Entry, Collection<String>> values;
  private final Map<String, Bucket> byValue = new HashMap<>();

  Index(String name, Function<Entry, Collection<String>> values) {
    this.name = name;
    this.values = values;
  }

  /**
   * The entries with one value. An entry knows its buckets, so it is removed without computing its
   * values again.
   */
  final class Bucket {
    private final String value;
    private final TreeMap<ObjectKey, Entry> entries = new TreeMap<>();

    private Bucket(String value) {
      this.value = value;
    }

    void remove(Entry entry) {
      entries.remove(entry.key());
      if (entries.isEmpty()) {
        byValue.remove(value);
      }
    }
  }

  /** Adds the entry under all its values, and its buckets to {@code places}. */
  void add(Entry entry, Collection<Bucket> places) {
    for (String value : valuesOf(entry)) {
      Bucket bucket = byValue.computeIfAbsent(value, Bucket::new);
      bucket.entries.put(entry.key(), entry);
      places.add(bucket);
    }
  }

  SortedMap<ObjectKey, Entry> find(String value) {
    Bucket found = byValue.get(value);
    return found == null ? Collections.emptySortedMap() : found.entries;
  }

  private Collection<String> valuesOf(Entry entry) {
    try {
      Collection<String> found = values.apply(entry);
      return found.size() < 2 ? found : new LinkedHashSet<>(found);
    } catch (RuntimeException e) {
      log.atError()
          .addKeyValue("index", name)
          .addKeyValue("object", entry.key())
          .setCause(e)
          .log("Index function failed, object is not indexed");
      return List.of();
    }
  }
}
