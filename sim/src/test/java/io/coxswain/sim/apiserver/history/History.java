package io.coxswain.sim.apiserver.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** What the clients of one run asked and were told. May be written by several threads. */
final class History {
  private final AtomicLong clock = new AtomicLong();
  private final List<Write> writes = Collections.synchronizedList(new ArrayList<>());
  private final List<Read> reads = Collections.synchronizedList(new ArrayList<>());
  private final List<Listing> listings = Collections.synchronizedList(new ArrayList<>());
  private final List<Watching> watchings = Collections.synchronizedList(new ArrayList<>());

  /** One state of an object; each value is written once in a run. */
  record Version(long revision, String value) {}

  /** From when to when a request was under way, on a clock that only counts. */
  record Span(long began, long ended) {}

  /** What a write asked for. */
  enum Verb {
    CREATE,
    UPDATE,
    DELETE
  }

  /** What became of it. */
  enum Outcome {
    DONE,
    ALREADY_EXISTS,
    CONFLICT,
    NOT_FOUND,
    UNKNOWN
  }

  /**
   * A write.
   *
   * @param seen the revision that an update was conditional on; 0 for none
   * @param revision of the commit; 0 when there was none or it is not known
   */
  record Write(
      Span span, Verb verb, String key, long seen, String value, Outcome outcome, long revision) {}

  /**
   * A get.
   *
   * @param found with revision 0 when there was none
   */
  record Read(Span span, String key, Version found) {}

  /** A list, of one or more pages. */
  record Listing(Span span, long revision, SortedMap<String, Version> items) {
    Listing {
      items = Collections.unmodifiableSortedMap(new TreeMap<>(items));
    }
  }

  /** An event of a watch. */
  record Event(String type, String key, Version version) {}

  /**
   * A watch from a revision, over as many connections as it took.
   *
   * @param toTheEnd whether it went on until it had to have seen everything
   */
  record Watching(String name, long from, List<Event> events, boolean toTheEnd) {
    Watching {
      events = List.copyOf(events);
    }
  }

  /** The time of something that happens now. */
  long tick() {
    return clock.incrementAndGet();
  }

  void add(Write write) {
    writes.add(write);
  }

  void add(Read read) {
    reads.add(read);
  }

  void add(Listing listing) {
    listings.add(listing);
  }

  void add(Watching watching) {
    watchings.add(watching);
  }

  List<Write> writes() {
    return List.copyOf(writes);
  }

  List<Read> reads() {
    return List.copyOf(reads);
  }

  List<Listing> listings() {
    return List.copyOf(listings);
  }

  List<Watching> watchings() {
    return List.copyOf(watchings);
  }
}
