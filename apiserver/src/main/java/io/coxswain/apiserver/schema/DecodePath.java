package io.coxswain.apiserver.schema;

import org.jspecify.annotations.Nullable;

/**
 * The position of a value in an object: a chain up to the root, so that descending costs only a
 * link. It is formatted only for errors.
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

  /** An entry of a map; it is reported in the struct that has the map. */
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

  /** The path with positions and keys. */
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

  /**
   * The path as Go's decoder prints it: without positions and keys, with the names of embedded
   * structs.
   */
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

  /** The named Go type of the value; empty if there is none. */
  String goType() {
    if (link == Link.FIELD) {
      return GoNames.type(struct, name);
    }
    String whole = parent == null ? "" : parent.goType();
    String wrapper = link == Link.ITEM ? "[]" : "map[string]";
    return whole.startsWith(wrapper) ? whole.substring(wrapper.length()) : "";
  }
}
