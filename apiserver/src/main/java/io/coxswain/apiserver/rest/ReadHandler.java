package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.CompactedException;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.apiserver.watch.WatchHub;
import io.coxswain.apiserver.watch.WatchSpec;
import io.coxswain.env.Cancellation;
import io.coxswain.env.Clock;
import io.coxswain.env.Entropy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Handles get, list and watch. */
final class ReadHandler {
  /** Upstream's name of the kind in errors. */
  private static final ResourceType COMPONENT =
      new ResourceType("", "v1", "ComponentStatus", "componentstatus", false);

  private static final Duration WAIT_FOR_REVISION = Duration.ofSeconds(3);
  private static final Duration TOKEN_LIFETIME = Duration.ofMinutes(5);
  private static final int MIN_WATCH_SECONDS = 1800;

  private final Store store;
  private final WatchHub hub;
  private final Clock clock;
  private final Entropy entropy;
  private final boolean sharded;
  private final EncodedObjects encoded = new EncodedObjects();

  /**
   * @param sharded whether lists and watches may select a shard
   */
  ReadHandler(Store store, WatchHub hub, Clock clock, Entropy entropy, boolean sharded) {
    this.store = store;
    this.hub = hub;
    this.clock = clock;
    this.entropy = entropy.derive("watches");
    this.sharded = sharded;
  }

  Stored get(Target target) {
    String version = target.request().query("resourceVersion");
    if (version != null && !version.isEmpty()) {
      awaitRevision(target.kind(), version, number(version, true));
    }
    Stored found = store.head().find(target.kind().collection(), target.key());
    if (found == null) {
      ResourceType type = target.kind().type();
      throw StatusException.notFound(
          type.kind().equals(COMPONENT.kind()) ? COMPONENT : type, target.info().name());
    }
    return found;
  }

  HandlerResponse list(Target target) {
    Representation representation = Representation.of(target);
    ListOptions options = options(target);
    Page page = page(target.kind(), options);
    return new HandlerResponse.Whole(
        representation.list(
            target.kind(),
            page.objects,
            metadata(page, options, target.kind()),
            target.warnings()));
  }

  /** The parameters of a request for several objects. */
  ListOptions options(Target target) {
    return ListOptions.of(target.request(), target.info(), target.kind(), sharded);
  }

  static ObjectNode metadata(Page page, ListOptions options, ServedKind kind) {
    ObjectNode metadata = Json.MAPPER.createObjectNode();
    if (kind.facts().custom()) {
      metadata.put("continue", "");
    }
    metadata.put("resourceVersion", Long.toString(page.revision));
    if (page.token != null) {
      metadata.put("continue", page.token.encode());
      if (page.remaining >= 0) {
        metadata.put("remainingItemCount", page.remaining);
      }
    }
    if (options.shard() != null) {
      metadata.putObject("shardInfo").put("selector", options.shard().toString());
    }
    return metadata;
  }

  /** Some objects of one snapshot. */
  record Page(
      List<Stored> objects, long revision, ListOptions.@Nullable Token token, long remaining) {}

  Page page(ServedKind kind, ListOptions options) {
    Snapshot snapshot = snapshot(kind, options);
    var collection = snapshot.collection(kind.collection());
    ListOptions.Token token = options.token();
    Iterable<Stored> candidates;
    if (token != null) {
      candidates = collection.valuesFrom(token.from(options.namespace(), kind.type().namespaced()));
    } else if (!options.namespace().isEmpty()) {
      candidates = collection.valuesFrom(ObjectKey.of(options.namespace(), ""));
    } else {
      candidates = collection.values();
    }
    boolean paged = options.limit() > 0 && !options.resourceVersion().equals("0");
    var objects = new ArrayList<Stored>();
    long remaining = 0;
    for (Stored object : candidates) {
      Cancellation.check();
      if (!options.namespace().isEmpty() && !object.key().namespace().equals(options.namespace())) {
        break;
      }
      if (!options.test(object)) {
        continue;
      }
      if (paged && objects.size() >= options.limit()) {
        remaining++;
        continue;
      }
      objects.add(object);
    }
    if (remaining == 0) {
      return new Page(objects, snapshot.revision(), null, -1);
    }
    return new Page(
        objects,
        snapshot.revision(),
        new ListOptions.Token(
            snapshot.revision(),
            ListOptions.Token.after(objects.getLast().key(), options.namespace()),
            started(token, snapshot.revision())),
        options.hasSelector() ? -1 : remaining);
  }

  private static StatusException expired(ListOptions.Token token) {
    var refusal =
        StatusException.expired(
            "The provided continue parameter is too old to display a consistent list result. You"
                + " can start a new list without the continue parameter, or use the continue"
                + " token in this response to retrieve the remainder of the results. Continuing"
                + " with the provided token results in an inconsistent list - objects that were"
                + " created, modified, or deleted between the time the first chunk was returned"
                + " and now may show up in the list.");
    refusal
        .status()
        .withObject("/metadata")
        .put("continue", new ListOptions.Token(-1, token.start(), 0).encode());
    return refusal;
  }

