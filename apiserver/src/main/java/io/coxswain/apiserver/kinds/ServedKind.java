package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ResourceType;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** A kind in one version as the server offers it: its facts, and its {@link Strategy}. */
public final class ServedKind {
  private final ResourceType type;
  private final KindFacts facts;
  private final Strategy strategy;

  ServedKind(ResourceType type, KindFacts facts, Strategy strategy) {
    this.type = type;
    this.facts = facts;
    this.strategy = strategy;
  }

  public ResourceType type() {
    return type;
  }

  public KindFacts facts() {
    return facts;
  }

  public Strategy strategy() {
    return strategy;
  }

  /** The name its objects are stored under; two versions of a kind share it. */
  public String collection() {
    return facts.collection();
  }

  public boolean hasStatus() {
    return subresource("status").isPresent();
  }

  public Optional<Subresource> subresource(String name) {
    return facts.subresources().stream().filter(s -> s.name().equals(name)).findFirst();
  }

  /** Values for field selectors, with name and namespace. */
  public SortedMap<String, String> fields(ObjectNode object) {
    var fields = new TreeMap<>(strategy.fields(object));
    fields.put("metadata.name", Meta.name(object));
    if (type.namespaced()) {
      fields.put("metadata.namespace", Meta.namespace(object));
    }
    return fields;
  }

  /** Names that field selectors may use. */
  public SortedSet<String> fieldNames() {
    return new TreeMap<>(fields(io.coxswain.api.Json.MAPPER.createObjectNode())).navigableKeySet();
  }

  public boolean allows(String verb) {
    return facts.verbs().contains(verb);
  }

  public static final List<String> ALL_VERBS =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
}
