package io.coxswain.cel.cost;

import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import io.coxswain.cel.cost.Coster.Operand;
import io.coxswain.cel.cost.Coster.Price;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What calls cost at most: upstream's price list for estimates. */
final class Prices {
  private static final double TRAVERSAL = RunCost.TRAVERSAL;
  private static final double REGEX = RunCost.REGEX;
  private static final int MAX_FORMAT_LENGTH = 64;
  private static final int MAX_NAME_REGEX_LENGTH = 128;
  private static final Estimate ADDRESS = new Estimate(4, 16);
  private static final Set<String> CHEAP =
      Set.of(
          "serviceAccount",
          "path",
          "group",
          "resource",
          "subresource",
          "namespace",
          "name",
          "allowed",
          "reason",
          "error",
          "errored",
          "masked",
          "prefixLength",
          "family",
          "isUnspecified",
          "isLoopback",
          "isLinkLocalMulticast",
          "isLinkLocalUnicast",
          "isGlobalUnicast",
          "format.named",
          "sign",
          "asInteger",
          "isInteger",
          "asApproximateFloat",
          "isGreaterThan",
          "isLessThan",
          "compareTo",
          "add",
          "sub",
          "major",
          "minor",
          "patch",
          "getScheme",
          "getHostname",
          "getHost",
          "getPort",
          "getEscapedPath",
          "getQuery");

  private Prices() {}

  /** The price of a function of Kubernetes' libraries or of an extension; null if it is none. */
  static @Nullable Price of(
      String function,
      String overload,
      @Nullable Operand target,
      List<Operand> a,
      Function<Operand, Estimate> size) {
    Price extension = extension(overload, target, a, size);
    if (extension != null) {
      return extension;
    }
    if (CHEAP.contains(function)) {
      return Price.of(Estimate.ONE);
    }
    return target == null ? global(function, a, size) : member(function, overload, target, a, size);
  }

  private static @Nullable Price global(
      String function, List<Operand> a, Function<Operand, Estimate> size) {
    if (a.isEmpty()) {
      return null;
    }
    return switch (function) {
      case "url" -> {
        Estimate text = size.apply(a.get(0));
        yield new Price(text.times(TRAVERSAL), text);
      }
      case "cidr", "isIP", "isCIDR", "ip", "quantity", "isQuantity", "semver", "isSemver" ->
          Price.of(size.apply(a.get(0)).times(TRAVERSAL));
      case "isCanonical", "ip.isCanonical" -> Price.of(size.apply(a.get(0)).times(2 * TRAVERSAL));
      case "named" -> Price.of(Estimate.ONE);
      case "_==_" -> equality(a);
      default -> null;
    };
  }

  private static @Nullable Price equality(List<Operand> a) {
    CelType type = a.get(0).type();
    if (!type.equals(a.get(1).type())) {
      return null;
    }
    return switch (type.name()) {
      case "net.IP",
          "net.CIDR",
          "kubernetes.Quantity",
          "kubernetes.Semver",
          "kubernetes.authorization.Authorizer",
          "kubernetes.authorization.PathCheck",
          "kubernetes.authorization.GroupCheck",
          "kubernetes.authorization.ResourceCheck",
          "kubernetes.authorization.Decision" ->
          Price.of(Estimate.ONE);
      case "kubernetes.NamedFormat" ->
          Price.of(new Estimate(1, MAX_FORMAT_LENGTH).times(TRAVERSAL));
      case "kubernetes.URL" -> {
        Estimate right = a.get(1).size();
        Estimate size = right == null ? Estimate.ONE : right;
        yield Price.of(new Estimate(1, size.max()).times(TRAVERSAL));
      }
      default -> null;
    };
  }

