package io.coxswain.cel.library;

import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.ListValue;
import io.coxswain.cel.value.Lists;

/** Lists as sets. */
final class SetFunctions {
  private SetFunctions() {}

  static void register(Library library) {
    var any = ListType.create(TypeParamType.create("T"));
    library
        .global("sets.contains", "list_sets_contains_list", SimpleType.BOOL, any, any)
        .does("sets.contains", a -> contains(Library.list(a[0]), Library.list(a[1])))
        .global("sets.equivalent", "list_sets_equivalent_list", SimpleType.BOOL, any, any)
        .does(
            "sets.equivalent",
            a ->
                contains(Library.list(a[0]), Library.list(a[1]))
                    && contains(Library.list(a[1]), Library.list(a[0])))
        .global("sets.intersects", "list_sets_intersects_list", SimpleType.BOOL, any, any)
        .does("sets.intersects", a -> intersects(Library.list(a[0]), Library.list(a[1])));
  }

  private static boolean contains(ListValue list, ListValue wanted) throws EvalException {
    for (Object each : Lists.all(wanted)) {
      if (!Lists.contains(list, each)) {
        return false;
      }
    }
    return true;
  }

  private static boolean intersects(ListValue list, ListValue other) throws EvalException {
    for (Object each : Lists.all(list)) {
      if (Lists.contains(other, each)) {
        return true;
      }
    }
    return false;
  }
}
