package io.coxswain.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.console.model.Feed;
import io.coxswain.console.model.FeedState;
import io.coxswain.console.summary.ConditionSummary;
import io.coxswain.console.summary.EventSummary;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.Ref;
import io.coxswain.console.waiting.Waiting;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parts that several documents have. */
final class Documents {
  private static final int MAX_TEXT = 4096;

  private Documents() {}

  static ObjectNode of(String view) {
    return Json.NODES.objectNode().put("view", view);
  }

  static ArrayNode list() {
    return Json.NODES.arrayNode();
  }

  /** Sets a field unless the text is empty. */
  static void put(ObjectNode object, String name, String text) {
    if (!text.isEmpty()) {
      object.put(name, cut(text));
    }
  }

  /** Sets a field unless the time is unknown. */
  static void put(ObjectNode object, String name, @Nullable Instant time) {
    if (time != null) {
      object.put(name, time.toString());
    }
  }

  static String cut(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
  }

  /** Adds what the feeds of a document lack: what is being read, and what the user may not list. */
  static void states(ObjectNode document, Feed<?>... feeds) {
    for (Feed<?> feed : feeds) {
      state(document, feed.kind(), feed.state());
    }
  }

  static void state(ObjectNode document, KnownKind kind, FeedState state) {
    switch (state.phase()) {
      case LOADING -> document.put("loading", true);
      case FORBIDDEN ->
          document
              .withArray("/forbidden")
              .addObject()
              .put("kind", kind.type().kind())
              .put("resource", kind.type().qualifiedPlural())
              .put("message", cut(state.message()));
      case FAILING ->
          document
              .withArray("/failing")
              .addObject()
              .put("kind", kind.type().kind())
              .put("resource", kind.type().qualifiedPlural())
              .put("message", cut(state.message()));
      case LIVE, ABSENT -> {}
    }
  }

  static void conditions(ObjectNode document, Collection<ConditionSummary> conditions) {
    ArrayNode list = document.putArray("conditions");
    for (ConditionSummary each : conditions) {
      ObjectNode entry = list.addObject().put("type", each.type()).put("status", each.status());
      put(entry, "reason", each.reason());
      put(entry, "message", each.message());
      put(entry, "time", each.time());
    }
  }

  static void events(ObjectNode document, Collection<EventSummary> events) {
    ArrayNode list = document.putArray("events");
    for (EventSummary event : events) {
      ObjectNode entry = list.addObject();
      put(entry, "time", event.time());
      put(entry, "type", event.type());
      put(entry, "reason", event.reason());
      put(entry, "message", event.message());
      entry.put("count", event.count());
      entry.put("kind", event.about().kind()).put("name", event.about().key().name());
      KnownKind.of(event.about().apiVersion(), event.about().kind())
          .map(kind -> kind.ref(event.about().key()))
          .map(Ref::toString)
          .ifPresent(ref -> entry.put("ref", ref));
    }
  }

  static void waiting(ObjectNode document, Optional<Waiting> waiting) {
    waiting.ifPresent(
        why ->
            document
                .putObject("waiting")
                .put("cause", why.cause().toString())
                .put("sentence", cut(why.sentence()))
                .put("ref", why.ref().toString()));
  }
}
