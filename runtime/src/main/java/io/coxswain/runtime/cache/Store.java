package io.coxswain.runtime.cache;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.compression.Body;
import io.coxswain.api.compression.IdleCompressor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The entries of one kind in order, with consistent indexes. Not thread-safe. */
final class Store {
  private final TreeMap<ObjectKey, Entry> entries = new TreeMap<>();
  private final TreeMap<String, Index> indexes = new TreeMap<>();
  private final Index byController =
      new Index(
          "controller",
          entry -> entry.controller() == null ? List.of() : List.of(entry.controller().uid()));

  /** Maintained from its first use on. */
  private @Nullable Index uncontrolled;

  private final Runnable onCompressible;
  private long bytes;

  /**
   * @param onCompressible called when an entry was added that may be compressed once it has not
   *     changed for a while
   */
  Store(Runnable onCompressible) {
    this.onCompressible = onCompressible;
  }

  /** The size of the entries in bytes. */
  long bytes() {
    return bytes;
  }

  @Nullable Entry get(ObjectKey key) {
    return entries.get(key);
  }

  int size() {
    return entries.size();
  }

  Collection<Entry> all() {
    return entries.values();
  }

  /** Adds the entry; returns the one it replaces. */
  @Nullable Entry put(Entry entry) {
    Entry old = remove(entry.key());
    entries.put(entry.key(), entry);
    bytes += entry.size();
    var places = new ArrayList<Index.Bucket>();
    byController.add(entry, places);
    if (uncontrolled != null) {
      uncontrolled.add(entry, places);
    }
    indexes.values().forEach(index -> index.add(entry, places));
    entry.places = places.toArray(Index.Bucket[]::new);
    if (entry.size() >= IdleCompressor.MIN_OBJECT_SIZE) {
      onCompressible.run();
    }
    return old;
  }

  @Nullable Entry remove(ObjectKey key) {
    Entry old = entries.remove(key);
    if (old != null) {
      bytes -= old.size();
      for (Index.Bucket place : old.places) {
        place.remove(old);
      }
    }
    return old;
  }

  /**
   * The entries after the given one, which may have been removed; from the first one if it is null.
   */
  List<Entry> after(@Nullable Entry last, int limit) {
    var found = new ArrayList<Entry>();
    for (Entry entry : (last == null ? entries : entries.tailMap(last.key(), false)).values()) {
      if (found.size() == limit) {
        break;
      }
      found.add(entry);
    }
    return found;
  }

  /** Replaces the representation of an entry, even if it has been removed. */
  void compress(Entry entry, Body compressed) {
    if (entries.get(entry.key()) == entry) {
      bytes += compressed.size() - entry.size();
    }
    entry.keepAs(compressed);
  }

  void addIndex(String name, Function<Entry, Collection<String>> values) {
    if (indexes.containsKey(name)) {
      throw new IllegalArgumentException("indexer conflict: there is an index \"" + name + "\"");
    }
    var index = new Index(name, values);
    fill(index);
    indexes.put(name, index);
  }

  private void fill(Index index) {
    for (Entry entry : entries.values()) {
      var places = new ArrayList<>(List.of(entry.places));
      index.add(entry, places);
      entry.places = places.toArray(Index.Bucket[]::new);
    }
  }

  List<Entry> find(Query query) {
    SortedMap<ObjectKey, Entry> candidates = candidates(query);
    if (!query.namespace().isEmpty()) {
      candidates =
          candidates.subMap(
              ObjectKey.of(query.namespace(), ""), ObjectKey.of(query.namespace() + "\0", ""));
    }
    var found = new ArrayList<Entry>();
    for (Entry entry : candidates.values()) {
      if (query.labels().test(entry.labels()) && controlled(entry, query.controllerUid())) {
        found.add(entry);
      }
    }
    return found;
  }

  private SortedMap<ObjectKey, Entry> candidates(Query query) {
    if (query.index() != null) {
      Index index = indexes.get(query.index());
      if (index == null) {
        throw new IllegalArgumentException("there is no index \"" + query.index() + "\"");
      }
      return index.find(query.value());
    }
    String controller = query.controllerUid();
    if (controller == null) {
      return entries;
    }
    Index index = controller.equals(Query.NO_CONTROLLER) ? uncontrolled() : byController;
    return index.find(controller);
  }

  private Index uncontrolled() {
    Index index = uncontrolled;
    if (index == null) {
      index =
          new Index(
              "uncontrolled",
              entry -> entry.controller() == null ? List.of(Query.NO_CONTROLLER) : List.of());
      fill(index);
      uncontrolled = index;
    }
    return index;
  }

  private static boolean controlled(Entry entry, @Nullable String uid) {
    String controller = entry.controller() == null ? Query.NO_CONTROLLER : entry.controller().uid();
    return uid == null || controller.equals(uid);
  }
}
