package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.apiserver.json.Meta;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The managers of an object and the fields that each owns: {@code metadata.managedFields}. */
final class ManagedFields {
  static final String APPLY = "Apply";
  static final String UPDATE = "Update";
  private static final int MAX_UPDATERS = 10;

  /**
   * The identity of a manager. The version is not part of an applier's identity, so that its next
   * apply in another version replaces its entry.
   */
  record Manager(String name, String operation, String apiVersion, String subresource)
      implements Comparable<Manager> {
    private static final Comparator<Manager> ORDER =
        Comparator.comparing(Manager::name)
            .thenComparing(Manager::operation)
            .thenComparing(Manager::apiVersion)
            .thenComparing(Manager::subresource);

    static Manager applier(String name, String subresource) {
      return new Manager(name, APPLY, "", subresource);
    }

    static Manager updater(String name, String apiVersion, String subresource) {
      return new Manager(name, UPDATE, apiVersion, subresource);
    }

    /** As in messages. */
    @Override
    public String toString() {
      return "\""
          + name
          + "\""
          + (subresource.isEmpty() ? "" : " with subresource \"" + subresource + "\"")
          + (operation.equals(UPDATE) ? " using " + apiVersion : "");
    }

    @Override
    public int compareTo(Manager other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * The fields that a manager owns, the API version they refer to, and the time of the last change.
   */
  record Owned(FieldSet fields, String apiVersion, @Nullable Instant time) {
    Owned with(FieldSet changed) {
      return new Owned(changed, apiVersion, time);
    }
  }

  private final Map<Manager, Owned> entries;

  private ManagedFields(Map<Manager, Owned> entries) {
    this.entries = entries;
  }

  static ManagedFields none() {
    return new ManagedFields(new TreeMap<>());
  }

  /** The managers of an object; empty if there are none or they cannot be parsed. */
  static ManagedFields of(ObjectNode object) {
    try {
      return parse(object.path("metadata").path("managedFields"));
    } catch (IllegalArgumentException e) {
      return none();
    }
  }

  /**
   * Parses the field of an object.
   *
   * @throws IllegalArgumentException if an entry is malformed
   */
  static ManagedFields parse(JsonNode json) {
    var entries = new TreeMap<Manager, Owned>();
    for (JsonNode entry : json) {
      String operation = entry.path("operation").asText();
      String apiVersion = entry.path("apiVersion").asText();
      if (!operation.equals(APPLY) && !operation.equals(UPDATE)) {
        throw new IllegalArgumentException("operation must be `Apply` or `Update`");
      }
      if (apiVersion.isEmpty()) {
        throw new IllegalArgumentException("apiVersion must not be empty");
      }
      if (!entry.path("fieldsType").asText().equals("FieldsV1")) {
        throw new IllegalArgumentException("invalid fieldsType");
      }
      entries.put(
          new Manager(
              entry.path("manager").asText(),
              operation,
              operation.equals(APPLY) ? "" : apiVersion,
              entry.path("subresource").asText()),
          new Owned(KnownFields.parse(entry.path("fieldsV1")), apiVersion, time(entry)));
    }
    return new ManagedFields(entries);
  }

  private static @Nullable Instant time(JsonNode entry) {
    if (!entry.path("time").isTextual()) {
      return null;
    }
    try {
      return Timestamps.instant(entry.get("time").asText());
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("time: " + e.getMessage(), e);
    }
  }

  /** Writes the field of an object, or removes it if there are no managers. */
  void write(ObjectNode object) {
    ObjectNode metadata = Meta.of(object);
    metadata.remove("managedFields");
    if (entries.isEmpty()) {
      return;
    }
    ArrayNode list = metadata.putArray("managedFields");
    var sorted = new ArrayList<>(entries.entrySet());
    sorted.sort(
        Comparator.<Map.Entry<Manager, Owned>, String>comparing(e -> e.getKey().operation())
            .thenComparingLong(e -> seconds(e.getValue()))
            .thenComparing(e -> e.getKey().name())
            .thenComparing(e -> e.getValue().apiVersion())
            .thenComparing(e -> e.getKey().subresource()));
    for (var each : sorted) {
      Manager manager = each.getKey();
      Owned owned = each.getValue();
      ObjectNode entry = list.addObject();
      entry.put("manager", manager.name());
      entry.put("operation", manager.operation());
      entry.put("apiVersion", owned.apiVersion());
      if (owned.time() != null) {
        entry.put("time", Timestamps.format(owned.time()));
      }
      entry.put("fieldsType", "FieldsV1");
      entry.set("fieldsV1", owned.fields().toJson());
      if (!manager.subresource().isEmpty()) {
        entry.put("subresource", manager.subresource());
      }
    }
  }

  private static long seconds(Owned owned) {
    return owned.time() == null ? 0 : owned.time().getEpochSecond();
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  @Nullable Owned get(Manager manager) {
    return entries.get(manager);
  }

  Map<Manager, Owned> entries() {
    return entries;
  }

  ManagedFields copy() {
    return new ManagedFields(new TreeMap<>(entries));
  }

  /** Sets the owned fields; a manager that owns nothing is removed. */
  void put(Manager manager, Owned owned) {
    if (owned.fields().isEmpty()) {
      entries.remove(manager);
    } else {
      entries.put(manager, owned);
    }
  }

  void remove(Manager manager) {
    entries.remove(manager);
  }

  /**
   * Bounds the number of updaters: the oldest of the same version are merged into one, {@code
   * ancient-changes}.
   */
  void cap() {
    List<Manager> updaters = new ArrayList<>();
    for (Manager manager : entries.keySet()) {
      if (manager.operation().equals(UPDATE)) {
        updaters.add(manager);
      }
    }
    int count = updaters.size();
    updaters.sort(
        Comparator.comparingLong((Manager m) -> seconds(require(m)))
            .thenComparing(Comparator.naturalOrder()));
    var first = new LinkedHashMap<String, Manager>();
    for (Manager manager : updaters) {
      if (count <= MAX_UPDATERS) {
        return;
      }
      Owned owned = require(manager);
      Manager bucket = Manager.updater("ancient-changes", owned.apiVersion(), "");
      Manager oldest = first.putIfAbsent(owned.apiVersion(), manager);
      if (oldest == null) {
        continue;
      }
      if (!entries.containsKey(bucket)) {
        entries.put(bucket, require(oldest));
        entries.remove(oldest);
      }
      FieldSet both = owned.fields().union(require(bucket).fields());
      entries.remove(manager);
      entries.put(bucket, new Owned(both, owned.apiVersion(), owned.time()));
      count--;
    }
  }

  private Owned require(Manager manager) {
    Owned owned = entries.get(manager);
    if (owned == null) {
      throw new IllegalStateException("no entry for " + manager);
    }
    return owned;
  }

  /** A copy of an object without the field. */
  static ObjectNode strip(ObjectNode object) {
    ObjectNode copy = Json.MAPPER.createObjectNode();
    copy.setAll(object);
    if (object.get("metadata") instanceof ObjectNode metadata) {
      ObjectNode rest = Json.MAPPER.createObjectNode();
      rest.setAll(metadata);
      rest.remove("managedFields");
      copy.set("metadata", rest);
    }
    return copy;
  }
}
