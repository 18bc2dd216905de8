package io.coxswain.cel.library;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import io.coxswain.cel.value.CostExceededException;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.GrowingList;
import io.coxswain.cel.value.ListValue;
import io.coxswain.cel.value.Lists;
import io.coxswain.cel.value.PlainList;
import io.coxswain.cel.value.TypeValue;
import io.coxswain.cel.value.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What can be asked of lists: Kubernetes' own functions, and those of CEL's list extension. */
final class ListFunctions {
  private static final Map<String, CelType> SUMMABLE = new LinkedHashMap<>();
  private static final Map<String, CelType> COMPARABLE = new LinkedHashMap<>();

  static {
    SUMMABLE.put("int", SimpleType.INT);
    SUMMABLE.put("uint", SimpleType.UINT);
    SUMMABLE.put("double", SimpleType.DOUBLE);
    SUMMABLE.put("duration", SimpleType.DURATION);
    COMPARABLE.putAll(SUMMABLE);
    COMPARABLE.put("bool", SimpleType.BOOL);
    COMPARABLE.put("timestamp", SimpleType.TIMESTAMP);
    COMPARABLE.put("string", SimpleType.STRING);
    COMPARABLE.put("bytes", SimpleType.BYTES);
  }

  private ListFunctions() {}

  static void register(Library library) {
    var item = TypeParamType.create("A");
    var list = ListType.create(item);
    SUMMABLE.forEach(
        (name, type) ->
            library.member("sum", "list_" + name + "_sum_" + name, type, ListType.create(type)));
    COMPARABLE.forEach(
        (name, type) -> {
          var of = ListType.create(type);
          library
              .member("isSorted", "list_" + name + "_is_sorted_bool", SimpleType.BOOL, of)
              .member("max", "list_" + name + "_max_" + name, type, of)
              .member("min", "list_" + name + "_min_" + name, type, of)
              .member("sort", "list_" + type.name() + "_sort", of, of)
              .member(
                  "@sortByAssociatedKeys",
                  "list_" + type.name() + "_sortByAssociatedKeys",
                  list,
                  list,
                  of);
        });
    library
        .does("sum", a -> sum(Library.list(a[0])))
        .does("isSorted", a -> isSorted(Library.list(a[0])))
        .does("max", a -> extreme(Library.list(a[0]), "max", 1))
        .does("min", a -> extreme(Library.list(a[0]), "min", -1))
        .does("sort", a -> sorted(Library.list(a[0]), Library.list(a[0])))
        .does("@sortByAssociatedKeys", a -> sorted(Library.list(a[0]), Library.list(a[1])))
        .member("indexOf", "list_a_index_of_int", SimpleType.INT, list, item)
        .does("indexOf", a -> indexOf(Library.list(a[0]), a[1]))
        .member("lastIndexOf", "list_a_last_index_of_int", SimpleType.INT, list, item)
        .does("lastIndexOf", a -> lastIndexOf(Library.list(a[0]), a[1]))
        .member("slice", "list_slice", list, list, SimpleType.INT, SimpleType.INT)
        .does("slice", a -> slice(Library.list(a[0]), Library.integer(a[1]), Library.integer(a[2])))
        .member("flatten", "list_flatten", list, ListType.create(list))
        .member(
            "flatten",
            "list_flatten_int",
            ListType.create(SimpleType.DYN),
            ListType.create(SimpleType.DYN),
            SimpleType.INT)
        .does("flatten", ListFunctions::flatten)
        .global("lists.range", "lists_range", ListType.create(SimpleType.INT), SimpleType.INT)
        .does("lists.range", a -> range(Library.integer(a[0])))
        .member("reverse", "list_reverse", list, list)
        .does("reverse", a -> reversed(Library.list(a[0])))
        .member("distinct", "list_distinct", list, list)
        .does("distinct", a -> distinct(Library.list(a[0])));
  }

  private static Object sum(ListValue list) throws EvalException {
    if (list.size() == 0) {
      return 0L;
    }
    Object sum = list.get(0);
    for (int i = 1; i < list.size(); i++) {
      sum = Operators.plus(sum, list.get(i));
    }
    return sum;
  }

