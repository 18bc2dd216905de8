package io.coxswain.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import io.coxswain.cel.cost.RunCost;
import io.coxswain.cel.library.Library;
import io.coxswain.cel.library.Literals;
import io.coxswain.cel.library.Operators;
import io.coxswain.cel.value.Bytes;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.GrowingList;
import io.coxswain.cel.value.ListValue;
import io.coxswain.cel.value.Lists;
import io.coxswain.cel.value.MapValue;
import io.coxswain.cel.value.NullValue;
import io.coxswain.cel.value.ObjectValue;
import io.coxswain.cel.value.OptionalValue;
import io.coxswain.cel.value.PlainList;
import io.coxswain.cel.value.PlainMap;
import io.coxswain.cel.value.Texts;
import io.coxswain.cel.value.TypeValue;
import io.coxswain.cel.value.Unsigned;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a checked expression into steps. Costs are charged like in cel-go: 1 for each variable,
 * field and index; 10, 30 and 40 for creating a list, map and message; nothing for constants and
 * presence tests; the cost of {@link RunCost} for calls.
 */
final class Planner {
  private static final int LIST_COST = 10;
  private static final int MAP_COST = 30;
  private static final int OBJECT_COST = 40;

  /** Conversions that are computed once if their argument is a constant. */
  private static final Set<String> FOLDED =
      Set.of(
          "int",
          "uint",
          "double",
          "bool",
          "string",
          "bytes",
          "timestamp",
          "duration",
          "type",
          "dyn");

  private final CelAbstractSyntaxTree tree;
  private final Set<String> declared;
  private final Set<String> used = new LinkedHashSet<>();
  private final Map<String, Deque<Integer>> scopes = new LinkedHashMap<>();
  private int locals;

  Planner(CelAbstractSyntaxTree tree, Set<String> declared) {
    this.tree = tree;
    this.declared = declared;
  }

  Node plan() {
    return plan(tree.getExpr());
  }

  public int locals() {
    return locals;
  }

  Set<String> used() {
    return used;
  }

  /** A value that is known before evaluation and costs nothing. */
  private record Constant(Object value) implements Node {
    @Override
    public Object eval(Frame frame) {
      return value;
    }
  }

  private Node plan(CelExpr expr) {
    return switch (expr.getKind()) {
      case CONSTANT -> new Constant(Literals.of(expr.constant()));
      case IDENT -> name(expr, expr.ident().name());
      case SELECT -> select(expr);
      case CALL -> call(expr);
      case LIST -> list(expr);
      case MAP -> map(expr);
      case STRUCT -> object(expr);
      case COMPREHENSION -> comprehension(expr.comprehension());
      default -> {
        String text = "unsupported expression: " + expr.getKind();
        yield _ -> {
          throw new EvalException(text);
        };
      }
    };
  }

  private Node name(CelExpr expr, String written) {
    Deque<Integer> slots = scopes.get(written);
    if (slots != null && !slots.isEmpty()) {
      int slot = slots.peek();
      return frame -> {
        frame.charge(1);
        return frame.local(slot);
      };
    }
    String name = tree.getReference(expr.id()).map(r -> r.name()).orElse(written);
    if (declared.contains(name)) {
      used.add(name);
      return frame -> {
        frame.charge(1);
        return frame.variable(name);
      };
    }
    return new Constant(new TypeValue(name));
  }

  private Node select(CelExpr expr) {
    var select = expr.select();
    String whole = tree.getReference(expr.id()).map(r -> r.name()).orElse("");
    if (!whole.isEmpty()) {
      return name(expr, whole);
    }
    Node operand = plan(select.operand());
    String field = select.field();
    if (select.testOnly()) {
      int testCost = operand instanceof Constant ? 1 : 0;
      return frame -> {
        Object value = operand.eval(frame);
        frame.charge(testCost);
        return isPresent(value, field);
      };
    }
    int cost = isAttribute(select.operand()) ? 1 : 2;
    return frame -> {
      Object value = operand.eval(frame);
      frame.charge(cost);
      return field(value, field);
    };
  }

