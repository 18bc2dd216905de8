package io.coxswain.trainer.suggestion;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** One search algorithm. Pure. */
public interface Suggester {

  /**
   * The value of each parameter, in their order; empty while the trial has to wait for trials with
   * lower numbers to end.
   *
   * @param history the existing trials, at most one per number
   */
  Optional<SequencedMap<String, String>> suggest(int number, List<Observation> history);

  /** The maximum number of trials. */
  default long size() {
    return Long.MAX_VALUE;
  }

  /** Why there are no more trials than {@link #size()}. */
  default String limit() {
    return "";
  }
}
