package io.coxswain.sim;

import java.util.Locale;

/** What can befall one API write of a process. */
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
  CUT_WATCHES;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
