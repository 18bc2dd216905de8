package io.coxswain.runtime.cache;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Entropy;
import io.coxswain.env.Env;
import io.coxswain.env.Tasks;
import io.coxswain.env.Timers;
import io.coxswain.runtime.rest.Rest;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Keeps a {@link KindCache} like the server, for ever: fills it, follows the changes, and begins
 * anew where it left off, or from a new fill when the server no longer knows that place.
 */
final class Reflector {
  private static final Logger log = LoggerFactory.getLogger(Reflector.class);
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration OVERTIME = Duration.ofSeconds(30);

  private final Rest rest;
  private final Clock clock;
  private final Timers timers;
  private final Entropy entropy;
  private final KindCache cache;
  private final ResourceType type;
  private final Partition partition;
  private final Projection projection;
  private final RetryDelay delay;
  private final Tasks tasks;

  /** Where to follow from; null when the cache must be filled first. */
  private volatile @Nullable String from;

  /** The same as a number, for telling what has been seen. */
  private long at = ResourceVersions.UNKNOWN;

  private volatile int lastSeconds;

  /** The last place known to the server when filling; empty for a consistent read. */
  private String known = "";

  private boolean everFilled;
  private boolean streamsLists = true;
  private boolean saidAbsent;

  Reflector(Env env, Rest rest, KindCache cache, Partition partition, Projection projection) {
    this.rest = rest;
    this.clock = env.clock();
    this.timers = env.timers();
    this.tasks = env.tasks();
    this.partition = partition;
    this.entropy =
        env.entropy().derive("reflector " + cache.type() + partition.selection.namespace());
    this.cache = cache;
    this.type = cache.type();
    this.projection = projection;
    this.delay = new RetryDelay(clock, entropy);
  }

  Partition partition() {
    return partition;
  }

  void run() throws CancelledException {
    while (true) {
      long began = clock.nanos();
      try (ApiWatch watch = from == null ? fill() : open(from)) {
        boolean saw = followAll(watch);
        if (!saw && clock.nanos() - began < SHORT.toNanos()) {
          log.warn("watch of {} ended at once; listing again", type);
          from = null;
          delay.sleep();
        }
      } catch (ApiException.Expired e) {
        log.info("{}: {}; listing again", type, e.getMessage());
        boolean wasConsistent = from == null && known.isEmpty();
        from = null;
        known = "";
        if (wasConsistent) {
          delay.sleep();
        }
      } catch (ApiException.TooManyRequests | ApiException.NoAnswer e) {
        retry(e);
      } catch (ApiException e) {
        from = null;
        if (isTooLarge(e)) {
          known = "";
        }
        retry(e);
      } catch (IOException e) {
        log.info("watch of {} broke: {}", type, e.getMessage());
        delay.sleep();
      }
    }
  }

  private void retry(ApiException e) throws CancelledException {
    boolean absent = e instanceof ApiException.NotFound;
    // A kind that the server does not have is waited for, often for ever: that is nothing to warn
    // of, and said once.
    Level level = !absent ? Level.WARN : saidAbsent ? Level.DEBUG : Level.INFO;
    log.atLevel(level)
        .log("{} {} failed: {}", from == null ? "list of" : "watch of", type, e.getMessage());
    saidAbsent = absent;
    cache.failed(this, e);
    delay.sleep();
  }

  /** The server has not come as far as we ask for; it may have been restored from a backup. */
  private static boolean isTooLarge(ApiException e) {
    return e.getMessage() != null && e.getMessage().contains("Too large resource version");
  }

  // ---- filling --------------------------------------------------------------------------------