  private static boolean isPresent(Object value, String field) throws EvalException {
    if (value instanceof OptionalValue optional) {
      return optional.value() != null && isPresent(optional.value(), field);
    }
    return value instanceof MapValue map && map.find(field) != null;
  }

  private static Object field(Object value, Object key) throws EvalException {
    if (value instanceof OptionalValue optional) {
      return optional.value() == null ? optional : optionalField(optional.value(), key);
    }
    if (value instanceof MapValue map) {
      Object found = map.find(key);
      if (found == null) {
        throw EvalException.noSuchKey(key);
      }
      return found;
    }
    if (value instanceof ListValue list) {
      int index = index(key);
      if (index < 0 || index >= list.size()) {
        throw new EvalException("index out of bounds: " + Texts.of(key));
      }
      return list.get(index);
    }
    throw EvalException.noSuchKey(key);
  }

  private static int index(Object key) throws EvalException {
    return switch (key) {
      case Long number -> Math.clamp(number, -1, Integer.MAX_VALUE);
      case Unsigned number ->
          Math.clamp(number.bits() < 0 ? Integer.MAX_VALUE : number.bits(), -1, Integer.MAX_VALUE);
      case Double number when number == Math.rint(number) ->
          Math.clamp(number.longValue(), -1, Integer.MAX_VALUE);
      case Double number ->
          throw new EvalException("unsupported index value " + Texts.of(number) + " in list");
      default ->
          throw new EvalException(
              "unsupported index type '" + TypeValue.of(key).name() + "' in list");
    };
  }

  private static Object optionalField(Object value, Object key) throws EvalException {
    if (value instanceof OptionalValue optional) {
      return optional.value() == null ? optional : optionalField(optional.value(), key);
    }
    if (value instanceof MapValue map) {
      return OptionalValue.of(map.find(key));
    }
    if (value instanceof ListValue list) {
      int index = index(key);
      return index < 0 || index >= list.size()
          ? OptionalValue.NONE
          : OptionalValue.of(list.get(index));
    }
    return OptionalValue.NONE;
  }

  private static boolean isAttribute(CelExpr expr) {
    return switch (expr.getKind()) {
      case IDENT -> true;
      case SELECT -> !expr.select().testOnly();
      case CALL ->
          switch (expr.call().function()) {
            case "_[_]", "_?._", "_[?_]", "_?_:_" -> true;
            default -> false;
          };
      default -> false;
    };
  }

  private Node call(CelExpr expr) {
    CelCall call = expr.call();
    return switch (call.function()) {
      case "_&&_" -> logical(call, false);
      case "_||_" -> logical(call, true);
      case "_?_:_" -> conditional(call);
      case "_[_]" -> index(call, false);
      case "_[?_]", "_?._" -> index(call, true);
      case "@not_strictly_false", "__not_strictly_false__" -> {
        Node inner = plan(call.args().getFirst());
        yield frame -> {
          boolean result;
          try {
            result = !Boolean.FALSE.equals(inner.eval(frame));
          } catch (EvalException e) {
            result = true;
          }
          frame.charge(1);
          return result;
        };
      }
      case "or", "orValue" -> orElse(call);
      case "cel.@mapInsert" -> mapInsert(call);
      default -> function(expr, call);
    };
  }

  /** What decides on one side makes a failure of the other not matter. */
  private Node logical(CelCall call, boolean decides) {
    Node left = plan(call.args().get(0));
    Node right = plan(call.args().get(1));
    return frame -> {
      EvalException failure = null;
      try {
        if (Operators.bool(left.eval(frame)) == decides) {
          return decides;
        }
      } catch (EvalException e) {
        failure = e;
      }
      boolean other;
      try {
        other = Operators.bool(right.eval(frame));
      } catch (EvalException e) {
        throw failure == null ? e : failure;
      }
      if (other != decides && failure != null) {
        throw failure;
      }
      return other;
    };
  }

