package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.json.LazyJson;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A set of field paths as a tree: a path is a member if its last node is marked. The set operations
 * return new sets; only {@link #add} modifies one.
 */
public final class FieldSet {
  private final NavigableMap<PathElement, FieldSet> children = new TreeMap<>();
  private boolean member;

  /** The {@code fieldsV1} form, if it will be needed again. */
  private @Nullable ObjectNode json;

  public FieldSet() {}

  /** The set of these fields of objects, written {@code metadata.name}. */
  public static FieldSet of(String... dottedPaths) {
    var set = new FieldSet();
    for (String path : dottedPaths) {
      var elements = new ArrayList<PathElement>();
      for (String name : path.split("\\.")) {
        elements.add(new PathElement.Field(name));
      }
      set.add(elements);
    }
    return set;
  }

  /**
   * Reads {@code fieldsV1}.
   *
   * @throws IllegalArgumentException if a key is not a path element
   */
  public static FieldSet parse(JsonNode fieldsV1) {
    var set = new FieldSet();
    for (var field : fieldsV1.properties()) {
      if (field.getKey().equals(".")) {
        set.member = true;
        continue;
      }
      FieldSet below = parse(field.getValue());
      below.member |= below.children.isEmpty();
      set.children.put(PathElement.parse(field.getKey()), below);
    }
    return set;
  }

  /** As {@code fieldsV1}. */
  public ObjectNode toJson() {
    return json == null ? newJson() : json.deepCopy();
  }

  /** Returns this set, which must not be modified any more, prepared for repeated writing. */
  FieldSet written() {
    json = LazyJson.tree(Json.bytes(newJson()));
    return this;
  }

  private ObjectNode newJson() {
    ObjectNode json = Json.MAPPER.createObjectNode();
    children.forEach((element, below) -> json.set(element.serialized(), below.nodeJson()));
    return json;
  }

  private ObjectNode nodeJson() {
    if (!member || children.isEmpty()) {
      return newJson();
    }
    ObjectNode json = Json.MAPPER.createObjectNode();
    json.putObject(".");
    json.setAll(newJson());
    return json;
  }

  /** Adds a path. The whole object is not a field, so the empty path is ignored. */
  public void add(List<PathElement> path) {
    if (path.isEmpty()) {
      return;
    }
    json = null;
    FieldSet node = this;
    for (PathElement element : path) {
      node = node.children.computeIfAbsent(element, _ -> new FieldSet());
    }
    node.member = true;
  }

  public boolean isEmpty() {
    return children.isEmpty();
  }

  /** The subset below an element; null if there is none. */
  @Nullable FieldSet below(PathElement element) {
    return children.get(element);
  }

  /** Whether the path to this node is itself a member. */
  boolean isMember() {
    return member;
  }

  public FieldSet union(FieldSet other) {
    if (covers(other)) {
      return this;
    }
    var result = new FieldSet();
    result.member = member || other.member;
    result.children.putAll(children);
    other.children.forEach(
        (element, theirs) -> result.children.merge(element, theirs, FieldSet::union));
    return result;
  }

  private boolean covers(FieldSet other) {
    if (other.member && !member) {
      return false;
    }
    for (var each : other.children.entrySet()) {
      FieldSet ours = children.get(each.getKey());
      if (ours == null || !ours.covers(each.getValue())) {
        return false;
      }
    }
    return true;
  }

  /** Whether the sets have a common member. */
  private boolean meets(FieldSet other) {
    if (member && other.member) {
      return true;
    }
    boolean fewer = children.size() < other.children.size();
    for (var each : (fewer ? children : other.children).entrySet()) {
      FieldSet theirs = (fewer ? other.children : children).get(each.getKey());
      if (theirs != null && theirs.meets(each.getValue())) {
        return true;
      }
    }
    return false;
  }

  public FieldSet intersection(FieldSet other) {
    var result = new FieldSet();
    if (!meets(other)) {
      return result;
    }
    result.member = member && other.member;
    children.forEach(
        (element, ours) -> {
          FieldSet theirs = other.children.get(element);
          if (theirs != null) {
            result.putUnlessEmpty(element, ours.intersection(theirs));
          }
        });
    return result;
  }

  /** Returns the set without the members of the other set; paths below them stay. */
  public FieldSet minus(FieldSet other) {
    if (!meets(other)) {
      return this;
    }
    var result = new FieldSet();
    result.member = member && !other.member;
    children.forEach(
        (element, ours) -> {
          FieldSet theirs = other.children.get(element);
          result.putUnlessEmpty(element, theirs == null ? ours : ours.minus(theirs));
        });
    return result;
  }

  /** Returns the set without the members of the other set and all paths below them. */
  public FieldSet minusTrees(FieldSet other) {
    var result = new FieldSet();
    result.member = member;
    children.forEach(
        (element, ours) -> {
          FieldSet theirs = other.children.get(element);
          if (theirs == null) {
            result.children.put(element, ours);
          } else if (!theirs.member) {
            result.putUnlessEmpty(element, ours.minusTrees(theirs));
          }
        });
    return result;
  }

  private void putUnlessEmpty(PathElement element, FieldSet set) {
    if (set.member || !set.children.isEmpty()) {
      children.put(element, set);
    }
  }

  /**
   * Adds the declared parents of members. A struct exists because of its fields; an entry of a map
   * or list may exist on its own.
   */
  FieldSet withDeclaredParents(@Nullable Schema schema) {
    var result = new FieldSet();
    result.member = member;
    children.forEach(
        (element, below) -> {
          FieldSet copy = below.withDeclaredParents(Shape.child(schema, element));
          if (element instanceof PathElement.Field field && Shape.declares(schema, field.name())) {
            copy.member = true;
          }
          result.children.put(element, copy);
        });
    return result;
  }

  /**
   * Visits all members in upstream's order: those of a node first, then those below its children.
   */
  void forEach(Consumer<List<PathElement>> action) {
    walk(new ArrayList<>(), action);
  }

  private void walk(List<PathElement> path, Consumer<List<PathElement>> action) {
    children.forEach(
        (element, below) -> {
          if (below.member) {
            path.add(element);
            action.accept(List.copyOf(path));
            path.removeLast();
          }
        });
    children.forEach(
        (element, below) -> {
          path.add(element);
          below.walk(path, action);
          path.removeLast();
        });
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof FieldSet set && member == set.member && children.equals(set.children));
  }

  @Override
  public int hashCode() {
    return children.hashCode() * 31 + Boolean.hashCode(member);
  }

  @Override
  public String toString() {
    return toJson().toString();
  }
}
