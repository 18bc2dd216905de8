package io.coxswain.cel.library;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import dev.cel.parser.CelStandardMacro;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The macros beyond the language's own: comprehensions with two variables, those of optional
 * values, and sorting by a key.
 */
public final class Macros {
  private static final String UNUSED = "#unused";
  private static final String SORTED = "@__sortBy_input__";

  private Macros() {}

  public static List<CelMacro> all() {
    return List.of(
        CelMacro.newReceiverMacro("all", 3, Macros::all),
        CelMacro.newReceiverMacro("exists", 3, Macros::exists),
        CelMacro.newReceiverMacro("exists_one", 3, Macros::existsOne),
        CelMacro.newReceiverMacro("existsOne", 3, Macros::existsOne),
        CelMacro.newReceiverMacro("transformList", 3, Macros::transformList),
        CelMacro.newReceiverMacro("transformList", 4, Macros::transformList),
        CelMacro.newReceiverMacro("transformMap", 3, Macros::transformMap),
        CelMacro.newReceiverMacro("transformMap", 4, Macros::transformMap),
        CelMacro.newReceiverMacro("transformMapEntry", 3, Macros::transformMapEntry),
        CelMacro.newReceiverMacro("transformMapEntry", 4, Macros::transformMapEntry),
        CelMacro.newReceiverMacro("optMap", 2, Macros::optMap),
        CelMacro.newReceiverMacro("optFlatMap", 2, Macros::optFlatMap),
        CelMacro.newReceiverMacro("sortBy", 2, Macros::sortBy));
  }

  private static Optional<CelExpr> all(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> a) {
    return twice(
        make,
        target,
        a,
        make.newBoolLiteral(true),
        make.newGlobalCall("@not_strictly_false", soFar(make)),
        make.newGlobalCall("_&&_", soFar(make), a.get(2)),
        soFar(make));
  }

  private static Optional<CelExpr> exists(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> a) {
    return twice(
        make,
        target,
        a,
        make.newBoolLiteral(false),
        make.newGlobalCall("@not_strictly_false", make.newGlobalCall("!_", soFar(make))),
        make.newGlobalCall("_||_", soFar(make), a.get(2)),
        soFar(make));
  }

  private static Optional<CelExpr> existsOne(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> a) {
    return twice(
        make,
        target,
        a,
        make.newIntLiteral(0),
        make.newBoolLiteral(true),
        make.newGlobalCall(
            "_?_:_",
            a.get(2),
            make.newGlobalCall("_+_", soFar(make), make.newIntLiteral(1)),
            soFar(make)),
        make.newGlobalCall("_==_", soFar(make), make.newIntLiteral(1)));
  }

  private static Optional<CelExpr> transformList(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> a) {
    CelExpr step = make.newGlobalCall("_+_", soFar(make), make.newList(a.getLast()));
    return collected(make, target, a, make.newList(), step);
  }

  private static Optional<CelExpr> transformMap(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> a) {
    if (a.get(0).getKind() != Kind.IDENT) {
      return Optional.of(error(make, a.get(0), "argument must be a simple name"));
    }
    CelExpr key = make.newIdentifier(a.get(0).ident().name());
    CelExpr step = make.newGlobalCall("cel.@mapInsert", soFar(make), key, a.getLast());
    return collected(make, target, a, make.newMap(), step);
  }

  private static Optional<CelExpr> transformMapEntry(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> a) {
    CelExpr step = make.newGlobalCall("cel.@mapInsert", soFar(make), a.getLast());
    return collected(make, target, a, make.newMap(), step);
  }

  private static Optional<CelExpr> collected(
      CelMacroExprFactory make,
      CelExpr target,
      ImmutableList<CelExpr> a,
      CelExpr start,
      CelExpr step) {
    CelExpr filtered =
        a.size() == 4 ? make.newGlobalCall("_?_:_", a.get(2), step, soFar(make)) : step;
    return twice(make, target, a, start, make.newBoolLiteral(true), filtered, soFar(make));
  }

  private static Optional<CelExpr> twice(
      CelMacroExprFactory make,
      CelExpr target,
      ImmutableList<CelExpr> a,
      CelExpr start,
      CelExpr condition,
      CelExpr step,
      CelExpr result) {
    CelExpr error = checkNames(make, a.get(0), a.get(1));
    if (error != null) {
      return Optional.of(error);
    }
    return Optional.of(
        make.fold(
            a.get(0).ident().name(),
            a.get(1).ident().name(),
            target,
            make.getAccumulatorVarName(),
            start,
            condition,
            step,
            result));
  }

  private static @Nullable CelExpr checkNames(
      CelMacroExprFactory make, CelExpr first, CelExpr second) {
    for (CelExpr name : List.of(first, second)) {
      if (name.getKind() != Kind.IDENT) {
        return error(make, name, "argument must be a simple name");
      }
    }
    if (first.ident().name().equals(second.ident().name())) {
      return error(make, second, "duplicate variable name: " + first.ident().name());
    }
    return null;
  }

  private static CelExpr error(CelMacroExprFactory make, CelExpr at, String text) {
    return make.reportError(CelIssue.formatError(at.id(), make.getSourceLocation(at), text));
  }

  private static CelExpr soFar(CelMacroExprFactory make) {
    return make.newIdentifier(make.getAccumulatorVarName());
  }

  private static Optional<CelExpr> optMap(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> a) {
    if (a.get(0).getKind() != Kind.IDENT) {
      return Optional.of(
          error(make, a.get(0), "optMap() variable name must be a simple identifier"));
    }
    return Optional.of(
        make.newGlobalCall(
            "_?_:_",
            make.newReceiverCall("hasValue", target),
            make.newGlobalCall("optional.of", bound(make, target, a)),
            make.newGlobalCall("optional.none")));
  }

  private static Optional<CelExpr> optFlatMap(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> a) {
    if (a.get(0).getKind() != Kind.IDENT) {
      return Optional.of(
          error(make, a.get(0), "optFlatMap() variable name must be a simple identifier"));
    }
    return Optional.of(
        make.newGlobalCall(
            "_?_:_",
            make.newReceiverCall("hasValue", target),
            bound(make, target, a),
            make.newGlobalCall("optional.none")));
  }

  /** The second argument, with the value of the target under the name of the first. */
  private static CelExpr bound(CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> a) {
    String name = a.get(0).ident().name();
    return make.fold(
        UNUSED,
        make.newList(),
        name,
        make.newReceiverCall("value", make.copy(target)),
        make.newBoolLiteral(false),
        make.newIdentifier(name),
        a.get(1));
  }

  private static Optional<CelExpr> sortBy(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> a) {
    CelExpr input = make.newIdentifier(SORTED);
    return CelStandardMacro.MAP
        .getDefinition()
        .getExpander()
        .expandMacro(make, make.copy(input), a)
        .map(
            keys ->
                make.fold(
                    UNUSED,
                    make.newList(),
                    SORTED,
                    target,
                    make.newBoolLiteral(false),
                    input,
                    make.newReceiverCall("@sortByAssociatedKeys", make.copy(input), keys)));
  }
}
