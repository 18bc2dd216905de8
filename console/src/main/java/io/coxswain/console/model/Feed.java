package io.coxswain.console.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.Ref;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Follows the objects of one kind and keeps a summary of each.
 *
 * <p>One task lists in pages and then watches from there; it is the only writer. A broken watch is
 * resumed, an expired one starts over, and a rejected request is repeated after a delay. Readers
 * never wait and see each object in some recent state.
 */
public final class Feed<T> {
  private static final int PAGE = 500;
  private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
  private static final Duration MAX_DELAY = Duration.ofSeconds(30);

  /** Rights and kinds change rarely. */
  private static final Duration DENIED_DELAY = Duration.ofSeconds(15);

  private final Env env;
  private final ApiClient client;
  private final KnownKind kind;
  private final Function<ObjectNode, T> summary;
  private final Function<T, ObjectKey> group;
  private final Observer<T> observer;
  private final int capacity;
  private final Bell changed;
  private final ConcurrentSkipListMap<ObjectKey, T> objects = new ConcurrentSkipListMap<>();
  private final ConcurrentMap<ObjectKey, Map<ObjectKey, T>> groups = new ConcurrentHashMap<>();
  private final AtomicLong version = new AtomicLong();
  private final AtomicLong used = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private volatile FeedState state = FeedState.LOADING;
  private @Nullable Task task;

  /** Is given each change, on the task of the feed. */
  @FunctionalInterface
  interface Observer<T> {
    /**
     * @param before null for a new object
     * @param after null for a deleted object
     */
    void changed(ObjectKey key, @Nullable T before, @Nullable T after);
  }

  /** Keys in the order in which they were first seen; used by the task of the feed only. */
  private final ArrayDeque<ObjectKey> arrivals = new ArrayDeque<>();

  /**
   * @param group the group of an object, by which {@link #group} finds it
   * @param capacity the number of objects to keep; of more, those that were seen first are dropped
   * @param changed rings after changes
   */
  Feed(
      Env env,
      ApiClient client,
      KnownKind kind,
      Function<ObjectNode, T> summary,
      Function<T, ObjectKey> group,
      Observer<T> observer,
      int capacity,
      Bell changed) {
    this.env = env;
    this.client = client;
    this.kind = kind;
    this.summary = summary;
    this.group = group;
    this.observer = observer;
    this.capacity = capacity;
    this.changed = changed;
  }

  public KnownKind kind() {
    return kind;
  }

  // ---- reading

  /** All objects, in the order of their keys. Starts the feed if it does not run. */
  public Map<ObjectKey, T> all() {
    use();
    return Collections.unmodifiableMap(objects);
  }

  /** One object; null if it is not known. */
  public @Nullable T get(ObjectKey key) {
    use();
    return objects.get(key);
  }

  /** The objects of a group, in the order of their keys. */
  public Collection<T> group(ObjectKey wanted) {
    use();
    Map<ObjectKey, T> found = groups.get(wanted);
    return found == null
        ? Collections.emptyList()
        : Collections.unmodifiableCollection(found.values());
  }

  public FeedState state() {
    use();
    return state;
  }

  /** The state, without using the feed. */
  FeedState current() {
    return state;
  }

  /** A number that grows with each change. */
  public long version() {
    return version.get();
  }

  // ---- life

