package io.coxswain.cel.value;

import io.coxswain.api.schema.ListType;
import io.coxswain.api.schema.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Equality and sum of lists. A set equals another whatever the order, and adding to it adds what is
 * new; a keyed list does the same by key.
 */
public final class Lists {
  private Lists() {}

  public static boolean equal(ListValue left, ListValue right) throws EvalException {
    if (left.size() != right.size()) {
      return false;
    }
    ListType type = type(left.schema());
    if (type == ListType.SET) {
      Set<Object> mine = new HashSet<>(all(left));
      for (Object each : all(right)) {
        if (!mine.contains(each)) {
          return false;
        }
      }
      return true;
    }
    if (type == ListType.MAP) {
      Map<Object, Object> mine = byKey(left);
      for (Object each : all(right)) {
        Object same = mine.get(key(each, left.schema()));
        if (same == null || !Values.equal(same, each)) {
          return false;
        }
      }
      return true;
    }
    for (int i = 0; i < left.size(); i++) {
      if (!Values.equal(left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }

  public static ListValue plus(ListValue left, ListValue right) throws EvalException {
    if (left instanceof GrowingList growing) {
      growing.addAll(all(right));
      return growing;
    }
    ListType type = type(left.schema());
    if (type != ListType.SET && type != ListType.MAP) {
      if ((long) left.size() + right.size() > Integer.MAX_VALUE) {
        throw new CostExceededException();
      }
      return new ConcatList(left, right);
    }
    List<Object> sum = new ArrayList<>(all(left));
    if (type == ListType.SET) {
      Set<Object> known = new HashSet<>(sum);
      for (Object each : all(right)) {
        if (known.add(each)) {
          sum.add(each);
        }
      }
    } else {
      Map<Object, Integer> places = new LinkedHashMap<>();
      for (int i = 0; i < sum.size(); i++) {
        places.put(key(sum.get(i), left.schema()), i);
      }
      for (Object each : all(right)) {
        Integer place = places.get(key(each, left.schema()));
        if (place == null) {
          sum.add(each);
        } else {
          sum.set(place, each);
        }
      }
    }
    return new PlainList(sum, left.schema());
  }

  public static boolean contains(ListValue list, Object wanted) throws EvalException {
    for (int i = 0; i < list.size(); i++) {
      if (Values.equal(list.get(i), wanted)) {
        return true;
      }
    }
    return false;
  }

  public static List<Object> all(ListValue list) throws EvalException {
    if (list instanceof PlainList plain) {
      return plain.items();
    }
    var all = new ArrayList<Object>(list.size());
    for (int i = 0; i < list.size(); i++) {
      all.add(list.get(i));
    }
    return all;
  }

  private static @Nullable ListType type(@Nullable Schema schema) {
    return schema == null ? null : schema.listType();
  }

  private static Map<Object, Object> byKey(ListValue list) throws EvalException {
    var found = new LinkedHashMap<Object, Object>();
    for (Object each : all(list)) {
      found.put(key(each, list.schema()), each);
    }
    return found;
  }

  private static Object key(Object item, @Nullable Schema schema) throws EvalException {
    List<Object> key = new ArrayList<>();
    if (schema != null && item instanceof MapValue map) {
      for (String name : schema.listMapKeys()) {
        Object value = map.find(Escaping.escapeOr(name));
        key.add(value == null ? NullValue.NULL : value);
      }
    }
    return key;
  }
}
