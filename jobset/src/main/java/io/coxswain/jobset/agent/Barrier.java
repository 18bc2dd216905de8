package io.coxswain.jobset.agent;

import io.coxswain.env.CancelledException;
import java.time.Duration;

/** What work is held back by. It is up at first. */
interface Barrier {
  /** Lets the work begin; called once at most. */
  void lift();

  /**
   * Ends what has begun, if anything; returns when it has ended.
   *
   * @param grace how long work may take to end by itself once asked; zero not to ask
   */
  void close(Duration grace) throws CancelledException;
}
