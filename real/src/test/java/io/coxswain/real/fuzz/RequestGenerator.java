package io.coxswain.real.fuzz;

/** Generates requests that vary one aspect. */
interface RequestGenerator {
  /** The name in reports and in {@code -Dcoxswain.generator}. */
  String name();

  /** How many requests a run sends. */
  int count();

  /** A request that leaves the stored objects as they are. */
  WireRequest next(Choice choice);
}
