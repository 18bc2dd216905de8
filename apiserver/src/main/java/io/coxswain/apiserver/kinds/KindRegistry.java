package io.coxswain.apiserver.kinds;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.SortedTree;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The served kinds: the built-in ones, and those of stored CRDs. Always evaluated at a snapshot, so
 * a CRD takes effect at the very revision that established it.
 */
public final class KindRegistry {
  private final List<ServedKind> builtIn;
  private final Converter converter;
  private volatile View view;

  public KindRegistry(List<ServedKind> builtIn) {
    this(builtIn, Converter.none());
  }

  /**
   * @param converter calls the conversion webhooks of CRDs
   */
  public KindRegistry(List<ServedKind> builtIn, Converter converter) {
    this.builtIn = List.copyOf(builtIn);
    this.converter = converter;
    this.view = View.of(SortedTree.empty(), this.builtIn, converter, Map.of());
  }

  /**
   * Creates a registry that shares the CRDs parsed by another.
   *
   * @param other has the same built-in kinds
   */
  public static KindRegistry like(KindRegistry other, Converter converter) {
    var registry = new KindRegistry(other.builtIn, converter);
    View known = other.view;
    if (known.all.stream().noneMatch(ServedKind::asksWebhooks)) {
      registry.view = known;
    }
    return registry;
  }

  /**
   * The kinds for one state of the CRDs.
   *
   * @param defined by the CRDs as stored; each is parsed once
   */
  private record View(
      SortedTree<ObjectKey, Stored> definitions,
      Map<Stored, List<ServedKind>> defined,
      List<ServedKind> all,
      SortedMap<String, ServedKind> byPath,
      SortedMap<String, List<ServedKind>> byCollection) {

    static View of(
        SortedTree<ObjectKey, Stored> definitions,
        List<ServedKind> builtIn,
        Converter converter,
        Map<Stored, List<ServedKind>> known) {
      var all = new ArrayList<>(builtIn);
      var defined = new IdentityHashMap<Stored, List<ServedKind>>();
      for (Stored definition : definitions.values()) {
        List<ServedKind> kinds = known.get(definition);
        if (kinds == null) {
          kinds = CustomKinds.of(definition, converter);
        }
        defined.put(definition, kinds);
        all.addAll(kinds);
      }
      var byPath = new TreeMap<String, ServedKind>();
      var byCollection = new TreeMap<String, List<ServedKind>>();
      for (ServedKind kind : all) {
        byPath.putIfAbsent(
            path(kind.type().group(), kind.type().version(), kind.type().plural()), kind);
        byCollection.computeIfAbsent(kind.collection(), c -> new ArrayList<>()).add(kind);
      }
      return new View(
          definitions,
          defined,
          Collections.unmodifiableList(all),
          Collections.unmodifiableSortedMap(byPath),
          Collections.unmodifiableSortedMap(byCollection));
    }
  }

  private View view(Snapshot snapshot) {
    View known = view;
    var definitions = snapshot.collection(CustomKinds.COLLECTION);
    if (known.definitions == definitions
        || (known.definitions.size() == 0 && definitions.size() == 0)) {
      return known;
    }
    View fresh = View.of(definitions, builtIn, converter, known.defined);
    view = fresh;
    return fresh;
  }

  public Optional<ServedKind> find(Snapshot snapshot, String group, String version, String plural) {
    return Optional.ofNullable(view(snapshot).byPath.get(path(group, version, plural)));
  }

  /** Whether any kind is served under the group and version. */
  public boolean isServed(Snapshot snapshot, String group, String version) {
    return all(snapshot).stream()
        .anyMatch(k -> k.type().group().equals(group) && k.type().version().equals(version));
  }

  public List<ServedKind> builtIn() {
    return builtIn;
  }

  /** Whether the group is built in. */
  public boolean isBuiltInGroup(String group) {
    return builtIn.stream().anyMatch(k -> k.type().group().equals(group));
  }

  /** All kinds, built-in ones first. */
  public List<ServedKind> all(Snapshot snapshot) {
    return view(snapshot).all;
  }

  /** The kinds that serve the objects of a collection: one for each group and version. */
  public List<ServedKind> serving(Snapshot snapshot, String collection) {
    return view(snapshot).byCollection.getOrDefault(collection, List.of());
  }

  private static String path(String group, String version, String plural) {
    return group + "/" + version + "/" + plural;
  }
}
