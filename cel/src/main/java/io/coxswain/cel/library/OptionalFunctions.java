package io.coxswain.cel.library;

import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import io.coxswain.cel.value.Bytes;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.ListValue;
import io.coxswain.cel.value.Lists;
import io.coxswain.cel.value.MapValue;
import io.coxswain.cel.value.NullValue;
import io.coxswain.cel.value.OptionalValue;
import io.coxswain.cel.value.PlainList;
import io.coxswain.cel.value.Unsigned;
import io.coxswain.cel.value.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Values that may be missing. */
final class OptionalFunctions {
  private OptionalFunctions() {}

  static void register(Library library) {
    var key = TypeParamType.create("K");
    var value = TypeParamType.create("V");
    var optional = OptionalType.create(value);
    var list = ListType.create(value);
    var map = MapType.create(key, value);
    var optionals = ListType.create(optional);
    library
        .global("optional.of", "optional_of", optional, value)
        .does("optional.of", a -> OptionalValue.of(a[0]))
        .global("optional.ofNonZeroValue", "optional_ofNonZeroValue", optional, value)
        .does(
            "optional.ofNonZeroValue",
            a -> isZero(a[0]) ? OptionalValue.NONE : OptionalValue.of(a[0]))
        .global("optional.none", "optional_none", optional)
        .does("optional.none", _ -> OptionalValue.NONE)
        .member("value", "optional_value", value, optional)
        .does("value", a -> optional(a[0]).required())
        .member("hasValue", "optional_hasValue", SimpleType.BOOL, optional)
        .does("hasValue", a -> optional(a[0]).value() != null)
        .member("or", "optional_or_optional", optional, optional, optional)
        .member("orValue", "optional_orValue_value", value, optional, value)
        .global("_?._", "select_optional_field", optional, SimpleType.DYN, SimpleType.STRING)
        .global("_[?_]", "list_optindex_optional_int", optional, list, SimpleType.INT)
        .global(
            "_[?_]",
            "optional_list_optindex_optional_int",
            optional,
            OptionalType.create(list),
            SimpleType.INT)
        .global("_[?_]", "map_optindex_optional_value", optional, map, key)
        .global(
            "_[?_]",
            "optional_map_optindex_optional_value",
            optional,
            OptionalType.create(map),
            key)
        .global(
            "_[_]", "optional_list_index_int", optional, OptionalType.create(list), SimpleType.INT)
        .global("_[_]", "optional_map_index_value", optional, OptionalType.create(map), key)
        .global("cel.@mapInsert", "@mapInsert_map_key_value", map, map, key, value)
        .global("cel.@mapInsert", "@mapInsert_map_map", map, map, map)
        .member("first", "list_first", optional, list)
        .does("first", a -> at(Library.list(a[0]), 0))
        .member("last", "list_last", optional, list)
        .does("last", a -> at(Library.list(a[0]), Library.list(a[0]).size() - 1))
        .global("optional.unwrap", "optional_unwrap", list, optionals)
        .does("optional.unwrap", a -> unwrap(Library.list(a[0])))
        .member("unwrapOpt", "optional_unwrapOpt", list, optionals)
        .does("unwrapOpt", a -> unwrap(Library.list(a[0])));
  }

  private static OptionalValue optional(Object value) throws EvalException {
    if (value instanceof OptionalValue optional) {
      return optional;
    }
    throw EvalException.noSuchOverload();
  }

  private static Object at(ListValue list, int index) throws EvalException {
    return list.size() == 0 ? OptionalValue.NONE : OptionalValue.of(list.get(index));
  }

  private static Object unwrap(ListValue list) throws EvalException {
    List<Object> values = new ArrayList<>();
    for (Object each : Lists.all(list)) {
      Object value = optional(each).value();
      if (value != null) {
        values.add(value);
      }
    }
    return PlainList.of(values);
  }

  private static boolean isZero(Object value) {
    return switch (value) {
      case NullValue _ -> true;
      case Boolean truth -> !truth;
      case Long number -> number == 0;
      case Unsigned number -> number.bits() == 0;
      case Double number -> number == 0;
      case Duration duration -> duration.isZero();
      case OptionalValue optional -> optional.value() == null;
      case String _, Bytes _, ListValue _, MapValue _ -> Values.size(value) == 0;
      default -> false;
    };
  }
}
