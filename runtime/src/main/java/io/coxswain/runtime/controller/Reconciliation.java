package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;
import java.time.Instant;
import org.slf4j.Logger;

/** One run of a reconciler: its identity, its time, its logger. */
public interface Reconciliation {

  /** Unique to this run; stands in each of its log lines. */
  String id();

  /** The present time. Controllers take it from here, never from the machine. */
  Instant now();

  /** Writes lines that carry the controller, the key and the id of the pass. */
  Logger log();

  /** 0 for a first try, then 1, 2, ... while the key keeps failing. */
  int attempt();

  /**
   * Starts work that runs beside this pass, at most {@code limit} pieces at once. Writes made there
   * count as writes of this pass.
   */
  Fork fork(int limit);

  /**
   * Pieces of work with one fate: closing waits for all, and throws what the first failing one
   * threw.
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
