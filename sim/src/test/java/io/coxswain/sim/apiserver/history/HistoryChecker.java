package io.coxswain.sim.apiserver.history;

import io.coxswain.sim.apiserver.history.History.Event;
import io.coxswain.sim.apiserver.history.History.Listing;
import io.coxswain.sim.apiserver.history.History.Outcome;
import io.coxswain.sim.apiserver.history.History.Read;
import io.coxswain.sim.apiserver.history.History.Span;
import io.coxswain.sim.apiserver.history.History.Verb;
import io.coxswain.sim.apiserver.history.History.Version;
import io.coxswain.sim.apiserver.history.History.Watching;
import io.coxswain.sim.apiserver.history.History.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Looks for what a sound store could not have said.
 *
 * <p>Revisions make this simple where it is hard in general: a store that is linearizable must be
 * so in the order of its revisions, so there is one order to check and nothing to search for. A
 * request may have taken effect at any revision from the highest that anyone had been shown when it
 * began to just below the lowest that was given to a write begun after it ended.
 *
 * <p>Writes whose answer was lost are taken to have happened if some watch shows their value.
 */
final class HistoryChecker {
  private final History history;
  private final List<String> violations = new ArrayList<>();

  /** All commits by revision. */
  private final TreeMap<Long, Change> commits = new TreeMap<>();

  /** The commits of each object. */
  private final TreeMap<String, TreeMap<Long, Change>> objects = new TreeMap<>();

  /** The highest revision shown by the time of the key, and the lowest of writes begun since. */
  private final TreeMap<Long, Long> shownBy = new TreeMap<>();

  private final TreeMap<Long, Long> begunFrom = new TreeMap<>();

  private HistoryChecker(History history) {
    this.history = history;
  }

  private record Change(String key, boolean removal, String value) {}

  /** What is wrong with it; empty when nothing is. */
  static List<String> violations(History history) {
    var checker = new HistoryChecker(history);
    checker.gather();
    history.writes().forEach(checker::checkWrite);
    history.reads().forEach(checker::checkRead);
    history.listings().forEach(checker::checkListing);
    history.watchings().forEach(checker::checkWatching);
    return checker.violations;
  }

  private void gather() {
    for (Write write : history.writes()) {
      if (write.outcome() == Outcome.DONE) {
        commit(
            write.revision(), new Change(write.key(), write.verb() == Verb.DELETE, write.value()));
      }
    }
    adoptUnanswered();
    for (Write write : history.writes()) {
      if (write.outcome() == Outcome.DONE) {
        shown(write.span(), write.revision());
        begunFrom.merge(write.span().began(), write.revision(), Math::min);
      }
    }
    history.reads().forEach(read -> shown(read.span(), read.found().revision()));
    history.listings().forEach(listing -> shown(listing.span(), listing.revision()));
    runningMaximum(shownBy);
    runningMinimum(begunFrom);
  }

  private void commit(long revision, Change change) {
    Change other = commits.putIfAbsent(revision, change);
    if (other != null && !other.equals(change)) {
      violations.add("revision " + revision + " was given twice: " + other + " and " + change);
    }
    objects.computeIfAbsent(change.key, _ -> new TreeMap<>()).put(revision, change);
  }

  private void adoptUnanswered() {
    var unanswered = history.writes().stream().filter(w -> w.outcome() == Outcome.UNKNOWN).toList();
    for (Watching watching : history.watchings()) {
      for (Event event : watching.events()) {
        if (commits.containsKey(event.version().revision())) {
          continue;
        }
        boolean removal = event.type().equals("DELETED");
        unanswered.stream()
            .filter(w -> w.key().equals(event.key()) && (w.verb() == Verb.DELETE) == removal)
            .filter(w -> removal || w.value().equals(event.version().value()))
            .findFirst()
            .ifPresent(
                w -> commit(event.version().revision(), new Change(w.key(), removal, w.value())));
      }
    }
  }

  private void shown(Span span, long revision) {
    shownBy.merge(span.ended(), revision, Math::max);
  }

  private static void runningMaximum(NavigableMap<Long, Long> map) {
    long highest = 0;
    for (var entry : map.entrySet()) {
      highest = Math.max(highest, entry.getValue());
      entry.setValue(highest);
    }
  }

  private static void runningMinimum(NavigableMap<Long, Long> map) {
    long lowest = Long.MAX_VALUE;
    for (var entry : map.descendingMap().entrySet()) {
      lowest = Math.min(lowest, entry.getValue());
      entry.setValue(lowest);
    }
  }

