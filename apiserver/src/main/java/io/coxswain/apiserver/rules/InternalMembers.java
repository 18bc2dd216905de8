package io.coxswain.apiserver.rules;

import io.coxswain.api.catalogue.CatalogueType;
import io.coxswain.api.catalogue.TypeCatalogue;
import io.coxswain.api.catalogue.TypeField;
import io.coxswain.api.catalogue.TypeRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the types that upstream's server uses inside itself.
 *
 * <p>An internal type is named without a version, such as {@code core.PodSpec}. The catalogue has
 * it only if it differs from the published one; otherwise its fields are those of {@code
 * core.v1.PodSpec}.
 */
final class InternalMembers {
  /** The groups whose published version is not v1. */
  private static final Map<String, String> VERSIONS = Map.of("autoscaling", "v2");

  private static final Map<String, List<Member>> MEMBERS = new ConcurrentHashMap<>();

  private InternalMembers() {}

  /**
   * A field as messages print it.
   *
   * @param shown the name in messages: that in Go, except for types with names in JSON
   * @param omittedIfEmpty whether a message leaves it out if it has no value
   */
  record Member(String shown, TypeField field, boolean omittedIfEmpty) {
    /** Whether the fields of the metadata take its place. */
    boolean isMetadata() {
      return field.type() instanceof TypeRef.Struct(String name)
          && name.equals("meta.v1.ObjectMeta");
    }
  }

  /** The fields of a struct in the order of messages; null if the catalogue does not know it. */
  static @Nullable List<Member> find(String struct) {
    List<Member> known = MEMBERS.get(struct);
    if (known != null) {
      return known;
    }
    CatalogueType type = TypeCatalogue.find(struct);
    type = type != null ? type : TypeCatalogue.find(published(struct));
    if (type == null) {
      return null;
    }
    var members = new ArrayList<Member>();
    add(type, members);
    List<Member> all = List.copyOf(members);
    MEMBERS.put(struct, all);
    return all;
  }

  private static void add(CatalogueType type, List<Member> into) {
    // The common types have no internal form: messages print them with their names in JSON.
    boolean common = type.name().startsWith("meta.");
    for (TypeField field : type.fields()) {
      if (!field.embedded()) {
        into.add(
            new Member(common ? field.json() : field.goName(), field, common && !field.written()));
      } else if (!field.goName().equals("TypeMeta")) {
        add(CatalogueType.embedded(field), into);
      }
    }
  }

  /** {@code core.v1.PodSpec} becomes {@code core.PodSpec}, if that is its internal type. */
  static String internal(String name) {
    int dot = name.lastIndexOf('.');
    int version = name.lastIndexOf('.', dot - 1);
    if (version < 0) {
      return name;
    }
    String internal = name.substring(0, version) + name.substring(dot);
    return published(internal).equals(name) ? internal : name;
  }

  private static String published(String internal) {
    int dot = internal.indexOf('.');
    String group = internal.substring(0, dot);
    return group + "." + VERSIONS.getOrDefault(group, "v1") + internal.substring(dot);
  }
}
