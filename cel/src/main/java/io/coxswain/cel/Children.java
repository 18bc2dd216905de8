package io.coxswain.cel;

import dev.cel.common.ast.CelExpr;
import java.util.ArrayList;
import java.util.List;

/** The parts of an expression. */
final class Children {
  private Children() {}

  static List<CelExpr> of(CelExpr expr) {
    List<CelExpr> parts = new ArrayList<>();
    switch (expr.getKind()) {
      case SELECT -> parts.add(expr.select().operand());
      case CALL -> {
        expr.call().target().ifPresent(parts::add);
        parts.addAll(expr.call().args());
      }
      case LIST -> parts.addAll(expr.list().elements());
      case MAP ->
          expr.map()
              .entries()
              .forEach(
                  entry -> {
                    parts.add(entry.key());
                    parts.add(entry.value());
                  });
      case STRUCT -> expr.struct().entries().forEach(entry -> parts.add(entry.value()));
      case COMPREHENSION -> {
        var loop = expr.comprehension();
        parts.add(loop.iterRange());
        parts.add(loop.accuInit());
        parts.add(loop.loopCondition());
        parts.add(loop.loopStep());
        parts.add(loop.result());
      }
      default -> {}
    }
    return parts;
  }
}