  private Node conditional(CelCall call) {
    Node condition = plan(call.args().get(0));
    Node yes = branch(call.args().get(1));
    Node no = branch(call.args().get(2));
    return frame -> Operators.bool(condition.eval(frame)) ? yes.eval(frame) : no.eval(frame);
  }

  /** A branch of a conditional or a key: upstream does not charge for its first variable. */
  private Node branch(CelExpr expr) {
    Node node = plan(expr);
    if (!startsWithVariable(expr)) {
      return node;
    }
    return frame -> {
      Object value = node.eval(frame);
      frame.charge(-1);
      return value;
    };
  }

  private static boolean startsWithVariable(CelExpr expr) {
    return switch (expr.getKind()) {
      case IDENT -> true;
      case SELECT -> !expr.select().testOnly() && startsWithVariable(expr.select().operand());
      case CALL ->
          expr.call().function().equals("_[_]") && startsWithVariable(expr.call().args().get(0));
      default -> false;
    };
  }

  private Node index(CelCall call, boolean optional) {
    CelExpr of = call.args().get(0);
    Node operand = plan(of);
    Node key = branch(call.args().get(1));
    int cost = isAttribute(of) ? 1 : 2;
    return frame -> {
      Object value = operand.eval(frame);
      Object at = key.eval(frame);
      if (!optional) {
        frame.charge(cost);
        return field(value, at);
      }
      Object found = optionalField(value, at);
      boolean missing = found instanceof OptionalValue none && none.value() == null;
      frame.charge(missing ? cost - 1 : cost);
      return found;
    };
  }

  private Node orElse(CelCall call) {
    Node first = plan(call.target().orElseThrow());
    Node second = plan(call.args().getFirst());
    boolean unwrap = call.function().equals("orValue");
    return frame -> {
      if (!(first.eval(frame) instanceof OptionalValue optional)) {
        throw EvalException.noSuchOverload();
      }
      if (optional.value() == null) {
        return second.eval(frame);
      }
      return unwrap ? optional.value() : optional;
    };
  }

  private Node mapInsert(CelCall call) {
    List<Node> arguments = call.args().stream().map(this::plan).toList();
    return frame -> {
      if (!(arguments.getFirst().eval(frame) instanceof PlainMap map)) {
        throw EvalException.noSuchOverload();
      }
      frame.charge(1);
      if (arguments.size() == 3) {
        return map.insert(arguments.get(1).eval(frame), arguments.get(2).eval(frame));
      }
      if (!(arguments.get(1).eval(frame) instanceof MapValue more)) {
        throw EvalException.noSuchOverload();
      }
      for (Object key : more.keys()) {
        Object value = more.find(key);
        map.insert(key, value == null ? NullValue.NULL : value);
      }
      return map;
    };
  }

  private Node function(CelExpr expr, CelCall call) {
    List<CelExpr> operands = new ArrayList<>();
    call.target().ifPresent(operands::add);
    operands.addAll(call.args());
    String name = call.function();
    List<String> overloads =
        tree.getReference(expr.id()).map(r -> (List<String>) r.overloadIds()).orElse(List.of());
    Node constants = constantMembership(call);
    if (constants != null) {
      return constants;
    }
    // A qualified name such as format.named is a member call to the parser.
    if (call.target().isPresent() && isQualifier(call.target().get(), overloads)) {
      String qualified = qualifier(call.target().get()) + "." + name;
      if (Library.KUBERNETES.find(qualified) != null) {
        name = qualified;
        operands.removeFirst();
      }
    }
    Library.Function function = Library.KUBERNETES.find(name);
    String overload = overloads.size() == 1 ? overloads.getFirst() : "";
    if (function == null) {
      throw new IllegalStateException("function without implementation: " + name);
    }
    Node[] nodes = operands.stream().map(this::plan).toArray(Node[]::new);
    String called = name;
    if (nodes.length == 1
        && FOLDED.contains(called)
        && nodes[0] instanceof Constant constant
        && !(constant.value() instanceof TypeValue.Named)) {
      try {
        return new Constant(function.call(new Object[] {constant.value()}));
      } catch (EvalException e) {
        // Fails again when it is evaluated.
      }
    }
    return frame -> {
      Object[] arguments = new Object[nodes.length];
      try {
        for (int i = 0; i < nodes.length; i++) {
          arguments[i] = nodes[i].eval(frame);
        }
      } catch (EvalException e) {
        frame.charge(1);
        throw e;
      }
      frame.require(RunCost.atLeast(overload, arguments));
      Object result;
      try {
        result = function.call(arguments);
      } catch (EvalException e) {
        frame.charge(RunCost.of(called, overload, arguments, NullValue.NULL));
        throw e;
      }
      frame.charge(RunCost.of(called, overload, arguments, result));
      frame.allocate(result);
      return result;
    };
  }

