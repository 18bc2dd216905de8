package io.coxswain.apiserver.kinds;

import io.coxswain.apiserver.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The kinds that are served: those built in, and those that the stored definitions add. */
public final class KindRegistry {
  private final TreeMap<String, ServedKind> builtIn = new TreeMap<>();
  private final List<ServedKind> inOrder;

  public KindRegistry(List<ServedKind> builtIn) {
    this.inOrder = List.copyOf(builtIn);
    inOrder.forEach(kind -> this.builtIn.put(id(kind), kind));
  }

  public Optional<ServedKind> find(Snapshot snapshot, String group, String version, String plural) {
    return Optional.ofNullable(builtIn.get(group + "/" + version + "/" + plural));
  }

  /** Whether anything is served under the group and version. */
  public boolean isServed(Snapshot snapshot, String group, String version) {
    return all(snapshot).stream()
        .anyMatch(k -> k.type().group().equals(group) && k.type().version().equals(version));
  }

  /** Whether the group is one of those built in. */
  public boolean isBuiltInGroup(String group) {
    return inOrder.stream().anyMatch(k -> k.type().group().equals(group));
  }

  /** All kinds, those built in first. */
  public List<ServedKind> all(Snapshot snapshot) {
    return new ArrayList<>(inOrder);
  }

  private static String id(ServedKind kind) {
    return kind.type().group() + "/" + kind.type().version() + "/" + kind.type().plural();
  }
}
