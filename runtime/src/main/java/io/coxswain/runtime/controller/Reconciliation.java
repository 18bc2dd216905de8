package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;
import java.time.Instant;
import org.slf4j.Logger;

/** One run of a reconciler: its ID, time and logger. */
public interface Reconciliation {

  /** Unique to this run; part of each of its log lines. */
  String id();

  /** The current time. Reconcilers use it instead of a clock of their own. */
  Instant now();

  /** Writes log lines with the controller, the key and the ID of the reconcile. */
  Logger log();

  /** 0 for the first attempt, then 1, 2, ... while the key keeps failing. */
  int attempt();

  /**
   * Starts concurrent work in this reconcile, at most {@code limit} pieces at a time. Its writes
   * count as writes of this reconcile.
   */
  Fork fork(int limit);

  /**
   * A group of concurrent pieces of work: closing it waits for all of them, and throws the
   * exception of the first one that failed.
   */
  interface Fork extends AutoCloseable {
    void run(Work work);

    @Override
    void close() throws ApiException;
  }

  /** One piece of forked work. */
  @FunctionalInterface
  interface Work {
    void run() throws ApiException;
  }
}
