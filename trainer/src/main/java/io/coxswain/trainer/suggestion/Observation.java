package io.coxswain.trainer.suggestion;

import java.util.Comparator;
import java.util.SequencedMap;

/**
 * A trial that exists.
 *
 * @param values of each parameter, in their order
 * @param loss what the search minimizes, NaN if the trial has not reported it
 */
public record Observation(
    int number, SequencedMap<String, String> values, State state, double loss) {
  /** The order of measured trials. Those that were stopped early rank behind complete ones. */
  static final Comparator<Observation> BEST_FIRST =
      Comparator.comparing(Observation::state)
          .thenComparingDouble(Observation::loss)
          .thenComparingInt(Observation::number);

  /** How far the trial is. */
  public enum State {
    RUNNING,
    COMPLETE,
    /** Stopped early, so that the loss is not that of a complete training. */
    STOPPED,
    FAILED
  }

  boolean isRunning() {
    return state == State.RUNNING;
  }

  /** Whether a model can learn from the loss. */
  boolean isMeasured() {
    return (state == State.COMPLETE || state == State.STOPPED) && Double.isFinite(loss);
  }
}
