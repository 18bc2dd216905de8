package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Timestamps;
import io.coxswain.apiserver.json.Meta;
import java.time.Instant;

/** The deletion timestamp of an object and its grace period. */
final class DeletionTimestamp {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private DeletionTimestamp() {}

  /** Sets the deletion timestamp in {@code after}; false if it is set already. */
  static boolean set(ObjectNode after, JsonNode before, long grace, Instant now) {
    if (Meta.deleting(before)) {
      return false;
    }
    ObjectNode meta = Meta.of(after);
    meta.put("deletionTimestamp", Meta.time(after(now, grace)));
    meta.put("deletionGracePeriodSeconds", grace);
    if (Meta.generation(before) > 0) {
      meta.put("generation", Meta.generation(before) + 1);
    }
    return true;
  }

  /**
   * Shortens the grace period of an object that is being deleted.
   *
   * @param requested whether the client asked for this grace period
   * @return false if nothing changes
   */
  static boolean shorten(
      ObjectNode after, JsonNode before, long grace, boolean requested, Instant now) {
    ObjectNode meta = Meta.of(after);
    long old = before.at("/metadata/deletionGracePeriodSeconds").asLong(0);
    if ((!requested && grace != 0) || grace >= old) {
      return false;
    }
    if (grace == 0) {
      meta.put("deletionGracePeriodSeconds", 0);
      return true;
    }
    Instant begun =
        after(Timestamps.instant(Meta.text(before, "/metadata/deletionTimestamp")), -old);
    Instant due = after(begun, grace);
    meta.put("deletionTimestamp", Meta.time(due.isBefore(now) ? now : due));
    meta.put("deletionGracePeriodSeconds", due.isBefore(now) ? 1 : grace);
    return true;
  }

  /** Overflows beyond 292 years as a Go duration does. */
  private static Instant after(Instant time, long seconds) {
    return time.plusNanos(seconds * NANOS_PER_SECOND);
  }
}
