/**
 * A copy of the server's objects, kept up to date by one watch per kind that all readers share.
 *
 * <p>{@link io.coxswain.runtime.cache.Cache} holds a {@link io.coxswain.runtime.cache.KindCache}
 * for each kind in use. A {@code Reflector} task fills it (streaming list where the server supports
 * it, otherwise list and watch), follows the changes and retries indefinitely. Objects are stored
 * as {@link io.coxswain.runtime.cache.Entry}: a small header for lookups, and the original JSON
 * without managedFields; they are decoded on each read, so that every reader has a private copy.
 * Objects that have not changed for a while are compressed ({@link io.coxswain.api.compression}),
 * which is transparent to readers.
 *
 * <p>Guarantees: a list is served from one snapshot, ordered by namespace and name; indexes are
 * consistent with the store; a subscriber gets all changes in order, each after it is visible in
 * the store, with the objects of the initial list marked as such; an object that is missing after a
 * relist is reported as deleted with its last known state. {@link
 * io.coxswain.runtime.cache.KindCache#position} is the resourceVersion up to which all changes have
 * been observed.
 */
@NullMarked
package io.coxswain.runtime.cache;

import org.jspecify.annotations.NullMarked;
