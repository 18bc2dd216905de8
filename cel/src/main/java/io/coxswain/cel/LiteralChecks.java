package io.coxswain.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import io.coxswain.cel.library.Library;
import io.coxswain.cel.library.RegexFunctions;
import io.coxswain.cel.value.EvalException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the type checker does not perform but that are possible before evaluation: lists and
 * maps of mixed types, invalid durations, times and regular expressions, and arguments that do not
 * match a format.
 */
final class LiteralChecks {
  private final CelAbstractSyntaxTree tree;
  private final List<CelIssue> mixed = new ArrayList<>();
  private final List<CelIssue> others = new ArrayList<>();

  private LiteralChecks(CelAbstractSyntaxTree tree) {
    this.tree = tree;
  }

  static List<CelIssue> of(CelAbstractSyntaxTree tree) {
    var checks = new LiteralChecks(tree);
    checks.check(tree.getExpr(), false);
    checks.mixed.addAll(checks.others);
    return checks.mixed;
  }

  private void check(CelExpr expr, boolean formatted) {
    boolean exempt =
        formatted || (expr.getKind() == Kind.CALL && expr.call().function().equals("format"));
    switch (expr.getKind()) {
      case LIST -> {
        if (!exempt) {
          list(expr);
        }
      }
      case MAP -> {
        if (!exempt) {
          map(expr);
        }
      }
      case CALL -> call(expr, expr.call());
      default -> {}
    }
    Children.of(expr).forEach(child -> check(child, exempt));
  }

  private CelType type(CelExpr expr) {
    return tree.getTypeOrThrow(expr.id());
  }

  private void list(CelExpr expr) {
    CelType first = null;
    var elements = expr.list().elements();
    for (int i = 0; i < elements.size(); i++) {
      boolean optional = expr.list().optionalIndices().contains(i);
      CelType type = inside(type(elements.get(i)), optional);
      if (first == null) {
        first = type;
      } else if (!first.equals(type)) {
        mismatch(elements.get(i), first, type);
        break;
      }
    }
  }

  private void map(CelExpr expr) {
    CelType key = null;
    CelType value = null;
    for (var entry : expr.map().entries()) {
      CelType keyType = type(entry.key());
      CelType valueType = inside(type(entry.value()), entry.optionalEntry());
      if (key == null || value == null) {
        key = keyType;
        value = valueType;
        continue;
      }
      if (!key.equals(keyType)) {
        mismatch(entry.key(), key, keyType);
      }
      if (!value.equals(valueType)) {
        mismatch(entry.value(), value, valueType);
      }
    }
  }

  private static CelType inside(CelType type, boolean optional) {
    return optional && type instanceof OptionalType && !type.parameters().isEmpty()
        ? type.parameters().getFirst()
        : type;
  }

  private void mismatch(CelExpr at, CelType wanted, CelType found) {
    mixed.add(
        issue(
            at,
            "expected type '"
                + dev.cel.common.types.CelTypes.format(wanted)
                + "' but found '"
                + dev.cel.common.types.CelTypes.format(found)
                + "'"));
  }

  private CelIssue issue(CelExpr at, String text) {
    var source = tree.getSource();
    int position = source.getPositionsMap().getOrDefault(at.id(), 0);
    return CelIssue.formatError(at.id(), source.getOffsetLocation(position).orElseThrow(), text);
  }

  private void call(CelExpr expr, CelCall call) {
    boolean member = call.target().isPresent();
    switch (call.function()) {
      case "duration", "timestamp" -> {
        if (!member && call.args().size() == 1) {
          literal(call.function(), call.args().getFirst());
        }
      }
      case "matches" -> {
        if (call.args().size() == (member ? 1 : 2)) {
          literal(call.function(), call.args().getLast());
        }
      }
      case "format" -> {
        if (member && call.args().size() == 1) {
          format(expr, call.target().get(), call.args().getFirst());
        }
      }
      default -> {}
    }
  }

  private void literal(String function, CelExpr literal) {
    Optional<Object> constant = value(literal);
    if (constant.isEmpty()) {
      return;
    }
    try {
      if (function.equals("matches")) {
        RegexFunctions.matches("", String.valueOf(constant.get()));
      } else {
        Library.Function convert = Library.KUBERNETES.find(function);
        if (convert != null) {
          convert.call(new Object[] {constant.get()});
        }
      }
    } catch (EvalException e) {
      others.add(issue(literal, "invalid " + function + " argument"));
    }
  }

  private static Optional<Object> value(CelExpr expr) {
    if (expr.getKind() == Kind.CONSTANT
        && expr.constant().getKind() == CelConstant.Kind.INT64_VALUE) {
      return Optional.of(expr.constant().int64Value());
    }
    return text(expr).map(Object.class::cast);
  }

  private static Optional<String> text(CelExpr expr) {
    return expr.getKind() == Kind.CONSTANT
            && expr.constant().getKind() == CelConstant.Kind.STRING_VALUE
        ? Optional.of(expr.constant().stringValue())
        : Optional.empty();
  }

  private void format(CelExpr expr, CelExpr pattern, CelExpr list) {
    Optional<String> text = text(pattern);
    if (text.isEmpty() || list.getKind() != Kind.LIST) {
      return;
    }
    List<CelExpr> arguments = list.list().elements();
    int used = 0;
    String clauses = text.get();
    int i = clauses.indexOf('%');
    while (i >= 0) {
      i++;
      if (i < clauses.length() && clauses.charAt(i) == '%') {
        i = clauses.indexOf('%', i + 1);
        continue;
      }
      while (i < clauses.length()
          && (clauses.charAt(i) == '.' || Character.isDigit(clauses.charAt(i)))) {
        i++;
      }
      String problem =
          i >= clauses.length()
              ? "unexpected end of string"
              : used >= arguments.size()
                  ? "index " + used + " out of range"
                  : unfit(clauses.charAt(i), type(arguments.get(used)));
      if (problem != null) {
        boolean about = used < arguments.size() && problem.startsWith("error during formatting");
        others.add(issue(about ? arguments.get(used) : expr, problem));
        return;
      }
      used++;
      i = clauses.indexOf('%', i);
    }
    if (arguments.size() > used) {
      others.add(
          issue(
              expr,
              "too many arguments supplied to string.format (expected "
                  + used
                  + ", got "
                  + arguments.size()
                  + ")"));
    }
  }

  private static @Nullable String unfit(char verb, CelType type) {
    String kind = type.name();
    boolean whole = kind.equals("int") || kind.equals("uint") || kind.equals("dyn");
    boolean text = kind.equals("string");
    boolean fraction = kind.equals("double") || kind.equals("dyn") || text;
    String why =
        switch (verb) {
          case 's' -> null;
          case 'd' -> whole ? null : "decimal clause can only be used on integers";
          case 'f' -> fraction ? null : "fixed-point clause can only be used on doubles";
          case 'e' -> fraction ? null : "scientific clause can only be used on doubles";
          case 'b' ->
              whole || kind.equals("bool")
                  ? null
                  : "only integers and bools can be formatted as binary";
          case 'x', 'X' ->
              whole || text || kind.equals("bytes")
                  ? null
                  : "only integers, byte buffers, and strings can be formatted as hex";
          case 'o' -> whole ? null : "octal clause can only be used on integers";
          default -> "";
        };
    if (why == null) {
      return null;
    }
    return why.isEmpty()
        ? "could not parse formatting clause: unrecognized formatting clause \"" + verb + "\""
        : "error during formatting: " + why + ", was given " + kind;
  }
}
