package io.coxswain.runtime.sharding;

import io.coxswain.env.CancelledException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** What a replica does for the shards that it holds. Thread-safe. */
public interface ShardWork {

  /**
   * Starts the work of a shard; does not block.
   *
   * @param held whether the lease of the shard is still valid
   */
  void begin(int shard, BooleanSupplier held);

  /**
   * Takes no more keys of the shard and waits until the running reconciles have ended; cancels
   * those that take longer.
   */
  void end(int shard, Duration atMost) throws CancelledException;

  /** Cancels the work of a shard whose lease has been lost; does not block. */
  void abort(int shard);
}