  /** The time when the first page of this list was read. */
  private long started(ListOptions.@Nullable Token token, long revision) {
    return token != null && token.revision() == revision && token.started() > 0
        ? token.started()
        : clock.now().getEpochSecond();
  }

  /** A real server compacts older revisions regardless of the number of writes. */
  private boolean isTooOld(ListOptions.Token token) {
    return token.started() > 0
        && clock.now().getEpochSecond() - token.started() > TOKEN_LIFETIME.toSeconds();
  }

  private Snapshot snapshot(ServedKind kind, ListOptions options) {
    ListOptions.Token token = options.token();
    if (token != null && token.revision() >= 0) {
      if (isTooOld(token)) {
        throw expired(token);
      }
      try {
        return store.at(token.revision());
      } catch (CompactedException e) {
        throw expired(token);
      }
    }
    String version = options.resourceVersion();
    if (token != null || version.isEmpty() || version.equals("0")) {
      return store.head();
    }
    long revision = number(version, false);
    awaitRevision(kind, version, revision);
    boolean exact =
        options.match().equals("Exact") || (options.match().isEmpty() && options.limit() > 0);
    if (!exact) {
      return store.head();
    }
    try {
      return store.at(revision);
    } catch (CompactedException e) {
      throw StatusException.expired("The resourceVersion for the provided list is too old.");
    }
  }

  /** A client that has seen a revision may be ahead of this reader, but not for long. */
  private void awaitRevision(ServedKind kind, String version, long revision) {
    if (store.revision() >= revision) {
      return;
    }
    if (!kind.strategy().isCached()) {
      throw tooLarge(version);
    }
    var bell = store.log(kind.collection()).bell();
    long deadline = clock.nanos() + WAIT_FOR_REVISION.toNanos();
    while (true) {
      long seen = bell.rings();
      if (store.revision() >= revision) {
        return;
      }
      long left = deadline - clock.nanos();
      if (left <= 0) {
        throw tooLarge(version).retryAfter(1);
      }
      bell.await(seen, Duration.ofNanos(left));
    }
  }

  private StatusException tooLarge(String version) {
    return StatusException.timeout(
            "Too large resource version: " + version + ", current: " + store.revision())
        .cause("ResourceVersionTooLarge", "Too large resource version", "");
  }

  HandlerResponse watch(Target target) {
    Representation representation = Representation.of(target);
    ListOptions options = options(target);
    options
        .fields()
        .name()
        .ifPresent(
            name -> {
              if (!target.info().name().isEmpty() && !name.equals(target.info().name())) {
                throw StatusException.badRequest(
                    "fieldSelector metadata.name doesn't match requested name");
              }
            });
    String version = options.resourceVersion();
    boolean fromAnywhere = version.isEmpty() || version.equals("0");
    Boolean asked = options.sendInitialEvents();
    boolean initial = asked == null ? fromAnywhere : asked;
    long from = fromAnywhere ? store.revision() : number(version, true);
    if (initial && !fromAnywhere) {
      try {
        awaitRevision(target.kind(), version, from);
      } catch (StatusException e) {
        return new HandlerResponse.Watch(OpenWatch.failed(e, representation, encoded));
      }
    }
    Long seconds = options.timeoutSeconds();
    Duration timeout =
        Duration.ofSeconds(
            seconds != null && seconds > 0
                ? seconds
                : MIN_WATCH_SECONDS + entropy.nextInt(MIN_WATCH_SECONDS));
    boolean endMark = asked != null && asked;
    var spec =
        new WatchSpec(
            target.kind().collection(),
            from,
            initial,
            endMark && options.bookmarks(),
            options.bookmarks(),
            timeout,
            options,
            options.interest());
    try {
      return new HandlerResponse.Watch(
          new OpenWatch(hub.open(spec), target.kind(), representation, encoded));
    } catch (CompactedException e) {
      return new HandlerResponse.Watch(
          OpenWatch.failed(
              StatusException.expired(
                  "too old resource version: " + from + " (" + e.oldest() + ")"),
              representation,
              encoded));
    }
  }

  /** A revision is an unsigned number of 64 bits; those above the signed range never come. */
  private static long number(String version, boolean unclassified) {
    if (!ParseUint.isValid(version)) {
      throw badVersion(version, unclassified);
    }
    long number = Long.parseUnsignedLong(version);
    return number < 0 ? Long.MAX_VALUE : number;
  }

  private static StatusException badVersion(String version, boolean unclassified) {
    String text =
        "resourceVersion: Invalid value: \"" + version + "\": " + ParseUint.problem(version);
    return unclassified
        ? StatusException.unclassified(text)
        : StatusException.badRequest("invalid resource version: " + text);
  }
}
