package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.watch.WatchEvent;
import io.coxswain.apiserver.watch.Watcher;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import java.util.ArrayDeque;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** A watch as its reader sees it: frames in the form it asked for. */
final class OpenWatch implements ApiWatch {
  private final @Nullable Watcher watcher;
  private final @Nullable ServedKind kind;
  private final @Nullable Representation representation;
  private boolean first = true;
  private boolean failed;
  private final ArrayDeque<Frame> ready = new ArrayDeque<>();

  OpenWatch(Watcher watcher, ServedKind kind, Representation representation) {
    this.watcher = watcher;
    this.kind = kind;
    this.representation = representation;
  }

  private OpenWatch() {
    this.watcher = null;
    this.kind = null;
    this.representation = null;
  }

  /** A watch whose first and last event is an error. */
  static OpenWatch expired(StatusException error) {
    var watch = new OpenWatch();
    watch.ready.add(new Frame("ERROR", Json.bytes(error.status())));
    return watch;
  }

  @Override
  public int status() {
    return 200;
  }

  @Override
  public ApiResponse refusal() {
    return new ApiResponse(200, Collections.emptySortedMap(), new byte[0]);
  }

  @Override
  public @Nullable Frame next() {
    Frame prepared = ready.poll();
    if (prepared != null || watcher == null || kind == null || representation == null) {
      return prepared;
    }
    WatchEvent event = watcher.next();
    return switch (event) {
      case null -> null;
      case WatchEvent.Change change -> shown(change, kind, representation);
      case WatchEvent.Bookmark bookmark -> new Frame("BOOKMARK", bookmark(kind, bookmark));
    };
  }

  /** An object that cannot be shown, because its conversion fails, ends the watch. */
  private @Nullable Frame shown(
      WatchEvent.Change change, ServedKind watched, Representation wanted) {
    if (failed) {
      return null;
    }
    try {
      return frame(change, watched, wanted);
    } catch (StatusException e) {
      failed = true;
      close();
      return new Frame("ERROR", Json.bytes(e.status()));
    }
  }

  private Frame frame(WatchEvent.Change change, ServedKind watched, Representation wanted) {
    byte[] object = wanted.objectBytes(watched, change.object(), first);
    first = false;
    return new Frame(change.type(), object);
  }

  @Override
  public boolean ready() {
    return !ready.isEmpty() || (watcher != null && watcher.ready());
  }

  private static byte[] bookmark(ServedKind kind, WatchEvent.Bookmark bookmark) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    object.put("kind", kind.type().kind()).put("apiVersion", kind.type().apiVersion());
    ObjectNode metadata = object.putObject("metadata");
    metadata.put("resourceVersion", Long.toString(bookmark.revision()));
    if (bookmark.initialEventsEnd()) {
      metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
    }
    return Json.bytes(object);
  }

  @Override
  public void close() {
    if (watcher != null) {
      watcher.close();
    }
  }
}
