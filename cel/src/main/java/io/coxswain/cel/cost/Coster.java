package io.coxswain.cel.cost;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import io.coxswain.cel.library.Literals;
import io.coxswain.cel.type.DeclType;
import io.coxswain.cel.value.Values;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the maximum cost of an expression before it is evaluated. It follows the path of each
 * value from the variables, because their schema bounds the length of texts and lists; a value of
 * unknown origin may be unbounded. The rules, including which sizes are tracked, are those of
 * cel-go, because CRDs are rejected by the result.
 */
public final class Coster {
  private static final Estimate LIST = Estimate.of(10);
  private static final Estimate MAP = Estimate.of(30);
  private static final Estimate MESSAGE = Estimate.of(40);

  private final CelAbstractSyntaxTree tree;
  private final Map<String, DeclType> variables;
  private final Map<Long, List<String>> paths = new LinkedHashMap<>();
  private final Map<Long, Estimate> sizes = new LinkedHashMap<>();
  private final Map<Long, Entries> entries = new LinkedHashMap<>();
  private final Map<String, Deque<Local>> locals = new LinkedHashMap<>();

  /** The sizes of what is in a list or map. */
  private record Entries(boolean list, Estimate key, Estimate value) {
    static @Nullable Entries union(@Nullable Entries a, @Nullable Entries b) {
      return a == null || b == null
          ? null
          : new Entries(a.list, a.key.union(b.key), a.value.union(b.value));
    }
  }

  private record Local(List<String> path, @Nullable Estimate size, @Nullable Entries entries) {}

  /** An operand of a call. */
  record Operand(CelExpr expr, CelType type, List<String> path, @Nullable Estimate size) {
    /** The number if it is a constant. */
    long literal(long otherwise) {
      return expr.getKind() == Kind.CONSTANT
              && expr.constant().getKind() == CelConstant.Kind.INT64_VALUE
          ? Math.max(0, expr.constant().int64Value())
          : otherwise;
    }
  }

  /** What a call costs, and how long its result is if that is known. */
  record Price(Estimate cost, @Nullable Estimate size) {
    static Price of(Estimate cost) {
      return new Price(cost, null);
    }
  }

  public Coster(CelAbstractSyntaxTree tree, Map<String, DeclType> variables) {
    this.tree = tree;
    this.variables = variables;
  }

  public Estimate cost() {
    return cost(tree.getExpr());
  }

  private Estimate cost(CelExpr expr) {
    return switch (expr.getKind()) {
      case IDENT -> {
        Local local = local(expr.ident().name());
        paths.put(expr.id(), local == null ? List.of(expr.ident().name()) : local.path);
        yield Estimate.ONE;
      }
      case SELECT -> select(expr);
      case CALL -> call(expr);
      case LIST -> list(expr);
      case MAP -> map(expr);
      case STRUCT -> {
        Estimate sum = MESSAGE;
        for (var entry : expr.struct().entries()) {
          sum = sum.plus(cost(entry.value()));
        }
        yield sum;
      }
      case COMPREHENSION -> comprehension(expr);
      default -> Estimate.ZERO;
    };
  }

  private Estimate select(CelExpr expr) {
    var select = expr.select();
    Estimate sum = cost(select.operand());
    if (select.testOnly()) {
      return sum;
    }
    CelKind kind = type(select.operand()).kind();
    if (kind == CelKind.MAP || kind == CelKind.STRUCT || kind == CelKind.TYPE_PARAM) {
      sum = sum.plus(Estimate.ONE);
    }
    paths.put(expr.id(), below(path(select.operand()), select.field()));
    return sum;
  }

  private Estimate call(CelExpr expr) {
    CelCall call = expr.call();
    if (call.function().equals("dyn")) {
      CelExpr inner = call.args().getFirst();
      Estimate sum = cost(inner).plus(Estimate.ONE);
      copySizes(expr, inner);
      return sum;
    }
    List<Operand> operands = new ArrayList<>();
    List<Estimate> costs = new ArrayList<>();
    for (CelExpr each : call.args()) {
      costs.add(cost(each));
      operands.add(operand(each));
    }
    List<String> overloads =
        tree.getReference(expr.id()).map(r -> (List<String>) r.overloadIds()).orElse(List.of());
    if (overloads.isEmpty()) {
      return Estimate.ZERO;
    }
    Estimate sum = Estimate.ZERO;
    Operand target = null;
    if (call.target().isPresent() && tree.getType(call.target().get().id()).isPresent()) {
      sum = cost(call.target().get());
      target = operand(call.target().get());
    }
    Estimate most = null;
    Estimate size = null;
    for (String overload : overloads) {
      Price price = price(expr, call.function(), overload, target, operands, costs);
      most = most == null ? price.cost : most.union(price.cost);
      if (price.size != null) {
        size = size == null ? price.size : size.union(price.size);
      }
      if (overload.equals("index_list") || overload.equals("index_map")) {
        Entries inside = entries(call.args().getFirst());
        size = inside == null ? null : inside.value;
        paths.put(
            expr.id(),
            below(
                path(call.args().getFirst()),
                overload.equals("index_list") ? "@items" : "@values"));
      }
      if (size == null) {
        size = size(expr);
      }
    }
    setSize(expr, size);
    return most == null ? sum : sum.plus(most);
  }

