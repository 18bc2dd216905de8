/**
 * Where training programs report progress: {@link
 * io.coxswain.trainer.statusserver.StatusServer#handle} answers one kind of POST, for one job each,
 * and writes what it says to {@code status.trainerStatus} of that job alone. {@link
 * io.coxswain.trainer.statusserver.StatusPath} knows the path and who may use it.
 *
 * <p>Guarantees: a token is good for one job, told by its audience, and only for callers of the
 * job's own namespace; a report replaces the one before and touches nothing else of the job; what
 * the API server refuses is refused in its words; no request takes more memory than its limit.
 */
@NullMarked
package io.coxswain.trainer.statusserver;

import org.jspecify.annotations.NullMarked;