  /** Nothing is known of an identifier that is part of a function's name. */
  private boolean isQualifier(CelExpr expr, List<String> overloads) {
    return !overloads.isEmpty()
        && tree.getReference(expr.id()).isEmpty()
        && !qualifier(expr).isEmpty();
  }

  private static String qualifier(CelExpr expr) {
    return expr.getKind() == Kind.IDENT ? expr.ident().name() : "";
  }

  /** Looking into a list of constants is free. */
  private @Nullable Node constantMembership(CelCall call) {
    if (!call.function().equals("@in") || call.args().get(1).getKind() != Kind.LIST) {
      return null;
    }
    List<Object> values = new ArrayList<>();
    for (CelExpr element : call.args().get(1).list().elements()) {
      if (element.getKind() != Kind.CONSTANT) {
        return null;
      }
      values.add(Literals.of(element.constant()));
    }
    var list = new PlainList(values, null);
    Node wanted = plan(call.args().get(0));
    return frame -> Lists.contains(list, wanted.eval(frame));
  }

  private Node list(CelExpr expr) {
    var elements = expr.list().elements();
    Set<Integer> optional = new LinkedHashSet<>(expr.list().optionalIndices());
    List<Node> nodes = elements.stream().map(this::plan).toList();
    if (optional.isEmpty() && nodes.stream().allMatch(Constant.class::isInstance)) {
      return new Constant(
          new PlainList(nodes.stream().map(node -> ((Constant) node).value()).toList(), null));
    }
    return frame -> {
      List<Object> items = new ArrayList<>(nodes.size());
      for (int i = 0; i < nodes.size(); i++) {
        Object item = nodes.get(i).eval(frame);
        if (!optional.contains(i)) {
          items.add(item);
        } else if (item instanceof OptionalValue some && some.value() != null) {
          items.add(some.value());
        }
      }
      frame.charge(LIST_COST);
      return new PlainList(items, null);
    };
  }

  private record Entry(Node key, Node value, boolean optional) {
    boolean isConstant() {
      return !optional && key instanceof Constant && value instanceof Constant;
    }
  }

  private Node map(CelExpr expr) {
    List<Entry> entries =
        expr.map().entries().stream()
            .map(e -> new Entry(plan(e.key()), plan(e.value()), e.optionalEntry()))
            .toList();
    if (entries.stream().allMatch(Entry::isConstant)) {
      var known = new LinkedHashMap<Object, Object>();
      for (Entry entry : entries) {
        Object key = ((Constant) entry.key).value();
        known.put(PlainMap.key(key), ((Constant) entry.value).value());
      }
      return new Constant(new PlainMap(known));
    }
    return frame -> {
      var made = new LinkedHashMap<Object, Object>();
      for (Entry entry : entries) {
        Object key = entry.key.eval(frame);
        Object value = entry.value.eval(frame);
        if (entry.optional) {
          if (!(value instanceof OptionalValue some) || some.value() == null) {
            continue;
          }
          value = some.value();
        }
        if (made.put(PlainMap.key(key), value) != null) {
          throw new EvalException("Failed with repeated key");
        }
      }
      frame.charge(MAP_COST);
      return new PlainMap(made);
    };
  }

