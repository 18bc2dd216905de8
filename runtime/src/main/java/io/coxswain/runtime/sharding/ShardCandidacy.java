package io.coxswain.runtime.sharding;

import io.coxswain.env.Task;
import io.coxswain.runtime.election.LeaseElection;
import io.coxswain.runtime.sharding.ShardView.Phase;
import org.jspecify.annotations.Nullable;

/**
 * One try of a replica for one shard, from the first request for its lease to its release or loss.
 * The phase is changed by the task that decides about shards alone; what happens to the lease is
 * reported by the task of the election.
 */
final class ShardCandidacy {
  final int shard;
  final LeaseElection election;
  Phase phase = Phase.COMPETING;
  @Nullable Task electing;
  @Nullable Task leaving;

  /** Whether the lease has been acquired. */
  volatile boolean won;

  /** Whether the lease has been lost. */
  volatile boolean lost;

  /** Whether the election has ended: the lease is lost, released, or was never acquired. */
  volatile boolean ended;

  ShardCandidacy(int shard, LeaseElection election) {
    this.shard = shard;
    this.election = election;
  }

  /** Whether the work of the shard may write. */
  boolean isHeld() {
    return !lost && election.isLeading();
  }

  void cancel() {
    if (electing != null) {
      electing.cancel();
    }
    if (leaving != null) {
      leaving.cancel();
    }
  }
}
