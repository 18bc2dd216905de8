package io.coxswain.cel;

import com.google.common.collect.ImmutableSet;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The types by whose names an expression may construct values that describe a mutation: {@code
 * JSONPatch}, and {@code Object} with the types of its fields, {@code Object.spec} and so on. An
 * object may have any fields, of any type.
 *
 * <p>The type checker wants to know all fields of a type, so the types are made for one expression,
 * with the fields that it mentions.
 */
final class PatchTypes {
  private static final String OBJECT = "Object";
  private static final String PATCH = "JSONPatch";
  private static final ImmutableSet<String> TEXTS = ImmutableSet.of("op", "path", "from");
  private static final ImmutableSet<String> PATCH_FIELDS =
      ImmutableSet.of("op", "path", "from", "value");

  private PatchTypes() {}

  /** The types that the expression constructs. */
  static Map<String, CelType> of(CelAbstractSyntaxTree tree) {
    Set<String> names = new TreeSet<>();
    Set<String> fields = new TreeSet<>();
    collect(tree.getExpr(), names, fields);
    ImmutableSet<String> mentioned = ImmutableSet.copyOf(fields);
    var types = new LinkedHashMap<String, CelType>();
    types.put(
        PATCH,
        StructType.create(
            PATCH,
            PATCH_FIELDS,
            field -> Optional.of(TEXTS.contains(field) ? SimpleType.STRING : SimpleType.DYN)));
    for (String name : names) {
      if (name.equals(OBJECT) || name.startsWith(OBJECT + ".")) {
        types.put(name, StructType.create(name, mentioned, _ -> Optional.of(SimpleType.DYN)));
      }
    }
    return types;
  }

  private static void collect(CelExpr expr, Set<String> names, Set<String> fields) {
    if (expr.getKind() == Kind.STRUCT) {
      names.add(expr.struct().messageName());
      expr.struct().entries().forEach(entry -> fields.add(entry.fieldKey()));
    } else if (expr.getKind() == Kind.SELECT) {
      fields.add(expr.select().field());
    }
    Children.of(expr).forEach(child -> collect(child, names, fields));
  }
}
