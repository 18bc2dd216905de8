/**
 * What the server holds: every object of every kind at every recent revision.
 *
 * <p>{@link io.coxswain.apiserver.store.Store} has one revision counter for everything. A commit
 * writes one object, takes the next revision and swaps in a new {@link
 * io.coxswain.apiserver.store.Snapshot}; snapshots are immutable and share structure, so a reader
 * keeps a consistent view of all kinds for as long as it likes and never blocks the writer. An
 * object is kept as a small header and the JSON bytes of its revision ({@link
 * io.coxswain.apiserver.store.Stored}); those same bytes answer gets, lists and watches. Objects
 * that stay as they are for a while are folded ({@link io.coxswain.api.fold}), and so are their
 * past states.
 *
 * <p>Commits of one kind form a {@link io.coxswain.apiserver.store.Log}. History is bounded: what
 * has been compacted can neither be listed nor watched from ({@link
 * io.coxswain.apiserver.store.CompactedException}).
 *
 * <p>With a directory ({@link io.coxswain.apiserver.store.Store#open}) nothing is answered or shown
 * before it is on the disk: {@link io.coxswain.apiserver.store.GroupCommit} writes all commits that
 * come up during a sync together with the next one, as a checksummed frame of a log, and {@link
 * io.coxswain.apiserver.store.DataDirectory} replaces logs by snapshots and reads both back.
 *
 * <p>Writers are optimistic: they say which stored object they saw, and lose to whoever was faster
 * ({@link io.coxswain.apiserver.store.RacedException}).
 */
@NullMarked
package io.coxswain.apiserver.store;

import org.jspecify.annotations.NullMarked;
