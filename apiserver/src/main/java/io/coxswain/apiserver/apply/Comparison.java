package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.json.LazyJson;
import io.coxswain.env.Cancellation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The differences between two versions of an object, field by field. Unlike in the fields of a
 * configuration, a map or list that is added or removed is itself a field.
 */
record Comparison(FieldSet added, FieldSet modified, FieldSet removed) {

  static Comparison of(ObjectNode before, ObjectNode after, Schema schema) {
    var walk = new Walk();
    walk.visit(before, after, schema);
    return new Comparison(walk.added, walk.modified, walk.removed);
  }

  /** Returns the comparison without these fields and everything below them. */
  Comparison ignoring(FieldSet fields) {
    return fields.isEmpty()
        ? this
        : new Comparison(
            added.minusTrees(fields), modified.minusTrees(fields), removed.minusTrees(fields));
  }

  /** The fields that the new version adds or modifies. */
  FieldSet changed() {
    return added.union(modified);
  }

  private static final class Walk {
    private final FieldSet added = new FieldSet();
    private final FieldSet modified = new FieldSet();
    private final FieldSet removed = new FieldSet();
    private final List<PathElement> path = new ArrayList<>();

    void visit(@Nullable JsonNode before, @Nullable JsonNode after, @Nullable Schema schema) {
      if (LazyJson.areSameBytes(before, after)) {
        return;
      }
      Shape old = Shape.of(schema, before);
      Shape now = Shape.of(schema, after);
      Cancellation.check();
      boolean wasNothing = before == null || before.isNull();
      boolean isNothing = after == null || after.isNull();
      if (old != now && !wasNothing && !isNothing) {
        // A value without a schema became another kind of value: the fields of the old one are
        // removed.
        visitAs(old, before, after, schema);
      }
      boolean whole = visitAs(isNothing ? old : now, before, after, schema);
      if (!whole) {
        if (before == null) {
          added.add(path);
        } else if (after == null) {
          removed.add(path);
        }
      }
    }

    /** Returns whether the value was compared as one field. */
    private boolean visitAs(
        Shape shape, @Nullable JsonNode before, @Nullable JsonNode after, @Nullable Schema schema) {
      switch (shape) {
        case MAP -> {
          ObjectNode old = before instanceof ObjectNode object ? object : null;
          ObjectNode now = after instanceof ObjectNode object ? object : null;
          if (!isEmpty(old) || !isEmpty(now)) {
            for (String key : FieldWalk.keys(old, now)) {
              descend(
                  new PathElement.Field(key),
                  old == null ? null : old.get(key),
                  now == null ? null : now.get(key),
                  schema);
            }
            return false;
          }
        }
        case LIST -> {
          JsonNode old = before != null && before.isArray() ? before : null;
          JsonNode now = after != null && after.isArray() ? after : null;
          if (schema != null && (!isEmpty(old) || !isEmpty(now))) {
            visitItems(old, now, schema);
            return false;
          }
        }
        case SCALAR, ATOMIC -> {}
      }
      compareWhole(before, after);
      return true;
    }

    private static boolean isEmpty(@Nullable JsonNode value) {
      return value == null || value.isEmpty();
    }

    private void compareWhole(@Nullable JsonNode before, @Nullable JsonNode after) {
      if (before == null) {
        added.add(path);
      } else if (after == null) {
        removed.add(path);
      } else if (!TypedValues.same(before, after)) {
        modified.add(path);
      }
    }

    private void visitItems(@Nullable JsonNode before, @Nullable JsonNode after, Schema schema) {
      var old = FieldWalk.index(before, schema);
      var now = FieldWalk.index(after, schema);
      Set<PathElement> elements = new LinkedHashSet<>(old.keySet());
      elements.addAll(now.keySet());
      for (PathElement element : elements) {
        visitItem(
            element,
            old.getOrDefault(element, List.of()),
            now.getOrDefault(element, List.of()),
            schema);
      }
    }

    /** A duplicate item is owned as a whole. */
    private void visitItem(
        PathElement element, List<JsonNode> before, List<JsonNode> after, Schema schema) {
      if (before.size() < 2 && after.size() < 2) {
        descend(element, first(before), first(after), schema);
        return;
      }
      path.add(element);
      if (before.size() > 1 && after.size() > 1) {
        if (!before.equals(after)) {
          modified.add(path);
        }
      } else if (before.size() > 1) {
        if (!after.isEmpty()) {
          visit(null, after.getFirst(), schema.items());
        }
        removed.add(path);
      } else {
        if (!before.isEmpty()) {
          visit(before.getFirst(), null, schema.items());
        }
        added.add(path);
      }
      path.removeLast();
    }

    private static @Nullable JsonNode first(List<JsonNode> items) {
      return items.isEmpty() ? null : items.getFirst();
    }

    private void descend(
        PathElement element,
        @Nullable JsonNode before,
        @Nullable JsonNode after,
        @Nullable Schema schema) {
      path.add(element);
      visit(before, after, Shape.child(schema, element));
      path.removeLast();
    }
  }
}
