package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.kinds.Ledger;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.store.Store;
import io.coxswain.env.Clock;
import io.coxswain.env.Entropy;

/** Creates the context of each write. */
final class Contexts {
  private final Store store;
  private final Clock clock;
  private final Entropy entropy;
  private final Ledger ledger;
  private final boolean serviceAccounts;

  Contexts(Store store, Clock clock, Entropy entropy, Ledger ledger, boolean serviceAccounts) {
    this.store = store;
    this.clock = clock;
    this.entropy = entropy.derive("kinds");
    this.ledger = ledger;
    this.serviceAccounts = serviceAccounts;
  }

  WriteContext of(Target target) {
    return new WriteContext(
        clock.now(),
        entropy,
        store.head(),
        target.user(),
        target.dryRun(),
        target.warnings(),
        target.annotations(),
        ledger,
        serviceAccounts);
  }
}
