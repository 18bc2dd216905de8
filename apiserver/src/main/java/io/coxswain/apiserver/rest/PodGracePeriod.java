package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import java.time.Instant;

/** The time a deleted pod has to end. */
final class PodGracePeriod {
  private PodGracePeriod() {}

  /** Seconds; zero removes the pod at once. */
  static long seconds(JsonNode pod, DeleteOptions options) {
    long grace =
        options.graceSeconds() != null
            ? options.graceSeconds()
            : pod.at("/spec/terminationGracePeriodSeconds").asLong(30);
    String phase = Meta.text(pod, "/status/phase");
    boolean over = phase.equals("Succeeded") || phase.equals("Failed");
    if (over || Meta.text(pod, "/spec/nodeName").isEmpty()) {
      return 0;
    }
    return grace < 0 ? 1 : grace;
  }

  /**
   * Writes the mark of deletion into {@code after}; false when the object is marked already and
   * nothing changes.
   */
  static boolean setDeletionTimestamp(
      ObjectNode after,
      JsonNode before,
      boolean pod,
      long grace,
      DeleteOptions options,
      Instant now) {
    ObjectNode meta = Meta.of(after);
    if (!Meta.deleting(before)) {
      meta.put("deletionTimestamp", Meta.time(now.plusSeconds(grace)));
      meta.put("deletionGracePeriodSeconds", grace);
      if (Meta.generation(before) > 0) {
        meta.put("generation", Meta.generation(before) + 1);
      }
      return true;
    }
    long old = before.at("/metadata/deletionGracePeriodSeconds").asLong(0);
    if (!pod || (options.graceSeconds() == null && grace != 0) || grace >= old) {
      return false;
    }
    if (grace == 0) {
      meta.put("deletionGracePeriodSeconds", 0);
      return true;
    }
    Instant begun =
        Instant.parse(Meta.text(before, "/metadata/deletionTimestamp")).minusSeconds(old);
    Instant due = begun.plusSeconds(grace);
    meta.put("deletionTimestamp", Meta.time(due.isBefore(now) ? now : due));
    meta.put("deletionGracePeriodSeconds", due.isBefore(now) ? 1 : grace);
    return true;
  }
}
