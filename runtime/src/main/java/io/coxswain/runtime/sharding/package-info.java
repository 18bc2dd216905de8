/**
 * Shards of one program, distributed over its replicas. {@link
 * io.coxswain.runtime.sharding.ShardElection} is the entry type: it holds the leases of some
 * shards, as many as this replica's share, and starts and ends their {@link
 * io.coxswain.runtime.sharding.ShardWork}.
 *
 * <p>Each shard has a Lease, and each replica has a Lease that makes it known to the others (a
 * <em>member</em>). Every retry period a replica reads all of them, and {@code ShardPlan} decides,
 * from that alone, which shards to compete for and which to give up.
 *
 * <p>Guarantees:
 *
 * <ul>
 *   <li>The work of a shard runs only while its lease is held; leases are acquired and renewed by
 *       {@link io.coxswain.runtime.election.LeaseElection}, with its guarantees.
 *   <li>A lease is released only after the work has ended.
 *   <li>Work does not begin while a lease of another number of shards, or the lease of a program
 *       that is not divided, is held by someone else. Leases are read again after a shard has been
 *       acquired, so that of two replicas with different numbers at least one notices the other.
 *   <li>With unchanged replicas the shares differ by at most one, and no shard moves.
 *   <li>A shard whose holder has died is acquired at most a lease duration and two retry periods
 *       later, requests not counted, if another replica lived then. The first replica that notices
 *       releases the leases of the dead one, for those that have just started.
 *   <li>A shard that was released is acquired at most a retry period later.
 * </ul>
 *
 * <p>Non-goals: the load of shards is not measured, only their number; the number of shards is
 * fixed while a program runs.
 */
@NullMarked
package io.coxswain.runtime.sharding;

import org.jspecify.annotations.NullMarked;
