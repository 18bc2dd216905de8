package io.coxswain.runtime.cache;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.fold.Body;
import io.coxswain.api.fold.IdleCompressor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The entries of one kind in order, and indexes that agree with them. Not synchronised. */
final class Store {
  private final TreeMap<ObjectKey, Entry> entries = new TreeMap<>();
  private final TreeMap<String, Index> indexes = new TreeMap<>();
  private final Index byController =
      new Index(
          "controller",
          entry -> entry.controller() == null ? List.of() : List.of(entry.controller().uid()));

  /** Kept from the first time that somebody asks. */
  private @Nullable Index uncontrolled;

  private final Runnable worthFolding;
  private long bytes;

  /**
   * @param worthFolding called when something came that may be folded once it has stayed
   */
  Store(Runnable worthFolding) {
    this.worthFolding = worthFolding;
  }

  /** How many bytes of objects are kept. */
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

  /** Puts the entry in; returns the one it replaces. */
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
      worthFolding.run();
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

  /** The entries that come after another, which may be gone; from the first on without one. */
  List<Entry> after(@Nullable Entry last, int most) {
    var found = new ArrayList<Entry>();
    for (Entry entry : (last == null ? entries : entries.tailMap(last.key(), false)).values()) {
      if (found.size() == most) {
        break;
      }
      found.add(entry);
    }
    return found;
  }

  /** Keeps the JSON of an entry in another form, whether it is still here or not. */
  void fold(Entry entry, Body folded) {
    if (entries.get(entry.key()) == entry) {
      bytes += folded.size() - entry.size();
    }
    entry.keepAs(folded);
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
    Index index = controller.equals(Query.NOBODY) ? uncontrolled() : byController;
    return index.find(controller);
  }

  private Index uncontrolled() {
    Index index = uncontrolled;
    if (index == null) {
      index =
          new Index(
              "uncontrolled",
              entry -> entry.controller() == null ? List.of(Query.NOBODY) : List.of());
      fill(index);
      uncontrolled = index;
    }
    return index;
  }

  private static boolean controlled(Entry entry, @Nullable String uid) {
    String controller = entry.controller() == null ? Query.NOBODY : entry.controller().uid();
    return uid == null || controller.equals(uid);
  }
}
