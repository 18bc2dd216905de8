package io.coxswain.sim;

import java.util.List;
import java.util.Locale;

/** What can befall a process at one of its API writes, or at a blocking point. */
public enum Fault {
  /** The write happens; then the process dies, before it sees the answer, and is restarted. */
  KILL,
  /** The write happens; the answer is lost. */
  LOSE_ANSWER,
  /** The request never arrives. */
  DROP_REQUEST,
  /** 409, as if another client had written in between. For a create: 500. */
  CONFLICT,
  /** 429 with Retry-After. */
  TOO_MANY_REQUESTS,
  /** 500. */
  SERVER_ERROR,
  /** 503. */
  UNAVAILABLE,
  /** The write and its answer are fine; all watches of the process break. */
  CUT_WATCHES,
  /** As {@link #CUT_WATCHES}, and the server has forgotten its history: they cannot be resumed. */
  EXPIRE_WATCHES,
  /** The request is under way for seconds while the others go on. */
  DELAY,
  /** The request arrives twice, as when a proxy repeats it; the process sees the second answer. */
  DUPLICATE,
  /** The write happens; then the process stands still for longer than a lease lasts. */
  PAUSE;

  /** Those that can strike between two writes too. */
  static final List<Fault> ANYWHERE = List.of(KILL, CUT_WATCHES, EXPIRE_WATCHES, PAUSE);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