  /** The first revision that a request can have taken effect at. */
  private long earliest(Span span) {
    var entry = shownBy.lowerEntry(span.began());
    return entry == null ? 0 : entry.getValue();
  }

  /** The last revision that a request can have taken effect at. */
  private long latest(Span span) {
    var entry = begunFrom.higherEntry(span.ended());
    return entry == null ? Long.MAX_VALUE : entry.getValue() - 1;
  }

  // ---- objects

  private NavigableMap<Long, Change> changes(String key) {
    return objects.getOrDefault(key, new TreeMap<>());
  }

  /** The object as of the revision; null when there was none. */
  private @Nullable Version at(String key, long revision) {
    var entry = changes(key).floorEntry(revision);
    return entry == null || entry.getValue().removal
        ? null
        : new Version(entry.getKey(), entry.getValue().value);
  }

  /** Every state that the object had at some time of the span. */
  private List<@Nullable Version> during(String key, Span span) {
    long from = earliest(span);
    long to = Math.max(from, latest(span));
    var states = new ArrayList<@Nullable Version>();
    states.add(at(key, from));
    for (long revision : changes(key).subMap(from, false, to, true).keySet()) {
      states.add(at(key, revision));
    }
    return states;
  }

  private void checkWrite(Write write) {
    switch (write.outcome()) {
      case DONE -> checkDone(write);
      case ALREADY_EXISTS ->
          check(
              during(write.key(), write.span()).stream().anyMatch(v -> v != null),
              "%s was refused though there was none",
              write);
      case NOT_FOUND ->
          check(
              during(write.key(), write.span()).stream().anyMatch(v -> v == null),
              "%s was told there was none though there was",
              write);
      case CONFLICT ->
          check(
              during(write.key(), write.span()).stream()
                  .anyMatch(v -> v == null || v.revision() != write.seen()),
              "%s was refused though it had seen the present state",
              write);
      case UNKNOWN -> {}
    }
  }

  private void checkDone(Write write) {
    Version before = at(write.key(), write.revision() - 1);
    check(
        write.revision() > earliest(write.span()) && write.revision() <= latest(write.span()),
        "%s has a revision that does not fit its time",
        write);
    check(
        (before == null) == (write.verb() == Verb.CREATE),
        "%s was done though before it there was %s",
        write,
        before);
    check(
        write.seen() == 0 || (before != null && before.revision() == write.seen()),
        "%s was done though before it there was %s: an update was lost",
        write,
        before);
  }

  private void checkRead(Read read) {
    check(
        during(read.key(), read.span()).stream()
            .anyMatch(v -> v == null ? read.found().revision() == 0 : v.equals(read.found())),
        "%s shows what was not there at that time",
        read);
  }

  private void checkListing(Listing listing) {
    check(
        listing.revision() >= earliest(listing.span())
            && listing.revision() <= latest(listing.span()),
        "a list at revision %d does not fit its time %s",
        listing.revision(),
        listing.span());
    check(
        replay(listing.revision()).equals(listing.items()),
        "a list at revision %d shows %s instead of %s",
        listing.revision(),
        listing.items(),
        replay(listing.revision()));
  }

  private SortedMap<String, Version> replay(long revision) {
    var state = new TreeMap<String, Version>();
    for (String key : objects.keySet()) {
      Version version = at(key, revision);
      if (version != null) {
        state.put(key, version);
      }
    }
    return state;
  }

  // ---- watches

  private void checkWatching(Watching watching) {
    var due = commits.tailMap(watching.from(), false).entrySet().iterator();
    for (Event event : watching.events()) {
      if (!due.hasNext()) {
        violations.add(watching.name() + " saw " + event + ", which nobody wrote");
        return;
      }
      var next = due.next();
      Event wanted = event(next.getKey(), next.getValue());
      if (!event.equals(wanted)) {
        violations.add(watching.name() + " saw " + event + " where " + wanted + " was due");
        return;
      }
    }
    check(
        !watching.toTheEnd() || !due.hasNext(),
        "%s ended after %d events and did not see all",
        watching.name(),
        watching.events().size());
  }

  private Event event(long revision, Change change) {
    Version before = at(change.key, revision - 1);
    if (!change.removal) {
      return new Event(
          before == null ? "ADDED" : "MODIFIED", change.key, new Version(revision, change.value));
    }
    String last = before == null ? "nothing" : before.value();
    return new Event("DELETED", change.key, new Version(revision, last));
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is in no dependency of this module
  private void check(boolean holds, String text, @Nullable Object... arguments) {
    if (!holds) {
      violations.add(text.formatted(arguments));
    }
  }
}
