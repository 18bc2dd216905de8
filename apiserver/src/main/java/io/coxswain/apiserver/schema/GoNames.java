package io.coxswain.apiserver.schema;

import io.coxswain.api.catalogue.CatalogueType;
import io.coxswain.api.catalogue.TypeCatalogue;
import io.coxswain.api.catalogue.TypeField;
import io.coxswain.api.catalogue.TypeRef;

/**
 * Names that errors of Go's decoder contain and OpenAPI does not have: those of named scalar types
 * and of embedded structs.
 */
final class GoNames {
  private GoNames() {}

  /** The named type of a field; empty if its type has no name. */
  static String type(String struct, String field) {
    CatalogueType type = TypeCatalogue.find(struct);
    if (type != null) {
      for (TypeField declared : type.flatFields()) {
        if (declared.json().equals(field)) {
          return name(declared.type());
        }
      }
    }
    return "";
  }

  private static String name(TypeRef type) {
    return switch (type) {
      case TypeRef.Named(String name, _) ->
          name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
      case TypeRef.ListOf(TypeRef items) -> prefixed("[]", name(items));
      case TypeRef.MapOf(TypeRef values) -> prefixed("map[string]", name(values));
      case TypeRef.Scalar _, TypeRef.Struct _ -> "";
    };
  }

  private static String prefixed(String prefix, String name) {
    return name.isEmpty() ? "" : prefix + name;
  }

  /**
   * The embedded struct of a field, or a path of them; empty if the field is the struct's own.
   * Those of a kind and its version are never part of an error.
   */
  static String embedded(String struct, String field) {
    CatalogueType type = TypeCatalogue.find(struct);
    return type == null ? "" : embedded(type, field);
  }

  private static String embedded(CatalogueType type, String field) {
    for (TypeField declared : type.fields()) {
      if (declared.embedded() && !declared.goName().equals("TypeMeta")) {
        CatalogueType inner = CatalogueType.embedded(declared);
        String deeper = embedded(inner, field);
        if (!deeper.isEmpty()) {
          return declared.goName() + "." + deeper;
        }
        if (inner.fields().stream().anyMatch(f -> f.json().equals(field))) {
          return declared.goName();
        }
      }
    }
    return "";
  }
}
