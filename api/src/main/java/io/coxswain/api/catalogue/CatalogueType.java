package io.coxswain.api.catalogue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A struct of the catalogue. Immutable and thread-safe; its fields are parsed when they are first
 * needed.
 */
public final class CatalogueType {
  private final String name;
  private final String apiVersion;
  private final boolean atomic;
  private final String lines;
  private volatile @Nullable List<TypeField> fields;

  CatalogueType(String name, String apiVersion, boolean atomic, String lines) {
    this.name = name;
    this.apiVersion = apiVersion;
    this.atomic = atomic;
    this.lines = lines;
  }

  /** Such as {@code core.v1.PodSpec}, or {@code core.PodSpec} for an internal type. */
  public String name() {
    return name;
  }

  /** Whether only the API server uses it, inside itself. Such a type has no version. */
  public boolean internal() {
    return name.indexOf('.') == name.lastIndexOf('.');
  }

  /** The group and version of a kind; empty for other types. */
  public String apiVersion() {
    return apiVersion;
  }

  /** Whether server-side apply merges it as one value. */
  public boolean atomic() {
    return atomic;
  }

  /** The fields in the order of their declaration; an embedded struct is one of them. */
  public List<TypeField> fields() {
    List<TypeField> found = fields;
    if (found == null) {
      // Two threads may both do this; the results are equal.
      found = TypeField.all(lines, name.substring(0, name.lastIndexOf('.')));
      fields = found;
    }
    return found;
  }

  /** The fields, with those of embedded structs in their place. */
  public List<TypeField> flatFields() {
    List<TypeField> own = fields();
    int embedded = 0;
    while (embedded < own.size() && !own.get(embedded).embedded()) {
      embedded++;
    }
    if (embedded == own.size()) {
      return own;
    }
    var flat = new ArrayList<TypeField>();
    for (TypeField field : own) {
      if (field.embedded()) {
        flat.addAll(embedded(field).flatFields());
      } else {
        flat.add(field);
      }
    }
    return flat;
  }

  /** The type of an embedded struct. */
  public static CatalogueType embedded(TypeField field) {
    return TypeCatalogue.named(((TypeRef.Struct) field.type()).name());
  }
}