  private static @Nullable Price member(
      String function,
      String overload,
      Operand target,
      List<Operand> a,
      Function<Operand, Estimate> size) {
    Estimate text = size.apply(target);
    return switch (function) {
      case "check" -> Price.of(Estimate.of(350_000));
      case "fieldSelector", "labelSelector" -> {
        Estimate length = size.apply(a.get(0));
        yield Price.of(
            Estimate.of(10).plus(length.times(TRAVERSAL)).plus(length.times(0.5).times(50.0)));
      }
      case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> {
        Operand item = item(target);
        if (item == null) {
          yield Price.of(text.times(TRAVERSAL));
        }
        Estimate each = Estimate.ONE;
        if (item.type().kind() == CelKind.STRING || item.type().kind() == CelKind.BYTES) {
          each = each.plus(size.apply(item).times(TRAVERSAL));
        }
        yield Price.of(text.times(each));
      }
      case "lowerAscii", "upperAscii", "substring", "trim", "jsonpatch.escapeKey" ->
          new Price(text.times(TRAVERSAL), text);
      case "replace" -> replace(text, size.apply(a.get(0)), size.apply(a.get(1)));
      case "split" ->
          new Price(
              text.times(2 * TRAVERSAL),
              new Estimate(0, a.size() > 1 ? a.get(1).literal(text.max()) : text.max()));
      case "join" -> join(target, text, a, size);
      case "find", "findAll" ->
          new Price(
              text.plus(Estimate.ONE).times(TRAVERSAL).times(size.apply(a.get(0)).times(REGEX)),
              new Estimate(0, text.max()));
      case "ip" -> Price.of(Estimate.ONE);
      case "isCanonical" -> Price.of(size.apply(a.get(0)).times(2 * TRAVERSAL));
      case "containsIP" -> {
        Estimate cost = ADDRESS.plus(ADDRESS).times(TRAVERSAL);
        yield Price.of(
            overload.equals("cidr_contains_ip_string")
                ? cost.plus(size.apply(a.get(0)).times(TRAVERSAL))
                : cost);
      }
      case "containsCIDR" -> {
        Estimate cost =
            ADDRESS
                .plus(ADDRESS)
                .times(TRAVERSAL)
                .plus(ADDRESS.times(TRAVERSAL))
                .plus(Estimate.ONE);
        yield Price.of(
            overload.equals("cidr_contains_cidr_string")
                ? cost.plus(size.apply(a.get(0)).times(TRAVERSAL))
                : cost);
      }
      case "validate" ->
          Price.of(size.apply(a.get(0)).times(TRAVERSAL).times(MAX_NAME_REGEX_LENGTH * REGEX));
      default -> null;
    };
  }

  private static Price replace(Estimate text, Estimate old, Estimate with) {
    long mostTimes;
    long mostKept = 0;
    if (old.min() == 0) {
      mostTimes = Estimate.add(text.max(), 1);
      mostKept = text.max();
    } else if (with.max() <= old.min()) {
      mostTimes = 0;
      mostKept = text.max();
    } else {
      mostTimes = (long) Math.ceil((double) text.max() / old.min());
    }
    long leastTimes;
    long leastKept = 0;
    if (old.max() == 0) {
      leastTimes = Estimate.add(text.min(), 1);
      leastKept = text.min();
    } else if (old.max() <= with.min()) {
      leastTimes = 0;
      leastKept = text.min();
    } else {
      leastTimes = (long) Math.ceil((double) text.min() / old.max());
    }
    Estimate size =
        new Estimate(leastTimes, mostTimes).times(with).plus(new Estimate(leastKept, mostKept));
    return new Price(text.times(2 * TRAVERSAL), size);
  }

  private static Price join(
      Operand target, Estimate items, List<Operand> a, Function<Operand, Estimate> size) {
    Estimate length = Estimate.ZERO;
    Operand item = item(target);
    if (item != null) {
      length = items.times(size.apply(item));
    }
    if (!a.isEmpty()) {
      Estimate separators =
          new Estimate(Math.max(0, items.min() - 1), Math.max(0, items.max() - 1));
      length = length.plus(size.apply(a.get(0)).times(separators));
    }
    return new Price(length.times(TRAVERSAL), length);
  }

  /** What is known of the items of a list; null if it is none. */
  private static @Nullable Operand item(Operand list) {
    if (!(list.type() instanceof ListType type)) {
      return null;
    }
    List<String> path = new ArrayList<>(list.path());
    if (!path.isEmpty()) {
      path.add("@items");
    }
    return new Operand(list.expr(), type.elemType(), path, null);
  }

