package io.coxswain.console.summary;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ObjectKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An Event.
 *
 * @param key its own
 * @param about the object that it is about
 * @param count how often it happened
 */
public record EventSummary(
    ObjectKey key,
    About about,
    String type,
    String reason,
    String message,
    int count,
    @Nullable Instant time) {

  /** The object that an event is about. */
  public record About(String apiVersion, String kind, ObjectKey key, String uid) {}

  /** Reads an Event of the core group, whether it was written as such or through events.k8s.io. */
  public static EventSummary of(JsonNode event) {
    JsonNode about = event.path("involvedObject");
    JsonNode series = event.path("series");
    return new EventSummary(
        Ref.keyOf(event),
        new About(
            Fields.text(about, "apiVersion").intern(),
            Fields.text(about, "kind").intern(),
            new ObjectKey(Fields.text(about, "namespace").intern(), Fields.text(about, "name")),
            Fields.text(about, "uid")),
        Fields.text(event, "type").intern(),
        Fields.text(event, "reason").intern(),
        Fields.text(event, "message").strip(),
        Math.max(1, Math.max(event.path("count").asInt(), series.path("count").asInt())),
        latest(event, series));
  }

  private static @Nullable Instant latest(JsonNode event, JsonNode series) {
    Instant latest = Fields.time(event.path("metadata"), "creationTimestamp");
    for (Instant time :
        new @Nullable Instant[] {
          Fields.time(event, "lastTimestamp"),
          Fields.time(event, "eventTime"),
          Fields.time(series, "lastObservedTime")
        }) {
      latest = latest == null || (time != null && time.isAfter(latest)) ? time : latest;
    }
    return latest;
  }

  public boolean isWarning() {
    return type.equals("Warning");
  }

  /** Whether it is about the object of that kind and name. */
  public boolean isAbout(KnownKind kind, ObjectKey object) {
    return about.kind().equals(kind.type().kind())
        && about.key().name().equals(object.name())
        && (about.key().namespace().equals(object.namespace()) || object.namespace().isEmpty());
  }
}
