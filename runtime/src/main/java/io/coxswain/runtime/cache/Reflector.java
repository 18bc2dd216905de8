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
 * Keeps a {@link KindCache} in sync with the API server.
 *
 * <p>{@link #run} alternates between two states. While {@code from} is null the cache must be
 * filled: by one streaming list, which continues as the watch, or by pages of a list and a watch
 * from its resourceVersion. Otherwise the watch is followed, and {@code from} moves with every
 * event and bookmark, so that a broken watch resumes where it ended.
 *
 * <p>Four things can go wrong:
 *
 * <ul>
 *   <li>The connection breaks: resume at {@code from}.
 *   <li>The version has expired: fill again, with a consistent read.
 *   <li>The known version is ahead of the server, for example after a restore: fill again, without
 *       a minimum version.
 *   <li>The request is rejected: retry with back-off, indefinitely. Subscribers keep what they
 *       have.
 * </ul>
 *
 * <p>Filling again reports only differences: objects that are missing in the new list are deleted,
 * unchanged ones cause no event. A list is never older than what the cache has shown ({@code
 * known}), so that readers do not go back in time. The successor of a watch is opened shortly
 * before the server closes it; events that both deliver are recognised by their version.
 */
final class Reflector {
  private static final Logger log = LoggerFactory.getLogger(Reflector.class);
  private static final Duration SHORT = Duration.ofSeconds(1);

  /** So many short watches in a row are worth a warning. */
  private static final int MANY_SHORT_WATCHES = 3;

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

  /** The resourceVersion to watch from; null if the cache must be filled first. */
  private volatile @Nullable String from;

  /** The same as a number, for comparison with events. */
  private long at = ResourceVersions.UNKNOWN;

  private volatile int lastSeconds;

  /** The minimum resourceVersion of the next list; empty for a consistent read. */
  private String known = "";

  private boolean everFilled;
  private boolean streamsLists = true;
  private boolean absenceLogged;
  private int shortWatches;

  /**
   * @param consistent whether the first list must not come from the watch cache of the server
   */
  Reflector(
      Env env,
      Rest rest,
      KindCache cache,
      Partition partition,
      Projection projection,
      boolean consistent) {
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
    this.everFilled = consistent;
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
          shortWatches++;
          // One is normal: the server stops, or the CRD of the kind has been changed or deleted.
          log.atLevel(shortWatches < MANY_SHORT_WATCHES ? Level.INFO : Level.WARN)
              .addKeyValue("type", type.qualifiedPlural())
              .log(
                  "Unexpected watch close: watch lasted less than a second and no items received; relisting");
          from = null;
          delay.sleep();
        } else {
          shortWatches = 0;
        }
      } catch (ApiException.Expired e) {
        log.atInfo()
            .addKeyValue("type", type.qualifiedPlural())
            .addKeyValue("err", e.getMessage())
            .log("Watch expired, relisting");
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
        log.atInfo()
            .addKeyValue("type", type.qualifiedPlural())
            .addKeyValue("err", e.getMessage())
            .log("Watch closed with error, will resume");
        delay.sleep();
      }
    }
  }

  private void retry(ApiException e) throws CancelledException {
    boolean absent = e instanceof ApiException.NotFound;
    // A kind that the server does not serve may appear later or never, so it is logged once, and
    // not as a warning.
    Level level = !absent ? Level.WARN : absenceLogged ? Level.DEBUG : Level.INFO;
    log.atLevel(level)
        .addKeyValue("type", type.qualifiedPlural())
        .addKeyValue("err", e.getMessage())
        .log(from == null ? "Failed to list" : "Failed to watch");
    absenceLogged = absent;
    cache.failed(this, e);
    delay.sleep();
  }

  /**
   * The requested resourceVersion is ahead of the server, for example after a restore from a
   * backup.
   */
  private static boolean isTooLarge(ApiException e) {
    return e.getMessage() != null && e.getMessage().contains("Too large resource version");
  }

  // ---- filling --------------------------------------------------------------------------------

  /** Fills the cache and returns a watch that continues from there. */
  private ApiWatch fill() throws ApiException, IOException, CancelledException {
    if (streamsLists) {
      try {
        return streamList();
      } catch (ApiException.Expired | ApiException.TooManyRequests | ApiException.NoAnswer e) {
        throw e;
      } catch (ApiException.Invalid | ApiException.BadRequest e) {
        log.atDebug()
            .addKeyValue("type", type.qualifiedPlural())
            .addKeyValue("err", e.getMessage())
            .log("The server does not support streaming lists, falling back to list");
        streamsLists = false;
      } catch (ApiException e) {
        if (isTooLarge(e)) {
          throw e;
        }
        log.atDebug()
            .addKeyValue("type", type.qualifiedPlural())
            .addKeyValue("err", e.getMessage())
            .log("Streaming list failed, falling back to list");
      }
    }
    return open(list());
  }

  /** Opens a streaming list: the initial objects, followed by watch events, in one request. */
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
          throw new IOException("the watch ended before the initial list was complete");
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
          default ->
              log.atWarn()
                  .addKeyValue("type", type.qualifiedPlural())
                  .addKeyValue("event", frame.type())
                  .log("Unable to understand watch event");
        }
      }
    } catch (ApiException | IOException | RuntimeException e) {
      watch.close();
      throw e;
    }
  }

  /** Lists in pages; returns the resourceVersion to watch from. */
  private String list() throws ApiException, IOException, CancelledException {
    long fill = cache.beginFill();
    // The first list may be served from the API server's watch cache; a later one must not be older
    // than the cache.
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
    absenceLogged = false;
  }

  // ---- following ------------------------------------------------------------------------------

  private ApiWatch open(String version) throws ApiException, CancelledException {
    return watch(version, UnaryOperator.identity());
  }

  /**
   * Follows the watch and its successors. Shortly before the server closes a watch, the next one is
   * opened, so that there is always an open watch; events that both deliver are applied once.
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

  /** Applies frames until the server closes the watch; returns whether there were any. */
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
        default ->
            log.atWarn()
                .addKeyValue("type", type.qualifiedPlural())
                .addKeyValue("event", frame.type())
                .log("Unable to understand watch event");
      }
    }
  }

  /** Watches deliver events in the order of their versions. */
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
      log.atError()
          .addKeyValue("type", type.qualifiedPlural())
          .addKeyValue("err", e.getMessage())
          .log("Skipping object that cannot be decoded");
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

  /**
   * The server closes a watch after five to ten minutes; if it does not, because the connection is
   * dead, the client does.
   */
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