  private void use() {
    used.set(env.clock().nanos());
    if (task != null) {
      return;
    }
    lock.lock();
    try {
      if (task == null) {
        task = env.tasks().spawn("console feed of " + kind.type().plural(), this::run);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Stops the feed if it has not been read for the time; the next reader starts it again. */
  void stopIfIdle(Duration idle) {
    if (env.clock().nanos() - used.get() > idle.toNanos()) {
      stop();
    }
  }

  void stop() {
    lock.lock();
    try {
      if (task == null) {
        return;
      }
      Task running = task;
      running.cancel();
      running.join();
      task = null;
      objects.clear();
      groups.clear();
      arrivals.clear();
      state = FeedState.LOADING;
    } finally {
      lock.unlock();
    }
  }

  // ---- following

  private void run() throws CancelledException {
    Duration delay = FIRST_DELAY;
    String from = "";
    while (true) {
      try {
        if (from.isEmpty()) {
          from = fill();
          become(FeedState.LIVE);
        }
        from = follow(from);
        delay = FIRST_DELAY;
      } catch (ApiException.Expired e) {
        from = "";
      } catch (ApiException.Forbidden | ApiException.Unauthorized e) {
        from = deny(FeedState.Phase.FORBIDDEN, e);
      } catch (ApiException.NotFound e) {
        from = deny(FeedState.Phase.ABSENT, e);
      } catch (ApiException | IOException e) {
        become(new FeedState(FeedState.Phase.FAILING, String.valueOf(e.getMessage())));
        env.clock().sleep(delay);
        delay = delay.multipliedBy(2).compareTo(MAX_DELAY) > 0 ? MAX_DELAY : delay.multipliedBy(2);
      }
    }
  }

  /** Waits before the next attempt; returns where to continue. */
  private String deny(FeedState.Phase phase, ApiException why) throws CancelledException {
    become(new FeedState(phase, String.valueOf(why.getMessage())));
    keepOnly(Set.of());
    env.clock().sleep(DENIED_DELAY);
    return "";
  }

  private void become(FeedState next) {
    if (!next.equals(state)) {
      state = next;
      ring();
    }
  }

  private void ring() {
    version.incrementAndGet();
    changed.ring();
  }

  /** Lists everything; returns the version to watch from. */
  private String fill() throws ApiException, IOException, CancelledException {
    var seen = new HashSet<ObjectKey>();
    String more = "";
    while (true) {
      ApiRequest request =
          ApiRequest.get(kind.type().path("")).with("limit", Integer.toString(PAGE));
      JsonNode page =
          Json.MAPPER.readTree(
              client.call(more.isEmpty() ? request : request.with("continue", more)).body());
      for (JsonNode item : page.path("items")) {
        if (item instanceof ObjectNode object) {
          seen.add(put(object));
        }
      }
      ring();
      more = page.path("metadata").path("continue").asText("");
      if (more.isEmpty()) {
        keepOnly(seen);
        return page.path("metadata").path("resourceVersion").asText("0");
      }
    }
  }

  private void keepOnly(Set<ObjectKey> keys) {
    for (ObjectKey key : objects.keySet()) {
      if (!keys.contains(key)) {
        remove(key);
      }
    }
    ring();
  }

  /** Follows the watch until it ends; returns the version to resume from. */
  private String follow(String from) throws ApiException, IOException, CancelledException {
    ApiRequest request =
        ApiRequest.get(kind.type().path(""))
            .with("watch", "true")
            .with("allowWatchBookmarks", "true")
            .with("resourceVersion", from);
    String at = from;
    try (ApiWatch watch = client.watch(request)) {
      become(FeedState.LIVE);
      while (true) {
        ApiWatch.Frame frame = watch.next();
        if (frame == null) {
          return at;
        }
        if (frame.type().equals("ERROR")) {
          throw ApiException.of(
              Json.MAPPER.readTree(frame.object()).path("code").asInt(500), frame.object());
        }
        at = apply(frame, at);
      }
    }
  }

  private String apply(ApiWatch.Frame frame, String at) throws IOException {
    ObjectNode object;
    try {
      object = Json.MAPPER.readValue(frame.object(), ObjectNode.class);
    } catch (JsonProcessingException e) {
      throw new IOException("a watch event is not valid JSON", e);
    }
    String next = object.path("metadata").path("resourceVersion").asText(at);
    switch (frame.type()) {
      case "ADDED", "MODIFIED" -> {
        put(object);
        ring();
      }
      case "DELETED" -> {
        remove(Ref.keyOf(object));
        ring();
      }
      default -> {} // a bookmark
    }
    return next;
  }

  private ObjectKey put(ObjectNode object) {
    ObjectKey key = Ref.keyOf(object);
    T after = summary.apply(object);
    T before = objects.put(key, after);
    ObjectKey now = group.apply(after);
    if (before != null && !group.apply(before).equals(now)) {
      leave(group.apply(before), key);
    }
    groups.computeIfAbsent(now, _ -> new ConcurrentSkipListMap<>()).put(key, after);
    observer.changed(key, before, after);
    if (before == null) {
      arrivals.add(key);
      makeRoom();
    }
    return key;
  }

  private void makeRoom() {
    while (objects.size() > capacity) {
      remove(arrivals.remove());
    }
    if (arrivals.size() > 2 * capacity) {
      arrivals.removeIf(key -> !objects.containsKey(key));
    }
  }

  private void remove(ObjectKey key) {
    T before = objects.remove(key);
    if (before != null) {
      leave(group.apply(before), key);
      observer.changed(key, before, null);
    }
  }

  private void leave(ObjectKey left, ObjectKey key) {
    Map<ObjectKey, T> members = groups.get(left);
    if (members != null) {
      members.remove(key);
      if (members.isEmpty()) {
        groups.remove(left);
      }
    }
  }
}
