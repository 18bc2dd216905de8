/**
 * Watching: {@link io.coxswain.apiserver.watch.WatchHub} opens a {@link
 * io.coxswain.apiserver.watch.Watcher} on the commits of one kind.
 *
 * <p>Guarantees: events come in the order of commits, none twice and none left out, from the
 * revision asked for; an object that enters or leaves the selection is seen as added or deleted; a
 * bookmark at revision R is sent only when every event up to R has been. A watcher is a place in
 * the store's log, not a queue, so watching costs the writer nothing; one that falls too far behind
 * is ended, as is one whose time is up. A watcher has no thread: it works when its reader asks for
 * the next event.
 */
@NullMarked
package io.coxswain.apiserver.watch;

import org.jspecify.annotations.NullMarked;