  /** Fills the cache and returns the watch that goes on from there. */
  private ApiWatch fill() throws ApiException, IOException, CancelledException {
    if (streamsLists) {
      try {
        return streamList();
      } catch (ApiException.Expired | ApiException.TooManyRequests | ApiException.NoAnswer e) {
        throw e;
      } catch (ApiException.Invalid | ApiException.BadRequest e) {
        log.debug("{}: the server cannot stream lists: {}", type, e.getMessage());
        streamsLists = false;
      } catch (ApiException e) {
        if (isTooLarge(e)) {
          throw e;
        }
        log.debug("{}: streaming the list failed: {}", type, e.getMessage());
      }
    }
    return open(list());
  }

  /** One request that brings first what is there and then what changes. */
  private ApiWatch streamList() throws ApiException, IOException, CancelledException {
    long fill = cache.beginFill();
    boolean consistent = known.isEmpty();
    ApiWatch watch =
        watch(
            known,
            request ->
                request
                    .with("sendInitialEvents", "true")
                    .with("resourceVersionMatch", "NotOlderThan"));
    try {
      var entries = new LinkedHashMap<ObjectKey, Entry>();
      while (true) {
        ApiWatch.Frame frame = watch.next();
        if (frame == null) {
          throw new IOException("the watch ended before the first list was complete");
        }
        switch (frame.type()) {
          case "ADDED", "MODIFIED" -> {
            Entry entry = scan(frame.object());
            if (entry != null) {
              entries.put(entry.key(), entry);
            }
          }
          case "DELETED" -> {
            Entry entry = scan(frame.object());
            if (entry != null) {
              entries.remove(entry.key());
            }
          }
          case "BOOKMARK" -> {
            Bookmark bookmark = Bookmark.read(frame.object());
            if (bookmark.endsInitialEvents()) {
              complete(entries.values(), bookmark.version(), fill, consistent);
              return watch;
            }
          }
          case "ERROR" -> throw error(frame.object());
          default -> log.warn("{}: unknown watch event {}", type, frame.type());
        }
      }
    } catch (ApiException | IOException | RuntimeException e) {
      watch.close();
      throw e;
    }
  }

  /** Lists page by page; the version to follow from. */
  private String list() throws ApiException, IOException, CancelledException {
    long fill = cache.beginFill();
    // The first list may come from the server's cache; a later one must not be older than we are.
    String version = everFilled ? known : "0";
    Map<ObjectKey, Entry> entries = new LinkedHashMap<>();
    String more = "";
    while (true) {
      ApiRequest request = request("PartialObjectMetadataList");
      if (!more.isEmpty()) {
        request = request.with("limit", "500").with("continue", more);
      } else {
        if (version.isEmpty() || version.equals("0")) {
          request = request.with("limit", "500");
        }
        if (!version.isEmpty()) {
          request = request.with("resourceVersion", version);
        }
      }
      EntryScanner.Listed page = EntryScanner.list(rest.call(request).body());
      for (byte[] item : page.items) {
        Entry entry = scan(item);
        if (entry != null) {
          entries.put(entry.key(), entry);
        }
      }
      more = page.more;
      if (more.isEmpty()) {
        complete(entries.values(), page.version, fill, version.isEmpty());
        return page.version;
      }
    }
  }

  private void complete(Collection<Entry> entries, String version, long fill, boolean consistent)
      throws CancelledException {
    cache.replace(this, entries, ResourceVersions.parse(version), fill, consistent);
    from = version;
    known = version;
    at = ResourceVersions.parse(version);
    everFilled = true;
    saidAbsent = false;
  }

  // ---- following ------------------------------------------------------------------------------

  private ApiWatch open(String version) throws ApiException, CancelledException {
    return watch(version, UnaryOperator.identity());
  }

  /**
   * Follows the watch and those that take over from it. Shortly before the server ends a watch the
   * next one is opened, so that there is never a time without one; what both bring is taken once.
   */
  private boolean followAll(ApiWatch first) throws ApiException, IOException, CancelledException {
    ApiWatch watch = first;
    boolean saw = false;
    while (true) {
      var rotation = new WatchHandover(tasks, timers, watch, this::successor);
      rotation.begin(lastSeconds);
      try {
        saw |= follow(watch);
      } catch (IOException e) {
        if (!rotation.hasNext()) {
          throw e;
        }
      } catch (ApiException | RuntimeException e) {
        rotation.abandon();
        throw e;
      } finally {
        rotation.end();
        watch.close();
      }
      ApiWatch next = rotation.takeNext();
      if (next == null) {
        return saw;
      }
      watch = next;
      saw = true;
    }
  }

