package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.watch.WatchEvent;
import io.coxswain.apiserver.watch.Watcher;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import java.util.ArrayDeque;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** A watch as its client sees it: frames in the requested form. */
final class OpenWatch implements ApiWatch {
  private final @Nullable Watcher watcher;
  private final @Nullable ServedKind kind;
  private final Representation representation;
  private boolean first = true;
  private boolean failed;
  private final ArrayDeque<Frame> ready = new ArrayDeque<>();
  private final EncodedObjects encoded;

  OpenWatch(
      Watcher watcher, ServedKind kind, Representation representation, EncodedObjects encoded) {
    this.watcher = watcher;
    this.kind = kind;
    this.representation = representation;
    this.encoded = encoded;
  }

  private OpenWatch(Representation representation, EncodedObjects encoded) {
    this.watcher = null;
    this.kind = null;
    this.representation = representation;
    this.encoded = encoded;
  }

  /** A watch whose only event is an error. */
  static OpenWatch failed(
      StatusException error, Representation representation, EncodedObjects encoded) {
    var watch = new OpenWatch(representation, encoded);
    watch.ready.add(new Frame("ERROR", representation.statusBytes(error.status())));
    return watch;
  }

  @Override
  public String mediaType() {
    return representation.watchMediaType();
  }

  @Override
  public int status() {
    return 200;
  }

  @Override
  public ApiResponse errorResponse() {
    return new ApiResponse(200, Collections.emptySortedMap(), new byte[0]);
  }

  @Override
  public @Nullable Frame next() {
    Frame prepared = ready.poll();
    if (prepared != null || watcher == null || kind == null) {
      return prepared;
    }
    WatchEvent event;
    try {
      event = watcher.next();
    } catch (StatusException e) {
      return failure(e);
    }
    return switch (event) {
      case null -> null;
      case WatchEvent.Change change -> shown(change, kind);
      case WatchEvent.Bookmark bookmark -> bookmark(kind, bookmark);
    };
  }

  /** An object whose conversion fails ends the watch. */
  private @Nullable Frame shown(WatchEvent.Change change, ServedKind watched) {
    if (failed) {
      return null;
    }
    try {
      return frame(change, watched);
    } catch (StatusException e) {
      return failure(e);
    }
  }

  private Frame failure(StatusException error) {
    failed = true;
    close();
    return new Frame("ERROR", representation.statusBytes(error.status()));
  }

  private Frame frame(WatchEvent.Change change, ServedKind watched) {
    byte[] object =
        representation.isShareable()
            ? encoded.get(
                watched,
                change.object(),
                () -> representation.objectBytes(watched, change.object(), false))
            : representation.objectBytes(watched, change.object(), first);
    first = false;
    return new Frame(change.type(), object);
  }

  @Override
  public boolean ready() {
    if (!ready.isEmpty()) {
      return true;
    }
    try {
      return watcher != null && watcher.ready();
    } catch (StatusException e) {
      ready.add(failure(e));
      return true;
    }
  }

  private Frame bookmark(ServedKind kind, WatchEvent.Bookmark bookmark) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    object.put("kind", kind.type().kind()).put("apiVersion", kind.type().apiVersion());
    ObjectNode metadata = object.putObject("metadata");
    metadata.put("resourceVersion", Long.toString(bookmark.revision()));
    if (bookmark.initialEventsEnd()) {
      metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
    }
    byte[] bytes = representation.bookmarkBytes(kind, object, first);
    first = false;
    return new Frame("BOOKMARK", bytes);
  }

  @Override
  public void close() {
    if (watcher != null) {
      watcher.close();
    }
  }
}
