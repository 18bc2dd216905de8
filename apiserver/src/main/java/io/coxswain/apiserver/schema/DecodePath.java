package io.coxswain.apiserver.schema;

import org.jspecify.annotations.Nullable;

/**
 * Where a value is in an object: a chain up to the root, so that going down costs nothing but the
 * link. It is put into words only when something is wrong.
 */
final class DecodePath {
  private final @Nullable DecodePath parent;
  private final String struct;
  private final String name;
  private final int index;
  private final Link link;

  private enum Link {
    FIELD,
    ENTRY,
    ITEM
  }

  private DecodePath(
      @Nullable DecodePath parent, String struct, String name, int index, Link link) {
    this.parent = parent;
    this.struct = struct;
    this.name = name;
    this.index = index;
    this.link = link;
  }

  static DecodePath root(String struct) {
    return new DecodePath(null, struct, "", 0, Link.FIELD);
  }

  /** A field of the struct. */
  DecodePath field(String ofStruct, String field) {
    return new DecodePath(this, ofStruct, field, 0, Link.FIELD);
  }

  /** An entry of a map; it is said to be in the struct that has the map. */
  DecodePath entry(String key) {
    return new DecodePath(this, struct, key, 0, Link.ENTRY);
  }

  DecodePath item(int position) {
    return new DecodePath(this, struct, "", position, Link.ITEM);
  }

  /** The type that has the field. */
  String struct() {
    return struct;
  }

  /** With positions and keys. */
  String path() {
    if (parent == null) {
      return "";
    }
    String above = parent.path();
    return switch (link) {
      case ITEM -> above + "[" + index + "]";
      case FIELD, ENTRY -> above.isEmpty() ? name : above + "." + name;
    };
  }

  /** As Go's decoder says it: without positions and keys, with the names of embedded structs. */
  String goPath() {
    if (parent == null) {
      return "";
    }
    String above = parent.goPath();
    if (link != Link.FIELD) {
      return above;
    }
    String embedded = GoNames.embedded(struct, name);
    String here = embedded.isEmpty() ? name : embedded + "." + name;
    return above.isEmpty() ? here : above + "." + here;
  }

  /** The named type that Go has for the value here; empty when there is none. */
  String goType() {
    if (link == Link.FIELD) {
      return GoNames.type(struct, name);
    }
    String whole = parent == null ? "" : parent.goType();
    String wrapper = link == Link.ITEM ? "[]" : "map[string]";
    return whole.startsWith(wrapper) ? whole.substring(wrapper.length()) : "";
  }
}
