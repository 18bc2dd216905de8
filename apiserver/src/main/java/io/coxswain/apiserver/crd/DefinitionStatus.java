package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Maintains the status of a CRD: which of its names are accepted, whether it is established, and
 * the versions in which objects may be stored. Upstream does this in controllers; here it happens
 * in the request, right after the write.
 */
public final class DefinitionStatus {
  private DefinitionStatus() {}

  /** Names that are already in use in the group. */
  public record TakenNames(Set<String> resources, Set<String> kinds) {
    public TakenNames {
      resources = new TreeSet<>(resources);
      kinds = new TreeSet<>(kinds);
    }

    /** The accepted names of the other CRDs of the same group. */
    public static TakenNames of(ObjectNode definition, Iterable<ObjectNode> all) {
      var resources = new TreeSet<String>();
      var kinds = new TreeSet<String>();
      String group = definition.at("/spec/group").asText();
      String name = definition.at("/metadata/name").asText();
      for (ObjectNode other : all) {
        if (other.at("/spec/group").asText().equals(group)
            && !other.at("/metadata/name").asText().equals(name)) {
          JsonNode names = other.at("/status/acceptedNames");
          resources.add(names.path("plural").asText());
          resources.add(names.path("singular").asText());
          names.path("shortNames").forEach(s -> resources.add(s.asText()));
          kinds.add(names.path("kind").asText());
          kinds.add(names.path("listKind").asText());
        }
      }
      resources.remove("");
      kinds.remove("");
      return new TakenNames(resources, kinds);
    }
  }

  /** Sets the initial status of a CRD. */
  public static void begin(ObjectNode definition) {
    ObjectNode status = definition.putObject("status");
    status.putNull("conditions");
    status.putObject("acceptedNames").put("plural", "").put("kind", "");
    recordStorage(definition, status);
  }

  /** Updates the status; an established CRD stays established. */
  public static void settle(ObjectNode definition, TakenNames taken, Instant now) {
    ObjectNode status = definition.withObject("/status");
    JsonNode wanted = definition.at("/spec/names");
    ObjectNode accepted = status.withObject("/acceptedNames");
    Conflict conflict = acceptNames(wanted, accepted, taken);
    ArrayNode conditions = conditions(status);
    if (conflict == null) {
      set(conditions, "NamesAccepted", true, "NoConflicts", "no conflicts found", now);
    } else {
      set(conditions, "NamesAccepted", false, conflict.reason, conflict.message, now);
    }
    boolean established = isEstablished(definition);
    if (!established && conflict == null) {
      set(
          conditions,
          "Established",
          true,
          "InitialNamesAccepted",
          "the initial names have been accepted",
          now);
    } else if (!established) {
      set(conditions, "Established", false, "NotAccepted", "not all names are accepted", now);
    }
    recordStorage(definition, status);
  }

  public static boolean isEstablished(ObjectNode definition) {
    for (JsonNode condition : definition.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Established")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  /** Adds the storage version to the versions in which objects may be stored. */
  public static void recordStorage(ObjectNode definition, ObjectNode status) {
    for (JsonNode version : definition.at("/spec/versions")) {
      if (version.path("storage").asBoolean()) {
        ArrayNode stored = status.withArray("/storedVersions");
        String name = version.path("name").asText();
        boolean known = false;
        for (JsonNode each : stored) {
          known |= each.asText().equals(name);
        }
        if (!known) {
          stored.add(name);
        }
        return; // a CRD with a second one is invalid
      }
    }
  }

  private record Conflict(String reason, String message) {}

  /** Accepts every free name; conflicting names keep their previously accepted value. */
  private static @Nullable Conflict acceptNames(
      JsonNode wanted, ObjectNode accepted, TakenNames taken) {
    Conflict last = null;
    String plural = wanted.path("plural").asText();
    if (taken.resources.contains(plural)) {
      last = conflict("PluralConflict", plural);
    } else {
      accepted.put("plural", plural);
    }
    String singular = wanted.path("singular").asText();
    if (taken.resources.contains(singular)) {
      last = conflict("SingularConflict", singular);
    } else if (!singular.isEmpty()) {
      accepted.put("singular", singular);
    }
    List<String> used = new ArrayList<>();
    for (JsonNode shortName : wanted.path("shortNames")) {
      if (taken.resources.contains(shortName.asText())) {
        used.add("\"" + shortName.asText() + "\" is already in use");
      }
    }
    if (!used.isEmpty()) {
      last =
          new Conflict(
              "ShortNamesConflict",
              used.size() == 1 ? used.getFirst() : "[" + String.join(", ", used) + "]");
    } else {
      copy(wanted, accepted, "shortNames");
    }
    String kind = wanted.path("kind").asText();
    if (taken.kinds.contains(kind)) {
      last = conflict("KindConflict", kind);
      accepted.put("kind", accepted.path("kind").asText());
    } else {
      accepted.put("kind", kind);
    }
    String listKind = wanted.path("listKind").asText();
    if (taken.kinds.contains(listKind)) {
      last = conflict("ListKindConflict", listKind);
    } else if (!listKind.isEmpty()) {
      accepted.put("listKind", listKind);
    }
    copy(wanted, accepted, "categories");
    return last;
  }

  private static Conflict conflict(String reason, String name) {
    return new Conflict(reason, "\"" + name + "\" is already in use");
  }

  private static void copy(JsonNode from, ObjectNode to, String field) {
    if (from.has(field)) {
      to.set(field, from.get(field).deepCopy());
    } else {
      to.remove(field);
    }
  }

  private static ArrayNode conditions(ObjectNode status) {
    return status.get("conditions") instanceof ArrayNode list
        ? list
        : status.putArray("conditions");
  }

  private static void set(
      ArrayNode conditions,
      String type,
      boolean value,
      String reason,
      String message,
      Instant now) {
    ObjectNode condition = null;
    for (JsonNode each : conditions) {
      if (each.path("type").asText().equals(type)) {
        condition = (ObjectNode) each;
      }
    }
    String status = value ? "True" : "False";
    if (condition == null) {
      condition = conditions.addObject().put("type", type);
    }
    if (!condition.path("status").asText().equals(status)) {
      condition.put("status", status);
      condition.put("lastTransitionTime", Timestamps.format(now));
    }
    condition.put("reason", reason).put("message", message);
  }
}
