package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;
import io.coxswain.env.CancelledException;
import org.jspecify.annotations.Nullable;

/** A fork with a limit of one, which needs no tasks. */
final class InlineFork implements Reconciliation.Fork {
  private @Nullable Exception failure;

  @Override
  public void run(Reconciliation.Work work) {
    try {
      work.run();
    } catch (CancelledException e) {
      throw e;
    } catch (ApiException | RuntimeException e) {
      failure = failure == null ? e : failure;
    }
  }

  @Override
  public void close() throws ApiException {
    TaskFork.rethrow(failure);
  }
}
