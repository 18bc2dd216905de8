package io.coxswain.cel;

import io.coxswain.cel.value.CostExceededException;
import io.coxswain.cel.value.EvalException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** The state of one evaluation: variables, and what it has cost. */
final class Frame {
  /** The characters that the functions of one evaluation may return in total. */
  private static final long MAX_TEXT = 20_000_000;

  private final Program.Variables variables;
  private final @Nullable Object[] locals;
  private final long limit;
  private long cost;
  private long allocated;

  Frame(Program.Variables variables, int locals, long limit) {
    this.variables = variables;
    this.locals = new Object[locals];
    this.limit = limit;
  }

  /**
   * Counts a step.
   *
   * @throws CancellationException if the calling thread has been interrupted, because the
   *     evaluation has exceeded its deadline
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

  /** Fails unless the evaluation can afford an amount that is charged later. */
  void require(long amount) {
    if (amount > limit - cost) {
      throw new CostExceededException();
    }
  }

  /** Counts the text that a function returned; its cost does not depend on the length. */
  void allocate(Object result) {
    if (result instanceof String text) {
      allocated += text.length();
      if (allocated > MAX_TEXT) {
        throw new CostExceededException();
      }
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