  private static @Nullable Price extension(
      String overload,
      @Nullable Operand target,
      List<Operand> a,
      Function<Operand, Estimate> size) {
    switch (overload) {
      case "list_sets_contains_list", "list_sets_intersects_list" -> {
        return Price.of(size.apply(a.get(0)).times(size.apply(a.get(1))).plus(Estimate.ONE));
      }
      case "list_sets_equivalent_list" -> {
        return Price.of(
            size.apply(a.get(0)).times(size.apply(a.get(1))).times(2.0).plus(Estimate.ONE));
      }
      case "lists_range" -> {
        return list(1, Estimate.of(a.get(0).literal(Estimate.ENDLESS)));
      }
      default -> {}
    }
    if (target == null) {
      return null;
    }
    Estimate items = size.apply(target);
    return switch (overload) {
      case "list_slice" ->
          list(1, Estimate.of(Math.max(0, a.get(1).literal(items.max()) - a.get(0).literal(0))));
      case "list_flatten" -> list(1, items);
      case "list_flatten_int" -> list((double) a.get(0).literal(Estimate.ENDLESS), items);
      case "list_reverse" -> list(1, items);
      case "list_distinct" -> list(2, items.times(items));
      default -> {
        if (overload.endsWith("_sort") || overload.endsWith("_sortByAssociatedKeys")) {
          Estimate keys = overload.endsWith("_sort") ? items : size.apply(a.get(0));
          boolean texts = overload.startsWith("list_string_") || overload.startsWith("list_bytes_");
          yield list(texts ? 2 + TRAVERSAL : 2, keys.times(keys));
        }
        yield null;
      }
    };
  }

  private static Price list(double factor, Estimate size) {
    return new Price(size.times(factor).plus(Estimate.of(11)), size);
  }

  /** The price of an overload of the language itself. */
  static Price standard(String overload, @Nullable Operand target, List<Operand> a) {
    return switch (overload) {
      case "string_format" ->
          Price.of(Coster.or(target == null ? null : target.size()).times(TRAVERSAL));
      case "string_to_bytes" -> {
        Estimate size = Coster.or(a.get(0).size());
        yield new Price(
            size.times(TRAVERSAL), new Estimate(size.min(), Estimate.multiply(size.max(), 4)));
      }
      case "bytes_to_string" -> {
        Estimate size = Coster.or(a.get(0).size());
        yield new Price(size.times(TRAVERSAL), new Estimate(size.min() / 4, size.max()));
      }
      case "strings_quote" -> {
        Estimate size = Coster.or(a.get(0).size());
        yield new Price(
            size.times(TRAVERSAL),
            new Estimate(size.min() + 2, Estimate.add(Estimate.multiply(size.max(), 2), 2)));
      }
      case "starts_with_string", "ends_with_string" ->
          Price.of(Coster.or(a.get(0).size()).times(TRAVERSAL));
      case "in_list" -> Price.of(Coster.or(a.get(1).size()));
      case "matches_string" -> regex(target == null ? null : target.size(), a.get(0).size());
      case "contains_string" ->
          Price.of(
              Coster.or(target == null ? null : target.size())
                  .times(TRAVERSAL)
                  .times(Coster.or(a.get(0).size()).times(TRAVERSAL)));
      case "less_string",
          "greater_string",
          "less_equals_string",
          "greater_equals_string",
          "less_bytes",
          "greater_bytes",
          "less_equals_bytes",
          "greater_equals_bytes",
          "equals",
          "not_equals" -> {
        long most = Math.min(Coster.or(a.get(0).size()).max(), Coster.or(a.get(1).size()).max());
        yield Price.of(new Estimate(most > 0 ? 1 : 0, most).times(TRAVERSAL));
      }
      default -> Price.of(Estimate.ONE);
    };
  }

  private static Price regex(@Nullable Estimate text, @Nullable Estimate pattern) {
    return Price.of(
        Coster.or(text).plus(Estimate.ONE).times(TRAVERSAL).times(Coster.or(pattern).times(REGEX)));
  }
}
