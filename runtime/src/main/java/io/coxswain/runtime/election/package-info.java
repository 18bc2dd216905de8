/**
 * Which replica leads, decided by a Lease object.
 *
 * <p>Guarantees of {@link io.coxswain.runtime.election.LeaseElection}: a candidate takes a lease
 * over only after it has watched it unchanged for the whole lease duration by its own monotonic
 * clock; the times written in the lease are never compared with a clock, so clocks may be off by
 * any amount. A leader counts its renew deadline from before it sent the last renewal that
 * succeeded. As long as clocks run at the same speed, two replicas therefore never lead at once,
 * whatever answers are lost: the renew deadline is shorter than the lease.
 */
@NullMarked
package io.coxswain.runtime.election;

import org.jspecify.annotations.NullMarked;
