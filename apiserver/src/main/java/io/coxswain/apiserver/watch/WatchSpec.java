package io.coxswain.apiserver.watch;

import io.coxswain.apiserver.store.Stored;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * What to watch and how.
 *
 * @param from events later than this revision
 * @param initial begin with the objects there are, as added; {@code from} is then not used
 * @param markEndOfInitial close the initial objects with a bookmark that says so
 * @param selection which objects are seen
 * @param interest what all of these have in common (see {@link
 *     io.coxswain.apiserver.store.Log#interest}), so that the watch need not wake for others; empty
 *     when nothing
 */
public record WatchSpec(
    String collection,
    long from,
    boolean initial,
    boolean markEndOfInitial,
    boolean bookmarks,
    Duration timeout,
    Predicate<Stored> selection,
    String interest) {}
