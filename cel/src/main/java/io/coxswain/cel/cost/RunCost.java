package io.coxswain.cel.cost;

import io.coxswain.cel.library.NamedFormats;
import io.coxswain.cel.value.Bytes;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.ListValue;
import io.coxswain.cel.value.MapValue;
import io.coxswain.cel.value.TypeValue;
import io.coxswain.cel.value.Values;
import org.jspecify.annotations.Nullable;

/** What a call has cost: upstream's price list. */
public final class RunCost {
  static final double TRAVERSAL = 0.1;
  static final double REGEX = 0.25;
  private static final int LIST = 10;

  private RunCost() {}

  public static long of(String function, String overload, Object[] arguments, Object result) {
    Long known = kubernetes(function, overload, arguments, result);
    return known != null ? known : standard(overload, arguments, result);
  }

  /**
   * A lower bound of the cost, for functions that take more than linear time: an evaluation that
   * cannot afford it must not call them.
   */
  public static long atLeast(String overload, Object[] a) {
    return switch (overload) {
      case "contains_string",
          "list_sets_contains_list",
          "list_sets_intersects_list",
          "list_sets_equivalent_list",
          "list_distinct" ->
          standard(overload, a, "");
      default -> overload.contains("_sort") ? standard(overload, a, "") : 0;
    };
  }

  private static @Nullable Long kubernetes(
      String function, String overload, Object[] a, Object result) {
    return switch (function) {
      case "check" -> 350_000L;
      case "fieldSelector", "labelSelector" -> {
        long size = Values.size(a[1]);
        yield 10 + factor(size, TRAVERSAL) + factor(factor(size, 0.5), 50);
      }
      case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> traversal(a[0]);
      case "url",
          "lowerAscii",
          "upperAscii",
          "substring",
          "trim",
          "jsonpatch.escapeKey",
          "cidr",
          "isIP",
          "isCIDR",
          "quantity",
          "isQuantity",
          "semver",
          "isSemver" ->
          factor(Values.size(a[0]), TRAVERSAL);
      case "replace", "split", "ip.isCanonical" -> factor(Values.size(a[0]), 2 * TRAVERSAL);
      case "join" -> factor(Values.size(result), 2 * TRAVERSAL);
      case "find", "findAll" -> regex(Values.size(a[0]), Values.size(a[1]));
      case "ip" -> overload.equals("cidr_ip") ? 1L : factor(Values.size(a[0]), TRAVERSAL);
      case "containsIP" ->
          factor(2 * Values.size(a[0]), TRAVERSAL)
              + (overload.equals("cidr_contains_ip_string")
                  ? factor(Values.size(a[1]), TRAVERSAL)
                  : 0);
      case "containsCIDR" ->
          factor(2 * Values.size(a[0]), TRAVERSAL)
              + factor(Values.size(a[0]), TRAVERSAL)
              + 1
              + (overload.equals("cidr_contains_cidr_string")
                  ? factor(Values.size(a[1]), TRAVERSAL)
                  : 0);
      case "validate" ->
          a[0] instanceof NamedFormats.NamedFormat format
              ? regex(Values.size(a[1]), format.regexSize())
              : null;
      case "_==_" -> a[0] instanceof TypeValue.Named ? 1L : null;
      default -> null;
    };
  }

  private static long standard(String overload, Object[] a, Object result) {
    return switch (overload) {
      case "starts_with_string",
          "ends_with_string",
          "string_to_bytes",
          "bytes_to_string",
          "strings_quote",
          "string_format" ->
          factor(Values.size(a[0]), TRAVERSAL);
      case "in_list" -> Values.size(a[1]);
      case "less_string",
          "greater_string",
          "less_equals_string",
          "greater_equals_string",
          "less_bytes",
          "greater_bytes",
          "less_equals_bytes",
          "greater_equals_bytes",
          "equals",
          "not_equals" ->
          factor(Math.min(Values.size(a[0]), Values.size(a[1])), TRAVERSAL);
      case "add_string", "add_bytes" -> factor(Values.size(a[0]) + Values.size(a[1]), TRAVERSAL);
      case "matches_string", "matches" -> regex(Values.size(a[0]), Values.size(a[1]));
      case "contains_string" ->
          factor(Values.size(a[0]), TRAVERSAL) * factor(Values.size(a[1]), TRAVERSAL);
      case "list_sets_contains_list", "list_sets_intersects_list" ->
          1 + Values.size(a[0]) * Values.size(a[1]);
      case "list_sets_equivalent_list" -> 1 + 2 * Values.size(a[0]) * Values.size(a[1]);
      case "list_slice", "lists_range", "list_reverse" -> list(1, Values.size(result));
      case "list_flatten" -> list(1, Values.size(a[0]));
      case "list_flatten_int" -> list(a[1] instanceof Long depth ? depth : 1, Values.size(a[0]));
      case "list_distinct" -> selfCompare(a[0]);
      default ->
          overload.endsWith("_sort")
              ? selfCompare(a[0])
              : overload.endsWith("_sortByAssociatedKeys") ? selfCompare(a[1]) : 1;
    };
  }

  private static long selfCompare(Object value) {
    long size = Values.size(value);
    boolean texts = false;
    if (size > 0 && value instanceof ListValue list) {
      try {
        texts = list.get(0) instanceof String || list.get(0) instanceof Bytes;
      } catch (EvalException e) {
        texts = false;
      }
    }
    return list(texts ? 2 + TRAVERSAL : 2, size * size);
  }

  private static long list(double factor, long size) {
    return (long) (size * factor) + 1 + LIST;
  }

  private static long regex(long text, long pattern) {
    return factor(1 + text, TRAVERSAL) * factor(pattern, REGEX);
  }

  private static long factor(long size, double factor) {
    return (long) Math.ceil(size * factor);
  }

  private static long traversal(Object value) {
    return switch (value) {
      case String text -> (long) (Bytes.of(text).size() * TRAVERSAL);
      case Bytes bytes -> (long) (bytes.size() * TRAVERSAL);
      case ListValue list -> {
        long cost = 0;
        for (int i = 0; i < list.size(); i++) {
          try {
            cost += traversal(list.get(i));
          } catch (EvalException e) {
            cost += 1;
          }
        }
        yield cost;
      }
      case MapValue map -> {
        long cost = 0;
        for (Object key : map.keys()) {
          try {
            Object found = map.find(key);
            cost += traversal(key) + (found == null ? 0 : traversal(found));
          } catch (EvalException e) {
            cost += 1;
          }
        }
        yield cost;
      }
      default -> 1;
    };
  }
}
