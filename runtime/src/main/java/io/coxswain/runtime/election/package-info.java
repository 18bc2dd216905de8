/**
 * Leader election with a Lease object.
 *
 * <p>Guarantees of {@link io.coxswain.runtime.election.LeaseElection}: a candidate takes over a
 * lease only after it has observed it unchanged for the complete lease duration by its own
 * monotonic clock; the times in the lease are never compared with a clock, so clocks may differ by
 * any amount. A leader measures its renew deadline from the time before it sent the last successful
 * renewal. Because the renew deadline is shorter than the lease duration, two replicas never lead
 * at the same time as long as their clocks run at the same rate, even if responses are lost.
 */
@NullMarked
package io.coxswain.runtime.election;

import org.jspecify.annotations.NullMarked;
