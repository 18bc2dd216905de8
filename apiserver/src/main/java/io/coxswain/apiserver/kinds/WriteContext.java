package io.coxswain.apiserver.kinds;

import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.env.Entropy;
import java.time.Instant;
import java.util.List;

/**
 * What a kind may look at while one of its objects is being written.
 *
 * @param snapshot all objects as of the start of the write
 * @param warnings to be sent along with the answer; may be added to
 * @param ledger where to take what must be unique; not to be used for a dry run
 * @param serviceAccounts whether pods are given the service account of their namespace
 */
public record WriteContext(
    Instant now,
    Entropy entropy,
    Snapshot snapshot,
    User user,
    boolean dryRun,
    List<String> warnings,
    Ledger ledger,
    boolean serviceAccounts) {}
