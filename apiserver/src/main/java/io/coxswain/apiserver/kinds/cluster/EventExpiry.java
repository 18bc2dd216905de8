package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Commit;
import io.coxswain.apiserver.store.Origin;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.apiserver.store.UnwritableException;
import io.coxswain.env.Env;
import io.coxswain.env.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes events an hour after they were last written. Tracks the expiry of each event in the order
 * of writing, with at most one timer, for the first of them. Without events it has no timer, and it
 * never has a waiting task.
 */
public final class EventExpiry implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EventExpiry.class);
  private static final String EVENTS = "events";
  private static final Duration KEPT = Duration.ofHours(1);
  private static final Duration RETRY = Duration.ofMinutes(1);
  private static final Origin ORIGIN = new Origin("delete", "system:apiserver", "kube-apiserver");

  private final Env env;
  private final Store store;
  private final ReentrantLock lock = new ReentrantLock();
  private final LinkedHashMap<ObjectKey, Instant> due = new LinkedHashMap<>();
  private Timers.@Nullable Timer timer;
  private boolean closed;

  private EventExpiry(Env env, Store store) {
    this.env = env;
    this.store = store;
  }

  /** Starts expiring the events of the store, including existing ones. */
  public static EventExpiry begin(Env env, Store store) {
    var expiry = new EventExpiry(env, store);
    expiry.take(store.head().collection(EVENTS).values());
    store.listen(expiry::noted);
    return expiry;
  }

  private void take(Iterable<Stored> events) {
    var sorted = new ArrayList<Stored>();
    events.forEach(sorted::add);
    sorted.sort((a, b) -> Long.compare(a.revision(), b.revision()));
    lock.lock();
    try {
      sorted.forEach(event -> due.put(event.key(), written(event).plus(KEPT)));
      arm();
    } finally {
      lock.unlock();
    }
  }

  private static Instant written(Stored event) {
    JsonNode meta = event.tree().path("metadata");
    Instant last = Timestamps.instant(meta.path("creationTimestamp").asText());
    for (JsonNode entry : meta.path("managedFields")) {
      Instant time = Timestamps.instant(entry.path("time").asText(last.toString()));
      last = time.isAfter(last) ? time : last;
    }
    return last;
  }

  private void noted(Commit commit) {
    if (!commit.collection().equals(EVENTS)) {
      return;
    }
    lock.lock();
    try {
      due.remove(commit.key());
      if (!commit.removal()) {
        due.put(commit.key(), env.clock().now().plus(KEPT));
        arm();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Sets the timer for the first event, unless it is set. */
  private void arm() {
    if (timer == null && !closed && !due.isEmpty()) {
      Instant first = due.firstEntry().getValue();
      Duration wait = Duration.between(env.clock().now(), first);
      timer = env.timers().after(wait.isNegative() ? Duration.ZERO : wait, this::expire);
    }
  }

  private void expire() {
    try {
      for (ObjectKey key : takeDue()) {
        Stored seen = store.head().find(EVENTS, key);
        if (seen != null) {
          remove(key, seen);
        }
      }
    } finally {
      rearm();
    }
  }

  private void rearm() {
    lock.lock();
    try {
      timer = null;
      arm();
    } finally {
      lock.unlock();
    }
  }

  private List<ObjectKey> takeDue() {
    Instant now = env.clock().now();
    var keys = new ArrayList<ObjectKey>();
    lock.lock();
    try {
      while (!closed && !due.isEmpty() && !due.firstEntry().getValue().isAfter(now)) {
        keys.add(due.pollFirstEntry().getKey());
      }
    } finally {
      lock.unlock();
    }
    return keys;
  }

  private void remove(ObjectKey key, Stored seen) {
    try {
      var _ = store.remove(EVENTS, key, seen, revision -> last(seen, revision), ORIGIN);
    } catch (RacedException e) {
      log.trace("event was updated concurrently and is kept: event={}", key);
    } catch (UnwritableException e) {
      log.warn("failed to delete an expired event, will retry: event={}", key);
      lock.lock();
      try {
        due.putFirst(key, env.clock().now().plus(RETRY));
      } finally {
        lock.unlock();
      }
    }
  }

  private static Stored last(Stored seen, long revision) {
    ObjectNode tree = seen.tree();
    Meta.of(tree).put("resourceVersion", Long.toString(revision));
    return new Stored(
        seen.key(), seen.uid(), revision, seen.labels(), seen.fields(), Json.bytes(tree));
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (timer != null) {
        timer.cancel();
      }
    } finally {
      lock.unlock();
    }
  }
}
