/**
 * A copy of the server's objects, kept up to date by one watch per kind that all readers share.
 *
 * <p>{@link io.coxswain.runtime.cache.Cache} holds a {@link io.coxswain.runtime.cache.KindCache}
 * for each kind that was asked for. A reflector task fills it (watch-list where the server has it,
 * else list and watch), follows the changes and never gives up. Objects are kept as {@link
 * io.coxswain.runtime.cache.Entry}: a small header that lookups need, and the JSON as it came
 * without managedFields; they are decoded on each read, so that every reader has a copy of its own.
 * Those that stay unchanged for a while are folded ({@link io.coxswain.api.fold}), which readers do
 * not notice.
 *
 * <p>Guarantees: a list is answered from one snapshot, ordered by namespace and name; indexes agree
 * with the store; a subscriber gets all changes in order, each after the store shows it, and every
 * object of the first list flagged as such; an object found gone when the kind had to be listed
 * again is reported as deleted with its last known state. {@link
 * io.coxswain.runtime.cache.KindCache#position} is the resourceVersion up to which everything has
 * been seen.
 */
@NullMarked
package io.coxswain.runtime.cache;

import org.jspecify.annotations.NullMarked;
