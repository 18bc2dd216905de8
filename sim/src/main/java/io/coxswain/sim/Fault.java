package io.coxswain.sim;

import java.util.List;
import java.util.Locale;

/** A fault at an API write of a process, or at a blocking point. */
public enum Fault {
  /** The write succeeds; the process is killed before it sees the response, and is restarted. */
  KILL,
  /** The write succeeds; the response is lost. */
  LOSE_ANSWER,
  /** The request never reaches the server. */
  DROP_REQUEST,
  /** 409, as if another client had written in between; 500 for a create. */
  CONFLICT,
  /** 429 with Retry-After. */
  TOO_MANY_REQUESTS,
  /** 500. */
  SERVER_ERROR,
  /** 503. */
  UNAVAILABLE,
  /** The write and its response succeed; all watches of the process break. */
  CUT_WATCHES,
  /**
   * Like {@link #CUT_WATCHES}, and the server has discarded its history, so that the watches cannot
   * be resumed.
   */
  EXPIRE_WATCHES,
  /** The request takes seconds while other tasks continue. */
  DELAY,
  /** The request arrives twice, as if repeated by a proxy; the process sees the second response. */
  DUPLICATE,
  /** The write succeeds; the process is then suspended for longer than a lease duration. */
  PAUSE;

  /** Faults that can also strike between two writes. */
  static final List<Fault> ANYWHERE = List.of(KILL, CUT_WATCHES, EXPIRE_WATCHES, PAUSE);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
