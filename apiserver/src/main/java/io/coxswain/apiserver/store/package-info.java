/**
 * The server's storage: every object of every kind at every recent revision.
 *
 * <p>{@link io.coxswain.apiserver.store.Store} has one revision counter for everything. A commit
 * writes one object, takes the next revision and publishes a new {@link
 * io.coxswain.apiserver.store.Snapshot}; snapshots are immutable and share structure, so a reader
 * keeps a consistent view of all kinds indefinitely and never blocks the writer. An object is kept
 * as a small header and the JSON bytes of its revision ({@link
 * io.coxswain.apiserver.store.Stored}); gets, lists and watches send the same bytes. Objects that
 * have not changed for a while are compressed, and so are their past states.
 *
 * <p>Commits of one kind form a {@link io.coxswain.apiserver.store.Log}. History is bounded:
 * compacted revisions can be neither listed nor watched ({@link
 * io.coxswain.apiserver.store.CompactedException}).
 *
 * <p>With a directory ({@link io.coxswain.apiserver.store.Store#open}) a commit is neither
 * acknowledged nor visible before it is on disk: {@link io.coxswain.apiserver.store.GroupCommit}
 * writes all commits that arrive during a sync together with the next one, as a checksummed frame
 * of a log, and {@link io.coxswain.apiserver.store.DataDirectory} replaces logs by snapshots and
 * reads both back.
 *
 * <p>Concurrency control is optimistic: writers supply the stored object they read, and the slower
 * one of two gets a {@link io.coxswain.apiserver.store.RacedException}.
 */
@NullMarked
package io.coxswain.apiserver.store;

import org.jspecify.annotations.NullMarked;
