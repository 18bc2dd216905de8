package io.coxswain.kube.gc;

import io.coxswain.api.ResourceType;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The kinds that a server serves, as last discovered. Immutable. */
final class Kinds {
  static final Kinds NONE = new Kinds(List.of());

  private final Map<String, ResourceType> byGroupAndKind = new TreeMap<>();
  private final SortedSet<ResourceType> deletable = new TreeSet<>();

  private Kinds(List<Reader.Served> served) {
    for (Reader.Served kind : served) {
      ResourceType type = kind.type();
      byGroupAndKind.put(name(type.group(), type.kind()), type);
      if (kind.verbs().containsAll(List.of("delete", "list", "watch")) && !isEvent(type)) {
        deletable.add(type);
      }
    }
  }

  static Kinds of(List<Reader.Served> served) {
    return new Kinds(served);
  }

  /** Events expire by themselves and own nothing. */
  private static boolean isEvent(ResourceType type) {
    return type.kind().equals("Event")
        && (type.group().isEmpty() || type.group().equals("events.k8s.io"));
  }

  /** The kinds that can be garbage-collected. */
  SortedSet<ResourceType> deletable() {
    return Collections.unmodifiableSortedSet(deletable);
  }

  /** The kind of a reference, in the version that the server prefers. */
  Optional<ResourceType> find(OwnerReference reference) {
    return Optional.ofNullable(
        byGroupAndKind.get(name(Owners.group(reference.getApiVersion()), reference.getKind())));
  }

  private static String name(String group, String kind) {
    return kind + "." + group;
  }
}