  private Estimate list(CelExpr expr) {
    Estimate sum = LIST;
    Estimate item = null;
    for (CelExpr each : expr.list().elements()) {
      sum = sum.plus(cost(each));
      item = item == null ? sizeOrUnknown(each) : item.union(sizeOrUnknown(each));
    }
    entries.put(expr.id(), new Entries(true, Estimate.ONE, item == null ? Estimate.ZERO : item));
    return sum;
  }

  private Estimate map(CelExpr expr) {
    Estimate sum = MAP;
    Estimate key = null;
    Estimate value = null;
    for (var entry : expr.map().entries()) {
      sum = sum.plus(cost(entry.key())).plus(cost(entry.value()));
      key = key == null ? sizeOrUnknown(entry.key()) : key.union(sizeOrUnknown(entry.key()));
      value =
          value == null ? sizeOrUnknown(entry.value()) : value.union(sizeOrUnknown(entry.value()));
    }
    entries.put(
        expr.id(),
        new Entries(
            false, key == null ? Estimate.ZERO : key, value == null ? Estimate.ZERO : value));
    return sum;
  }

  private Estimate comprehension(CelExpr expr) {
    var loop = expr.comprehension();
    Estimate sum = cost(loop.iterRange()).plus(cost(loop.accuInit()));
    push(
        loop.accuVar(),
        new Local(path(loop.accuInit()), size(loop.accuInit()), entries(loop.accuInit())));
    if (isBinding(loop)) {
      sum = sum.plus(cost(loop.result()));
      pop(loop.accuVar());
      copySizes(expr, loop.result());
      return sum;
    }
    Entries inside = entries(loop.iterRange());
    boolean list = inside == null ? type(loop.iterRange()).kind() == CelKind.LIST : inside.list;
    List<String> range = path(loop.iterRange());
    Estimate key = inside == null ? null : inside.key;
    Estimate value = inside == null ? null : inside.value;
    if (loop.iterVar2().isEmpty()) {
      push(
          loop.iterVar(),
          list
              ? new Local(below(range, "@items"), value, null)
              : new Local(below(range, "@keys"), key, null));
    } else {
      push(loop.iterVar(), new Local(below(range, list ? "@indices" : "@keys"), key, null));
      push(loop.iterVar2(), new Local(below(range, list ? "@items" : "@values"), value, null));
    }
    Estimate turn = cost(loop.loopCondition()).plus(cost(loop.loopStep()));
    pop(loop.iterVar());
    if (!loop.iterVar2().isEmpty()) {
      pop(loop.iterVar2());
    }
    sum = sum.plus(cost(loop.result()));
    pop(loop.accuVar());
    Estimate turns = sizeOrUnknown(loop.iterRange());
    sum = sum.plus(turns.times(turn));
    switch (loop.accuInit().getKind()) {
      case CONSTANT -> setSize(expr, size(loop.accuInit()));
      case LIST, MAP -> {
        setSize(expr, turns);
        Entries made = entries(loop.loopStep());
        if (made != null) {
          entries.put(expr.id(), made);
        }
      }
      default -> {}
    }
    return sum;
  }

  /** A loop over nothing that only gives a value a name. */
  private static boolean isBinding(CelExpr.CelComprehension loop) {
    return loop.iterRange().getKind() == Kind.LIST
        && loop.iterRange().list().elements().isEmpty()
        && loop.loopCondition().getKind() == Kind.CONSTANT
        && loop.loopCondition().constant().getKind() == CelConstant.Kind.BOOLEAN_VALUE
        && !loop.loopCondition().constant().booleanValue();
  }

  private Price price(
      CelExpr expr,
      String function,
      String overload,
      @Nullable Operand target,
      List<Operand> operands,
      List<Estimate> costs) {
    Estimate sum = Estimate.ZERO;
    for (Estimate each : costs) {
      sum = sum.plus(each);
    }
    Price known = Prices.of(function, overload, target, operands, this::estimated);
    if (known != null) {
      return new Price(known.cost.plus(sum), known.size);
    }
    return switch (overload) {
      case "logical_or", "logical_and" ->
          Price.of(new Estimate(costs.get(0).min(), costs.get(0).plus(costs.get(1)).max()));
      case "conditional" -> {
        shareEntries(expr, operands.get(1), operands.get(2));
        yield new Price(
            costs.get(0).plus(costs.get(1).union(costs.get(2))),
            or(operands.get(1).size).union(or(operands.get(2).size)));
      }
      case "add_string", "add_bytes", "add_list" -> {
        shareEntries(expr, operands.get(0), operands.get(1));
        Estimate size = or(operands.get(0).size).plus(or(operands.get(1).size));
        Estimate cost = overload.equals("add_list") ? Estimate.ONE : size.times(RunCost.TRAVERSAL);
        yield new Price(cost.plus(sum), size);
      }
      default -> {
        Price standard = Prices.standard(overload, target, operands);
        yield new Price(standard.cost.plus(sum), standard.size);
      }
    };
  }

