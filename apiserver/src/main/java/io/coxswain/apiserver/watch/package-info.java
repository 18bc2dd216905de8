/**
 * Watches: {@link io.coxswain.apiserver.watch.WatchHub} opens a {@link
 * io.coxswain.apiserver.watch.Watcher} on the commits of one kind.
 *
 * <p>Guarantees: events are delivered in the order of commits, exactly once, from the requested
 * revision on; an object that enters or leaves the selection is delivered as added or deleted; a
 * bookmark at revision R is sent only after every event up to R. A watcher is a position in the
 * store's log, not a queue, so watching costs the writer nothing; one that lags too far behind is
 * closed, as is one whose timeout expires. A watcher has no thread: it works when its reader
 * requests the next event.
 */
@NullMarked
package io.coxswain.apiserver.watch;

import org.jspecify.annotations.NullMarked;
