package io.coxswain.sim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.store.Commit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Verifies at the end of a run that controllers that have nothing to do write nothing: once the
 * world is silent, all processes are restarted, so that they reconcile every object again, and no
 * object may change.
 *
 * <p>A restart costs about as much as a short scenario, so only the first undisturbed run of a
 * simulation is followed by it. The clock advances during the check. If objects change, the same
 * run is repeated without the restart: what changes there as well is due to time. Not compared:
 * what {@link LeftOut} lists, Events and Leases.
 */
final class SettledCheck {
  private static final Duration SILENCE = Duration.ofSeconds(5);

  /** A world that is not silent by then has work to do, so there is nothing to verify. */
  private static final Duration SETTLES_WITHIN = Duration.ofMinutes(1);

  /** Longer than a lease of 15 seconds, which a new leader waits for, and its retry period. */
  private static final Duration OBSERVED = Duration.ofSeconds(30);

  private final List<String> changes = new ArrayList<>();
  private boolean observing;
  private long counted;

  /** Notified of each commit. */
  void observe(Commit commit) {
    if (commit.origin().user().equals(ClusterInvariants.SCRIPT)) {
      return;
    }
    ObjectNode object = commit.after().tree();
    String kind = object.path("kind").asText();
    if (kind.equals("Event") || kind.equals("Lease")) {
      return;
    }
    var before = commit.before();
    if (before != null
        && !commit.removal()
        && comparable(before.tree()).equals(comparable(object))) {
      return;
    }
    counted++;
    if (observing) {
      changes.add(
          "%s: %s %s %s%s"
              .formatted(
                  commit.origin().user(),
                  commit.origin().verb(),
                  kind,
                  name(object),
                  before == null ? "" : changed(before.tree(), object)));
    }
  }

  /**
   * Returns what changed in the silent world.
   *
   * @param restart whether to restart the processes
   */
  List<String> run(SimulatedWorld world, boolean restart) {
    Duration waited = Duration.ZERO;
    long before;
    do {
      before = counted;
      world.run(SILENCE);
      waited = waited.plus(SILENCE);
    } while (counted > before && waited.compareTo(SETTLES_WITHIN) < 0);
    if (counted > before) {
      return List.of();
    }
    observing = true;
    if (restart) {
      world.restartAll();
    }
    world.run(OBSERVED);
    observing = false;
    return List.copyOf(changes);
  }

  private static String name(ObjectNode object) {
    JsonNode meta = object.path("metadata");
    String prefix = meta.path("generateName").asText();
    return prefix.isEmpty() ? meta.path("name").asText() : prefix + "*";
  }

  /** The object without what {@link EndState} leaves out. */
  private static JsonNode comparable(JsonNode node) {
    switch (node) {
      case ObjectNode fields -> {
        fields.remove(
            fields.propertyStream().map(Map.Entry::getKey).filter(LeftOut::field).toList());
        fields.forEach(SettledCheck::comparable);
      }
      case JsonNode list when list.isArray() -> list.forEach(SettledCheck::comparable);
      default -> {}
    }
    return node;
  }

  /** The names of the fields that differ, two levels deep. */
  private static String changed(ObjectNode before, ObjectNode after) {
    JsonNode old = comparable(before);
    JsonNode now = comparable(after);
    var fields = new ArrayList<String>();
    for (String part : names(old, now)) {
      if (!now.path(part).isObject() && !old.path(part).equals(now.path(part))) {
        fields.add(part);
      }
      for (String field : names(old.path(part), now.path(part))) {
        if (!old.path(part).path(field).equals(now.path(part).path(field))) {
          fields.add(part + "." + field);
        }
      }
    }
    fields.sort(null);
    return " " + fields;
  }

  private static Set<String> names(JsonNode one, JsonNode other) {
    var names = new HashSet<String>();
    one.fieldNames().forEachRemaining(names::add);
    other.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
