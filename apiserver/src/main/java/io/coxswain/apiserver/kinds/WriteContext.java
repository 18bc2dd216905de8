package io.coxswain.apiserver.kinds;

import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.env.Entropy;
import java.time.Instant;
import java.util.List;

/**
 * The context of a write for its kind.
 *
 * @param snapshot all objects at the start of the write
 * @param warnings sent with the response; may be added to
 * @param annotations of the audit events of the request; may be added to
 * @param ledger allocates unique resources; not to be used in a dry run
 * @param serviceAccounts whether pods get the service account of their namespace
 */
public record WriteContext(
    Instant now,
    Entropy entropy,
    Snapshot snapshot,
    User user,
    boolean dryRun,
    List<String> warnings,
    AuditAnnotations annotations,
    Ledger ledger,
    boolean serviceAccounts) {}
