package io.coxswain.console.model;

import io.coxswain.api.ObjectKey;
import io.coxswain.console.summary.EventSummary;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The most recent Events of the cluster, by the object that they are about. */
public final class Events {
  private static final int MAX_COUNT = 20_000;

  private static final Comparator<EventSummary> NEWEST_FIRST =
      Comparator.comparing(
              EventSummary::time,
              Comparator.<@Nullable Instant>nullsFirst(Comparator.naturalOrder()))
          .reversed()
          .thenComparing(EventSummary::key);

  private final Feed<EventSummary> feed;

  Events(Env env, ApiClient client, Bell changed) {
    this.feed =
        new Feed<>(
            env,
            client,
            KnownKind.EVENT,
            EventSummary::of,
            event -> event.about().key(),
            (_, _, _) -> {},
            MAX_COUNT,
            changed);
  }

  /** The events about objects of that name and namespace, whatever their kind. */
  public Collection<EventSummary> about(ObjectKey key) {
    return feed.group(key);
  }

  /** The events about objects of that kind and name, newest first. */
  public List<EventSummary> about(KnownKind kind, ObjectKey key) {
    var found = new ArrayList<EventSummary>();
    for (EventSummary event : feed.group(key)) {
      if (event.isAbout(kind, key)) {
        found.add(event);
      }
    }
    found.sort(NEWEST_FIRST);
    return found;
  }

  /** The newest events of the cluster. */
  public List<EventSummary> newest(int count) {
    return newest(feed.all().values(), count);
  }

  /** The newest of some events. */
  public static List<EventSummary> newest(Collection<EventSummary> events, int count) {
    return events.stream().sorted(NEWEST_FIRST).limit(count).toList();
  }

  public FeedState state() {
    return feed.state();
  }

  void stopIfIdle(Duration idle) {
    feed.stopIfIdle(idle);
  }

  void stop() {
    feed.stop();
  }
}