  private ApiWatch successor() throws ApiException, CancelledException {
    String version = from;
    if (version == null) {
      throw new IllegalStateException("nothing to follow");
    }
    return open(version);
  }

  /** Applies frames until the server ends the watch; whether there were any. */
  private boolean follow(ApiWatch watch) throws ApiException, IOException, CancelledException {
    boolean saw = false;
    while (true) {
      ApiWatch.Frame frame = watch.next();
      if (frame == null) {
        return saw;
      }
      saw = true;
      switch (frame.type()) {
        case "ADDED", "MODIFIED" -> {
          Entry entry = scan(frame.object());
          if (entry != null && isNew(entry)) {
            cache.put(this, entry);
            moveTo(entry.version());
          }
        }
        case "DELETED" -> {
          Entry entry = scan(frame.object());
          if (entry != null && isNew(entry)) {
            cache.remove(this, entry);
            moveTo(entry.version());
          }
        }
        case "BOOKMARK" -> {
          long version = ResourceVersions.parse(Bookmark.read(frame.object()).version());
          cache.advance(this, version);
          moveTo(version);
        }
        case "ERROR" -> throw error(frame.object());
        default -> log.warn("{}: unknown watch event {}", type, frame.type());
      }
    }
  }

  /** Watches bring changes in the order of their versions. */
  private boolean isNew(Entry entry) {
    return entry.version() == ResourceVersions.UNKNOWN || entry.version() > at;
  }

  private void moveTo(long version) {
    if (version != ResourceVersions.UNKNOWN) {
      String text = Long.toString(version);
      from = text;
      known = text;
      at = version;
    }
  }

  private @Nullable Entry scan(byte[] object) {
    try {
      return cache.sharing(EntryScanner.scan(transformed(object), projection, cache::keep));
    } catch (IOException | RuntimeException e) {
      log.error("{}: an object that cannot be read is left out: {}", type, e.getMessage());
      return null;
    }
  }

  private byte[] transformed(byte[] object) throws IOException {
    Consumer<ObjectNode> transform = partition.selection.transform();
    if (transform == null) {
      return object;
    }
    ObjectNode tree = Json.MAPPER.readValue(object, ObjectNode.class);
    transform.accept(tree);
    return Json.bytes(tree);
  }

  private static ApiException error(byte[] status) throws IOException {
    JsonNode code = Json.MAPPER.readTree(status).path("code");
    return ApiException.of(code.asInt(500), status);
  }

  /** The server ends a watch in five to ten minutes; should it not, because it is gone, we do. */
  private ApiWatch watch(String version, UnaryOperator<ApiRequest> more)
      throws ApiException, CancelledException {
    int seconds = 300 + entropy.nextInt(300);
    lastSeconds = seconds;
    ApiRequest request =
        request("PartialObjectMetadata")
            .with("watch", "true")
            .with("allowWatchBookmarks", "true")
            .with("timeoutSeconds", Integer.toString(seconds));
    if (!version.isEmpty()) {
      request = request.with("resourceVersion", version);
    }
    return BoundedWatch.bound(
        rest.watch(more.apply(request)), timers, Duration.ofSeconds(seconds).plus(OVERTIME));
  }

  private ApiRequest request(String metadataOnly) {
    ApiRequest request = partition.selection.request(type);
    return projection == Projection.FULL
        ? request
        : request.header(
            "accept",
            "application/json;as=" + metadataOnly + ";g=meta.k8s.io;v=v1,application/json");
  }
}
