package io.coxswain.cel;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** The state of one evaluation: variables, and what it has cost. */
final class Frame {
  private final Program.Variables variables;
  private final @Nullable Object[] locals;
  private final long limit;
  private long cost;

  Frame(Program.Variables variables, int locals, long limit) {
    this.variables = variables;
    this.locals = new Object[locals];
    this.limit = limit;
  }

  /**
   * Counts a step.
   *
   * @throws CancellationException if the calling thread has been interrupted: whoever evaluates has
   *     run out of time
   */
  void charge(long amount) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("evaluation was interrupted");
    }
    cost += amount;
    if (cost > limit || cost < 0) {
      throw new CostExceededException();
    }
  }

  long cost() {
    return cost;
  }

  Object variable(String name) throws EvalException {
    Object value = variables.find(name);
    if (value == null) {
      throw new EvalException("no such attribute(s): " + name);
    }
    return value;
  }

  /** A variable of a comprehension. What failed while it was computed fails when it is used. */
  Object local(int slot) throws EvalException {
    Object value = locals[slot];
    if (value instanceof EvalException failure) {
      throw failure;
    }
    if (value == null) {
      throw new IllegalStateException("a local that was not set");
    }
    return value;
  }

  void set(int slot, Object value) {
    locals[slot] = value;
  }
}