  private record Setting(String field, Node value, boolean optional) {}

  private Node object(CelExpr expr) {
    String name = expr.struct().messageName();
    List<Setting> settings =
        expr.struct().entries().stream()
            .map(e -> new Setting(e.fieldKey(), plan(e.value()), e.optionalEntry()))
            .toList();
    return frame -> {
      var fields = new LinkedHashMap<String, Object>();
      for (Setting setting : settings) {
        Object value = setting.value.eval(frame);
        if (setting.optional) {
          if (!(value instanceof OptionalValue some) || some.value() == null) {
            continue;
          }
          value = some.value();
        }
        fields.put(setting.field, value);
      }
      frame.charge(OBJECT_COST);
      return new ObjectValue(name, fields);
    };
  }

  private Node comprehension(CelExpr.CelComprehension loop) {
    Node range = plan(loop.iterRange());
    Node init = plan(loop.accuInit());
    int result = open(loop.accuVar());
    int first = open(loop.iterVar());
    int second = loop.iterVar2().isEmpty() ? -1 : open(loop.iterVar2());
    Node condition = plan(loop.loopCondition());
    Node step = plan(loop.loopStep());
    close(loop.iterVar());
    if (second >= 0) {
      close(loop.iterVar2());
    }
    Node end = plan(loop.result());
    close(loop.accuVar());
    // Nothing but the loop sees the list that it collects.
    boolean collects =
        loop.accuInit().getKind() == Kind.LIST && loop.accuInit().list().elements().isEmpty();
    boolean collectsMap =
        loop.accuInit().getKind() == Kind.MAP && loop.accuInit().map().entries().isEmpty();
    return frame -> {
      Object over = range.eval(frame);
      Object start = init.eval(frame);
      frame.set(result, collects ? new GrowingList() : collectsMap ? PlainMap.empty() : start);
      if (over instanceof ListValue list) {
        for (int i = 0; i < list.size(); i++) {
          frame.set(first, second < 0 ? list.get(i) : (Object) (long) i);
          if (second >= 0) {
            frame.set(second, list.get(i));
          }
          if (!turn(frame, condition, step, result)) {
            break;
          }
        }
      } else if (over instanceof MapValue map) {
        for (Object key : map.keys()) {
          frame.set(first, key);
          if (second >= 0) {
            Object value = map.find(key);
            frame.set(second, value == null ? NullValue.NULL : value);
          }
          if (!turn(frame, condition, step, result)) {
            break;
          }
        }
      } else {
        throw new EvalException("got '" + goType(over) + "', expected iterable type");
      }
      Object value = end.eval(frame);
      return value instanceof GrowingList grown ? grown.done() : value;
    };
  }

  /** The type of cel-go for a value. */
  private static String goType(Object value) {
    return switch (value) {
      case Boolean _ -> "types.Bool";
      case Long _ -> "types.Int";
      case Unsigned _ -> "types.Uint";
      case Double _ -> "types.Double";
      case String _ -> "types.String";
      case Bytes _ -> "types.Bytes";
      case NullValue _ -> "types.Null";
      case Instant _ -> "types.Timestamp";
      case Duration _ -> "types.Duration";
      default -> TypeValue.of(value).name();
    };
  }

  /** One turn of a loop; false if the loop is over. What fails becomes the result so far. */
  private static boolean turn(Frame frame, Node condition, Node step, int result)
      throws EvalException {
    if (!Boolean.TRUE.equals(condition.eval(frame))) {
      return false;
    }
    Object next;
    try {
      next = step.eval(frame);
    } catch (EvalException e) {
      next = e;
    }
    frame.set(result, next);
    return true;
  }

  private int open(String variable) {
    int slot = locals++;
    scopes.computeIfAbsent(variable, _ -> new ArrayDeque<>()).push(slot);
    return slot;
  }

  private void close(String variable) {
    scopes.getOrDefault(variable, new ArrayDeque<>()).pop();
  }
}
