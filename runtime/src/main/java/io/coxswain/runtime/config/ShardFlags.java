package io.coxswain.runtime.config;

import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;

/** The flag {@code --shards}. */
public final class ShardFlags {
  /** Every shard costs a request every retry period. */
  private static final int MAX_SHARDS = 256;

  private ShardFlags() {}

  public static void declare(Flags flags) {
    flags.integer(
        "shards",
        1,
        "The number of shards into which namespaces are divided. With more than one, every replica"
            + " is active for a part of them; all replicas must have the same number. Requires"
            + " leader election.");
  }

  /**
   * @throws FlagException if the number is out of its range, or there is no leader election
   */
  public static int shards(Flags flags, LeaderElection election) throws FlagException {
    int count = flags.integer("shards");
    if (count < 1 || count > MAX_SHARDS) {
      throw new FlagException(
          "invalid value %d for --shards: must be between 1 and %d".formatted(count, MAX_SHARDS));
    }
    if (count > 1 && !election.isOn()) {
      throw new FlagException(
          "--shards=%d requires leader election: enable leaderElection.leaderElect"
              .formatted(count));
    }
    return count;
  }
}
