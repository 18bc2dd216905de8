package io.coxswain.runtime.sharding;

import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What a replica knows when it decides about shards.
 *
 * @param count the number of shards
 * @param own its shards and what it does with each
 * @param holders the holders of leases that have not expired, by shard
 * @param members the identities of the live replicas with this number of shards, without this one
 * @param rivals who prevents work from beginning
 */
record ShardView(
    String identity,
    int count,
    SortedMap<Integer, Phase> own,
    SortedMap<Integer, String> holders,
    SortedSet<String> members,
    Rivals rivals) {

  /** What a replica does with a shard. */
  enum Phase {
    /** Tries to acquire the lease. */
    COMPETING,
    /** Has acquired the lease, but no work has begun. */
    HELD,
    WORKING,
    /** Ends the work, or the candidacy, to release the lease. */
    LEAVING
  }

  /**
   * Holders of leases that exclude this number of shards.
   *
   * @param undivided whether a replica without shards leads the program
   * @param largestCount the largest other number of shards of which a lease is held; 0 if none is
   */
  record Rivals(boolean undivided, int largestCount) {
    static final Rivals NONE = new Rivals(false, 0);

    boolean exist() {
      return undivided || largestCount > 0;
    }
  }
}
