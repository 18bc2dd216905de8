package io.coxswain.cel.type;

import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import io.coxswain.cel.library.AuthorizerFunctions;
import java.util.LinkedHashMap;
import java.util.Map;

/** The variables that expressions about a write may use. */
public final class PolicyTypes {
  private static final DeclType TEXT = DeclType.of(SimpleType.STRING);
  private static final DeclType DYN = DeclType.of(SimpleType.DYN);
  private static final DeclType TEXTS = DeclType.of(ListType.create(SimpleType.STRING));
  private static final DeclType LABELS =
      DeclType.of(MapType.create(SimpleType.STRING, SimpleType.STRING));

  private PolicyTypes() {}

  /**
   * The variables.
   *
   * @param params whether there is a parameter
   * @param computed the variables that the policy itself defines, with their types
   */
  public static Map<String, DeclType> variables(boolean params, Map<String, DeclType> computed) {
    Map<String, DeclType> all = new LinkedHashMap<>();
    all.put("object", DYN);
    all.put("oldObject", DYN);
    all.put("request", request());
    all.put("namespaceObject", namespace());
    all.put("authorizer", DeclType.of(AuthorizerFunctions.AUTHORIZER));
    all.put("authorizer.requestResource", DeclType.of(AuthorizerFunctions.RESOURCE));
    if (params) {
      all.put("params", DYN);
    }
    if (!computed.isEmpty()) {
      all.put("variables", DeclType.object("kubernetes.variables", computed));
    }
    return all;
  }

  /** The variables of a policy as one object, be it without fields. */
  public static Map<String, DeclType> composed(Map<String, DeclType> computed) {
    if (!computed.isEmpty()) {
      return computed;
    }
    // An object that has no field anybody could name.
    return Map.of("@", TEXT);
  }

  /** The type of what is known only when there is a value. */
  public static DeclType anything() {
    return DYN;
  }

  /** The type that a variable of a policy has: of objects nothing is known but that they are. */
  public static DeclType ofVariable(DeclType computed) {
    return DeclType.of(withoutStructs(computed.type()));
  }

  private static CelType withoutStructs(CelType type) {
    return switch (type) {
      case ListType list when list.hasElemType() ->
          ListType.create(withoutStructs(list.elemType()));
      case MapType map -> MapType.create(map.keyType(), withoutStructs(map.valueType()));
      default -> type.kind() == CelKind.STRUCT ? SimpleType.DYN : type;
    };
  }

  private static DeclType texts(String name, String... fields) {
    Map<String, DeclType> all = new LinkedHashMap<>();
    for (String field : fields) {
      all.put(field, TEXT);
    }
    return DeclType.object(name, all);
  }

  private static DeclType request() {
    DeclType kind = texts("kubernetes.GroupVersionKind", "group", "version", "kind");
    DeclType resource = texts("kubernetes.GroupVersionResource", "group", "version", "resource");
    Map<String, DeclType> user = new LinkedHashMap<>();
    user.put("username", TEXT);
    user.put("uid", TEXT);
    user.put("groups", TEXTS);
    user.put(
        "extra",
        DeclType.of(MapType.create(SimpleType.STRING, ListType.create(SimpleType.STRING))));
    Map<String, DeclType> all = new LinkedHashMap<>();
    all.put("kind", kind);
    all.put("resource", resource);
    all.put("subResource", TEXT);
    all.put("requestKind", kind);
    all.put("requestResource", resource);
    all.put("requestSubResource", TEXT);
    all.put("name", TEXT);
    all.put("namespace", TEXT);
    all.put("operation", TEXT);
    all.put("userInfo", DeclType.object("kubernetes.UserInfo", user));
    all.put("dryRun", DeclType.of(SimpleType.BOOL));
    all.put("options", DYN);
    return DeclType.object("kubernetes.AdmissionRequest", all);
  }

  private static DeclType namespace() {
    Map<String, DeclType> metadata = new LinkedHashMap<>();
    for (String field : new String[] {"name", "generateName", "namespace", "selfLink", "UID"}) {
      metadata.put(field, TEXT);
    }
    metadata.put("resourceVersion", TEXT);
    metadata.put("labels", LABELS);
    metadata.put("annotations", LABELS);
    metadata.put("finalizers", TEXTS);
    metadata.put("generation", DeclType.of(SimpleType.INT));
    metadata.put("creationTimestamp", DeclType.of(SimpleType.TIMESTAMP));
    metadata.put("deletionTimestamp", DeclType.of(SimpleType.TIMESTAMP));
    metadata.put("deletionGracePeriodSeconds", DeclType.of(SimpleType.INT));
    Map<String, DeclType> all = new LinkedHashMap<>();
    all.put("metadata", DeclType.object("kubernetes.NamespaceMetadata", metadata));
    all.put("spec", DeclType.object("kubernetes.NamespaceSpec", Map.of("finalizers", TEXTS)));
    all.put("status", DeclType.object("kubernetes.NamespaceStatus", Map.of("phase", TEXT)));
    return DeclType.object("kubernetes.Namespace", all);
  }
}
