package io.coxswain.runtime.sharding;

import io.coxswain.api.sharding.ShardSelector;

/**
 * One of several shards of keys by namespace: those whose hash lies in one of {@code count} equal
 * parts of the space of hashes.
 *
 * <p>The hash is that of the API server's shard selectors, FNV-1a, and mixed: FNV-1a alone hardly
 * moves a value when only the last characters differ, so that team-1 to team-9 would all be in one
 * shard.
 */
public record NamespaceShard(int number, int count) {

  public NamespaceShard {
    if (count < 1 || number < 0 || number >= count) {
      throw new IllegalArgumentException("no shard " + number + " of " + count);
    }
  }

  public boolean contains(String namespace) {
    return of(namespace, count) == number;
  }

  /** The number of the shard of a namespace; the empty one is that of cluster-scoped keys. */
  public static int of(String namespace, int count) {
    return (int) Math.unsignedMultiplyHigh(mixed(ShardSelector.hash(namespace)), count);
  }

  /** Lets every bit of the hash depend on every other: the finalizer of MurmurHash3. */
  private static long mixed(long hash) {
    long mixed = hash;
    mixed = (mixed ^ (mixed >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