  private static boolean isSorted(ListValue list) throws EvalException {
    for (int i = 1; i < list.size(); i++) {
      if (Values.compare(list.get(i - 1), list.get(i)) > 0) {
        return false;
      }
    }
    return true;
  }

  private static Object extreme(ListValue list, String name, int sign) throws EvalException {
    if (list.size() == 0) {
      throw new EvalException(name + " called on empty list");
    }
    Object best = list.get(0);
    for (int i = 1; i < list.size(); i++) {
      if (sign * Values.compare(list.get(i), best) > 0) {
        best = list.get(i);
      }
    }
    return best;
  }

  private static Object sorted(ListValue list, ListValue keys) throws EvalException {
    if (list.size() != keys.size()) {
      throw new EvalException(
          "@sortByAssociatedKeys() expected a list of the same size as the associated keys list,"
              + " but got "
              + list.size()
              + " and "
              + keys.size()
              + " elements respectively");
    }
    record Item(Object value, Object key) {}
    List<Item> items = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      Object key = keys.get(i);
      if (!TypeValue.of(key).equals(TypeValue.of(keys.get(0)))) {
        throw new EvalException("list elements must have the same type");
      }
      if (!isComparable(key)) {
        throw new EvalException("list elements must be comparable");
      }
      items.add(new Item(list.get(i), key));
    }
    items.sort((a, b) -> order(a.key, b.key));
    return PlainList.of(items.stream().map(Item::value).toList());
  }

  private static boolean isComparable(Object key) {
    return !(key instanceof Double number && number.isNaN())
        && COMPARABLE.values().stream()
            .anyMatch(type -> type.name().equals(TypeValue.of(key).name()));
  }

  /** The order of values that have been found to be comparable. */
  private static int order(Object a, Object b) {
    try {
      return Values.compare(a, b);
    } catch (EvalException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long indexOf(ListValue list, Object wanted) throws EvalException {
    for (int i = 0; i < list.size(); i++) {
      if (Values.equal(list.get(i), wanted)) {
        return i;
      }
    }
    return -1;
  }

  private static long lastIndexOf(ListValue list, Object wanted) throws EvalException {
    for (int i = list.size() - 1; i >= 0; i--) {
      if (Values.equal(list.get(i), wanted)) {
        return i;
      }
    }
    return -1;
  }

  private static Object slice(ListValue list, long start, long end) throws EvalException {
    String call = "cannot slice(" + start + ", " + end + "), ";
    if (start < 0 || end < 0) {
      throw new EvalException(call + "negative indexes not supported");
    }
    if (start > end) {
      throw new EvalException(call + "start index must be less than or equal to end index");
    }
    if (list.size() < end) {
      throw new EvalException(call + "list is length " + list.size());
    }
    return PlainList.of(Lists.all(list).subList((int) start, (int) end));
  }

  private static Object flatten(Object[] arguments) throws EvalException {
    long depth = arguments.length > 1 ? Library.integer(arguments[1]) : 1;
    if (depth < 0) {
      throw new EvalException("level must be non-negative");
    }
    List<Object> flat = new ArrayList<>();
    flatten(Library.list(arguments[0]), depth, flat);
    return PlainList.of(flat);
  }

  private static void flatten(ListValue list, long depth, List<Object> flat) throws EvalException {
    for (Object each : Lists.all(list)) {
      if (each instanceof ListValue inner && depth > 0) {
        flatten(inner, depth - 1, flat);
      } else {
        flat.add(each);
      }
    }
  }

  private static Object range(long end) {
    if (end > Library.MAX_LIST_SIZE) {
      throw new CostExceededException();
    }
    List<Object> numbers = new ArrayList<>();
    for (long i = 0; i < end; i++) {
      numbers.add(i);
    }
    return PlainList.of(numbers);
  }

  private static Object reversed(ListValue list) throws EvalException {
    List<Object> items = new ArrayList<>(Lists.all(list));
    Collections.reverse(items);
    return PlainList.of(items);
  }

  private static Object distinct(ListValue list) throws EvalException {
    var distinct = new GrowingList();
    for (Object each : Lists.all(list)) {
      if (!Lists.contains(distinct, each)) {
        distinct.addAll(List.of(each));
      }
    }
    return distinct.done();
  }
}
