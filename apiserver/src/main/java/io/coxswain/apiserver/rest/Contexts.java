package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.store.Store;
import io.coxswain.env.Clock;
import io.coxswain.env.Entropy;

/** Gives each write what its kind may look at. */
final class Contexts {
  private final Store store;
  private final Clock clock;
  private final Entropy entropy;

  Contexts(Store store, Clock clock, Entropy entropy) {
    this.store = store;
    this.clock = clock;
    this.entropy = entropy.derive("kinds");
  }

  WriteContext of(Target target) {
    return new WriteContext(
        clock.now(),
        entropy,
        store.head(),
        target.user().name(),
        target.dryRun(),
        target.warnings());
  }
}
