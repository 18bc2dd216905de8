package io.coxswain.cel;

/** One step of a program. */
@FunctionalInterface
interface Node {
  Object eval(Frame frame) throws EvalException;
}
