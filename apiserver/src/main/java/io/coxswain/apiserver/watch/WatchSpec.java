package io.coxswain.apiserver.watch;

import io.coxswain.apiserver.store.Stored;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * The parameters of a watch.
 *
 * @param from events later than this revision, which may be in the future
 * @param initial begin with the existing objects, as added; {@code from} is then unused
 * @param markEndOfInitial end the initial objects with a bookmark
 * @param selection the selected objects
 * @param interest a property that all of these share (see {@link
 *     io.coxswain.apiserver.store.Log#interest}), so that the watch is not woken for others; empty
 *     if there is none
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
