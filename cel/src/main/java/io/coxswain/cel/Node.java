package io.coxswain.cel;

import io.coxswain.cel.value.EvalException;

/** One step of a program. */
@FunctionalInterface
interface Node {
  Object eval(Frame frame) throws EvalException;
}