  private void shareEntries(CelExpr expr, Operand a, Operand b) {
    Entries both = Entries.union(entries(a.expr), entries(b.expr));
    if (both != null) {
      entries.put(expr.id(), both);
    }
  }

  /** The size as known here, or as the schema bounds it. */
  private Estimate estimated(Operand operand) {
    if (operand.size != null) {
      return operand.size;
    }
    Estimate bound = bound(operand.path);
    return bound == null ? Estimate.UNKNOWN : bound;
  }

  static Estimate or(@Nullable Estimate size) {
    return size == null ? Estimate.UNKNOWN : size;
  }

  /** How long the value at the path can be. */
  private @Nullable Estimate bound(List<String> path) {
    if (path.isEmpty()) {
      return null;
    }
    // Whatever the first name is: upstream takes its size for that of the rule's own value.
    DeclType type = variables.getOrDefault("self", variables.get(path.getFirst()));
    for (String name : path.subList(1, path.size())) {
      if (type == null) {
        return null;
      }
      type =
          switch (name) {
            case "@items", "@values" -> type.element();
            case "@keys" -> type.isMap() ? DeclType.STRING : null;
            default -> type.field(name);
          };
    }
    return type == null ? null : new Estimate(0, type.maxElements());
  }

  private CelType type(CelExpr expr) {
    return tree.getType(expr.id()).orElse(dev.cel.common.types.SimpleType.DYN);
  }

  private Operand operand(CelExpr expr) {
    List<String> path = path(expr);
    boolean hidden = !path.isEmpty() && path.getFirst().startsWith("@");
    return new Operand(expr, type(expr), hidden ? List.of() : path, size(expr));
  }

  private List<String> path(CelExpr expr) {
    if (expr.getKind() == Kind.IDENT) {
      Local local = local(expr.ident().name());
      if (local != null) {
        return local.path;
      }
    }
    return paths.getOrDefault(expr.id(), List.of());
  }

  private static List<String> below(List<String> path, String name) {
    List<String> longer = new ArrayList<>(path);
    longer.add(name);
    return longer;
  }

  private @Nullable Estimate size(CelExpr expr) {
    Estimate known = sizes.get(expr.id());
    if (known != null) {
      return known;
    }
    known = written(expr);
    if (known != null) {
      return known;
    }
    known = bound(path(expr));
    if (known != null) {
      sizes.put(expr.id(), known);
      return known;
    }
    if (isScalar(type(expr))) {
      return Estimate.ONE;
    }
    Local local = expr.getKind() == Kind.IDENT ? local(expr.ident().name()) : null;
    return local == null ? null : local.size;
  }

  private Estimate sizeOrUnknown(CelExpr expr) {
    return or(size(expr));
  }

  private static @Nullable Estimate written(CelExpr expr) {
    return switch (expr.getKind()) {
      case CONSTANT -> Estimate.of(Values.size(Literals.of(expr.constant())));
      case LIST -> Estimate.of(expr.list().elements().size());
      case MAP -> Estimate.of(expr.map().entries().size());
      default -> null;
    };
  }

  private static boolean isScalar(CelType type) {
    return switch (type.kind()) {
      case BOOL, DOUBLE, DURATION, INT, TIMESTAMP, UINT -> true;
      default ->
          type instanceof OptionalType
              && !type.parameters().isEmpty()
              && isScalar(type.parameters().getFirst());
    };
  }

  private void setSize(CelExpr expr, @Nullable Estimate size) {
    if (size != null) {
      sizes.put(expr.id(), size);
    }
  }

  private void copySizes(CelExpr to, CelExpr from) {
    setSize(to, size(from));
    Entries inside = entries(from);
    if (inside != null) {
      entries.put(to.id(), inside);
    }
  }

  private @Nullable Entries entries(CelExpr expr) {
    Entries known = entries.get(expr.id());
    if (known == null && expr.getKind() == Kind.IDENT) {
      Local local = local(expr.ident().name());
      return local == null ? null : local.entries;
    }
    return known;
  }

  private @Nullable Local local(String name) {
    Deque<Local> stack = locals.get(name);
    return stack == null ? null : stack.peek();
  }

  private void push(String name, Local local) {
    locals.computeIfAbsent(name, _ -> new ArrayDeque<>()).push(local);
  }

  private void pop(String name) {
    locals.getOrDefault(name, new ArrayDeque<>()).pop();
  }
}
