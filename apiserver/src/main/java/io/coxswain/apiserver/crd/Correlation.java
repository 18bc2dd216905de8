package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.coxswain.api.schema.ListType;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.json.SameJson;
import org.jspecify.annotations.Nullable;

/**
 * The previous value of a part of an object in an update. A part that cannot be correlated, such as
 * an item of an atomic list, is validated with its nearest correlatable parent.
 */
final class Correlation {
  static final Correlation NONE = new Correlation(null, null, false);

  private record Pair(JsonNode now, JsonNode before, Schema schema) {}

  private final @Nullable Pair current;
  private final @Nullable Pair parent;
  private final boolean root;

  private Correlation(@Nullable Pair current, @Nullable Pair parent, boolean root) {
    this.current = current;
    this.parent = parent;
    this.root = root;
  }

  static Correlation root(JsonNode now, @Nullable JsonNode before, Schema schema) {
    return before == null ? NONE : new Correlation(new Pair(now, before, schema), null, true);
  }

  /** Whether nothing has changed here, so that failures existed before. */
  boolean unchanged() {
    Pair judged = current != null ? current : parent;
    return judged != null && SameJson.identical(judged.now, judged.before);
  }

  Correlation key(String name) {
    if (current == null) {
      return this;
    }
    if (root && (name.equals("apiVersion") || name.equals("kind"))) {
      return NONE;
    }
    Pair here = current;
    Schema inside = here.schema.field(name);
    JsonNode was = here.before.path(name);
    return new Correlation(
        inside == null || was.isMissingNode() ? null : new Pair(here.now.path(name), was, inside),
        here,
        false);
  }

  Correlation index(int index) {
    if (current == null) {
      return this;
    }
    Pair here = current;
    JsonNode item = here.now.path(index);
    JsonNode was = MissingNode.getInstance();
    if (here.schema.listType() == ListType.MAP) {
      for (JsonNode old : here.before) {
        if (sameKey(item, old, here.schema)) {
          was = old;
        }
      }
    }
    Schema items = here.schema.items();
    return new Correlation(
        items == null || was.isMissingNode() ? null : new Pair(item, was, items), here, false);
  }

  static boolean sameKey(JsonNode a, JsonNode b, Schema schema) {
    for (String key : schema.listMapKeys()) {
      if (!a.path(key).equals(b.path(key))) {
        return false;
      }
    }
    return true;
  }
}
