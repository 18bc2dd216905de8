package io.coxswain.cel;

import dev.cel.common.types.ListType;
import dev.cel.common.types.StructType;
import io.coxswain.cel.type.DeclType;
import io.coxswain.cel.value.CostExceededException;
import io.coxswain.cel.value.EvalException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A compiled expression. Immutable; may be shared. */
public final class Program {
  /** What one evaluation may cost. */
  public static final long CALL_LIMIT = 1_000_000;

  /** Where the values of variables come from; null if one has no value. */
  @FunctionalInterface
  public interface Variables {
    @Nullable Object find(String name) throws EvalException;
  }

  /**
   * What came of an evaluation.
   *
   * @param value null if there is none
   * @param error why there is none; empty if there is one
   * @param cost also of a failure
   */
  public record Outcome(@Nullable Object value, String error, long cost) {
    /** Whether it was given up because of its cost. */
    public boolean tooExpensive() {
      return error.equals(CostExceededException.TEXT);
    }

    public boolean isTrue() {
      return Boolean.TRUE.equals(value);
    }
  }

  private final String source;
  private final Node root;
  private final int locals;
  private final Set<String> variables;
  private final DeclType type;
  private final long maxCost;

  Program(
      String source, Node root, int locals, Set<String> variables, DeclType type, long maxCost) {
    this.source = source;
    this.root = root;
    this.locals = locals;
    this.variables = Set.copyOf(variables);
    this.type = type;
    this.maxCost = maxCost;
  }

  public Outcome evaluate(Variables values) {
    return evaluate(values, CALL_LIMIT);
  }

  public Outcome evaluate(Variables values, long limit) {
    var frame = new Frame(values, locals, limit);
    try {
      return new Outcome(root.eval(frame), "", frame.cost());
    } catch (EvalException e) {
      return new Outcome(null, e.text(), frame.cost());
    } catch (CostExceededException e) {
      return new Outcome(null, CostExceededException.TEXT, frame.cost());
    }
  }

  /** Whether the expression mentions the variable. */
  public boolean uses(String variable) {
    return variables.contains(variable);
  }

  /** What it gives. */
  public DeclType type() {
    return type;
  }

  /** What it may cost at most, as far as the sizes of its variables are known. */
  public long maxCost() {
    return maxCost;
  }

  public boolean isBool() {
    return type.type().equals(dev.cel.common.types.SimpleType.BOOL);
  }

  public boolean isString() {
    return type.type().equals(dev.cel.common.types.SimpleType.STRING);
  }

  public boolean isNull() {
    return type.type().equals(dev.cel.common.types.SimpleType.NULL_TYPE);
  }

  /** Whether the expression gives an object that was constructed by the name {@code Object}. */
  public boolean isConfiguration() {
    return type.type() instanceof StructType struct && struct.name().equals("Object");
  }

  /** Whether the expression gives a list of operations of a JSON patch. */
  public boolean isPatch() {
    return type.type() instanceof ListType list
        && list.hasElemType()
        && list.elemType() instanceof StructType struct
        && struct.name().equals("JSONPatch");
  }

  @Override
  public String toString() {
    return source;
  }
}
