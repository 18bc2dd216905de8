/**
 * The lifecycle of a program. A {@link io.coxswain.runtime.manager.Manager} starts servers, caches
 * and controllers in an order that cannot deadlock, starts the controllers once this replica leads,
 * and stops everything in the opposite order. With more than one shard, sharded controllers run
 * where the leases of the shards are, instead of on the leader.
 */
@NullMarked
package io.coxswain.runtime.manager;

import org.jspecify.annotations.NullMarked;
