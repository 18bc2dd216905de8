package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ResourceType;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.json.LazyJson;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.apiserver.table.TableFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A served kind in one version: its properties and its {@link Strategy}. */
public final class ServedKind {
  private final ResourceType type;
  private final KindFacts facts;
  private final Strategy strategy;
  private final @Nullable Conversion conversion;
  private final Optional<Schema> schema;
  private final TableFormat table;
  private final ScaleFields scale;

  ServedKind(
      ResourceType type,
      KindFacts facts,
      Strategy strategy,
      @Nullable Conversion conversion,
      Optional<Schema> schema,
      TableFormat table,
      ScaleFields scale) {
    this.type = type;
    this.facts = facts;
    this.strategy = strategy;
    this.conversion = conversion;
    this.schema = schema;
    this.table = table;
    this.scale = scale;
  }

  /** Whether its objects are converted by a webhook, which belongs to one server. */
  boolean asksWebhooks() {
    return conversion instanceof WebhookConversion;
  }

  public ResourceType type() {
    return type;
  }

  public KindFacts facts() {
    return facts;
  }

  public Strategy strategy() {
    return strategy;
  }

  /** The schema of its objects; empty if unknown. */
  public Optional<Schema> schema() {
    return schema;
  }

  /** The warning for users of the kind; empty for none. */
  public String deprecation() {
    return facts.deprecation();
  }

  /** The fields of the scale subresource. */
  public ScaleFields scale() {
    return scale;
  }

  /** The table columns. */
  public TableFormat table() {
    return table;
  }

  /** A stored object in the version of this kind. */
  public ObjectNode read(Stored object) {
    return conversion == null || !conversion.applies(object)
        ? object.tree()
        : conversion.toServed(object.tree());
  }

  /** The JSON of a stored object in the version of this kind; shared, must not be modified. */
  public byte[] json(Stored object) {
    return conversion == null || !conversion.applies(object)
        ? object.json()
        : JsonOrder.bytes(read(object));
  }

  /** Like {@link #read(Stored)} for many; a conversion webhook is called once. */
  public List<ObjectNode> read(List<Stored> objects) {
    List<ObjectNode> trees = objects.stream().map(Stored::tree).toList();
    return applies(objects) ? Objects.requireNonNull(conversion).toServed(trees) : trees;
  }

  /** Like {@link #json(Stored)} for many. */
  public List<byte[]> json(List<Stored> objects) {
    return applies(objects)
        ? read(objects).stream().map(JsonOrder::bytes).toList()
        : objects.stream().map(Stored::json).toList();
  }

  private boolean applies(List<Stored> objects) {
    return conversion != null && objects.stream().anyMatch(conversion::applies);
  }

  /**
   * Whether the object is stored in the version in which it would be written now. If not, a write
   * that changes nothing else stores it again.
   */
  public boolean isCurrent(Stored object) {
    return conversion == null || conversion.isCurrent(object);
  }

  /** The object in its stored form, at the revision. */
  public Stored store(ObjectNode served, long revision) {
    return stored(conversion == null ? served : conversion.toStored(served.deepCopy()), revision);
  }

  /** Imitates what a round trip through protobuf does to lists that are always written. */
  private static void emptyToNull(JsonNode node, Schema schema) {
    if (LazyJson.isUntouched(node)) {
      return;
    }
    if (node.isArray()) {
      Schema items = schema.items();
      if (items != null && !items.properties().isEmpty()) {
        node.forEach(item -> emptyToNull(item, items));
      }
      return;
    }
    for (var field : node.properties()) {
      Schema its = field.getValue().isContainerNode() ? schema.field(field.getKey()) : null;
      if (its == null) {
        continue;
      }
      if (!field.getValue().isEmpty()) {
        emptyToNull(field.getValue(), its);
      } else if (its.zero() != null && its.zero().isNull()) {
        field.setValue(NullNode.instance);
      }
    }
  }

  /**
   * Prepares the object for storing. It is converted and encoded now: the store sets the revision
   * under its lock, where no webhook may be called and other writers wait.
   */
  public Store.Encoder encoder(ObjectNode served) {
    Stored draft = store(served, 1);
    int offset = JsonOrder.revisionOffset(draft.json());
    return revision ->
        new Stored(
            draft.key(),
            draft.uid(),
            revision,
            draft.labels(),
            draft.fields(),
            JsonOrder.withRevision(draft.json(), offset, revision));
  }

  private Stored stored(ObjectNode object, long revision) {
    if (!facts.custom()) {
      schema.ifPresent(known -> emptyToNull(object, known));
    }
    if (revision > 0) {
      Meta.of(object).put("resourceVersion", Long.toString(revision));
    }
    return new Stored(
        Meta.key(object),
        Meta.uid(object),
        revision,
        Meta.labels(object),
        fields(object),
        JsonOrder.bytes(object));
  }

  /** The storage name of its objects; all versions of a kind share it. */
  public String collection() {
    return facts.collection();
  }

  public boolean hasStatus() {
    return subresource("status").isPresent();
  }

  public Optional<Subresource> subresource(String name) {
    return facts.subresources().stream().filter(s -> s.name().equals(name)).findFirst();
  }

  /** Values for field selectors, with name and namespace. */
  private SortedMap<String, String> fields(ObjectNode object) {
    var fields = new TreeMap<>(strategy.fields(object));
    fields.put("metadata.name", Meta.name(object));
    if (type.namespaced()) {
      fields.put("metadata.namespace", Meta.namespace(object));
    }
    return fields;
  }

  /**
   * The values of a stored object that field selectors of this version compare. Those of a custom
   * resource are read from the object in this version: it may have been written in another one, or
   * before the CRD made the field selectable.
   */
  public SortedMap<String, String> selectableFields(Stored object) {
    return hasSelectableFields() ? fields(read(object)) : object.fields();
  }

  /** Whether the CRD declares selectable fields. */
  public boolean hasSelectableFields() {
    return facts.custom() && !strategy.selectable().isEmpty();
  }

  /** The names that field selectors may use. */
  public SortedSet<String> fieldNames() {
    var names = new TreeSet<>(strategy.selectable());
    names.add("metadata.name");
    if (type.namespaced()) {
      names.add("metadata.namespace");
    }
    return names;
  }

  public boolean allows(String verb) {
    return facts.verbs().contains(verb);
  }

  public static final List<String> ALL_VERBS =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
}
