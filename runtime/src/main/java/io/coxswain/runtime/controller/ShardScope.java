package io.coxswain.runtime.controller;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.cache.Change;
import io.coxswain.runtime.cache.Entry;
import io.coxswain.runtime.rest.WriteFence;
import io.coxswain.runtime.sharding.NamespaceShard;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The keys that a running controller is responsible for: all, or those of one shard.
 *
 * @param shard the only one if the controller is not sharded
 * @param namespaces the namespace of a key
 * @param held whether the lease of the shard is still valid
 */
record ShardScope<K>(NamespaceShard shard, Function<K, String> namespaces, BooleanSupplier held) {

  private static final NamespaceShard ALL = new NamespaceShard(0, 1);

  /** The scope of a controller that is not sharded. */
  static <K> ShardScope<K> everything() {
    return new ShardScope<>(ALL, key -> "", () -> true);
  }

  boolean isShard() {
    return !shard.equals(ALL);
  }

  boolean contains(K key) {
    return shard.contains(namespaces.apply(key));
  }

  /**
   * Whether a change may concern keys of the shard. That of a namespaced object concerns keys of
   * its namespace alone; a cluster-scoped object may concern every key.
   */
  boolean concerns(Change change) {
    ObjectKey object = entry(change).key();
    return object.namespace().isEmpty() || shard.contains(object.namespace());
  }

  private static Entry entry(Change change) {
    return switch (change) {
      case Change.Added(Entry now, boolean initial) -> now;
      case Change.Updated(Entry old, Entry now) -> now;
      case Change.Removed(Entry last, boolean stateUnknown) -> last;
    };
  }

  /** Permits writes only while the lease is valid. */
  WriteFence fence() {
    return held::getAsBoolean;
  }
}
