package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.apply.ManagedFields.Manager;
import io.coxswain.apiserver.apply.ManagedFields.Owned;
import io.coxswain.apiserver.json.SortedJson;
import io.coxswain.apiserver.schema.TypedForm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Maintains the field owners for one endpoint (a version of a kind, or one of its subresources),
 * and applies configurations.
 *
 * <h2>What is recorded</h2>
 *
 * For each manager a set of fields. An <em>updater</em> (POST, PUT, any other patch) owns what its
 * writes changed, including defaults; an <em>applier</em> owns exactly the fields of its last
 * configuration. Several managers may own a field; it then has the value all of them set.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A write that changes a field removes it from every manager that set another value. For an
 *       update this always succeeds; for an apply it is a conflict, unless forced. Setting a field
 *       to its present value changes nothing and adds a co-owner. Removing a field is never a
 *       conflict.
 *   <li>Apply removes a field from an object only if its applier owned it, no longer mentions it,
 *       and no other manager owns it.
 *   <li>A manager that owns nothing is not recorded. Fields that identify an object, or that the
 *       endpoint ignores, are never owned.
 *   <li>The time of an entry changes only when its manager changed the object. An apply that merely
 *       adds or removes a co-owner does not change it, even if it is absent.
 * </ul>
 *
 * <h2>Apply, step by step</h2>
 *
 * <ol>
 *   <li>Merge the configuration into the live object ({@link Merge}).
 *   <li>Remove what the manager owned and no longer mentions ({@link #prune}). Two rules make this
 *       subtle. A struct exists because of its fields, so it is removed with the last of them; an
 *       entry of a map or list is removed only if the manager owned the entry itself, and stays
 *       while any manager owns something inside. Unowned values, such as a default inside an entry,
 *       are removed with their parent but never alone.
 *   <li>Compare the result with the live object ({@link Comparison}); changed fields that belong to
 *       other managers are conflicts.
 *   <li>Record: the manager owns the fields of its configuration; the others lose fields that were
 *       forced or removed.
 * </ol>
 *
 * Comparisons use the version in which each manager wrote, because a field may have another name
 * there; a manager of a version that is no longer served is dropped.
 */
public final class FieldManager {
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  /** Fields that identify an object or belong to the server have no owner. */
  private static final FieldSet UNTRACKED =
      FieldSet.of(
          "apiVersion",
          "kind",
          "metadata",
          "metadata.name",
          "metadata.namespace",
          "metadata.creationTimestamp",
          "metadata.selfLink",
          "metadata.uid",
          "metadata.clusterName",
          "metadata.generation",
          "metadata.managedFields",
          "metadata.resourceVersion");

  private final String apiVersion;
  private final String kind;
  private final Schema schema;
  private final String subresource;
  private final FieldSet ignored;
  private final Versions versions;

  /**
   * @param subresource empty for the object itself
   * @param ignored the fields that writes to this endpoint cannot change
   */
  public FieldManager(
      String apiVersion,
      String kind,
      Schema schema,
      String subresource,
      FieldSet ignored,
      Versions versions) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.schema = schema;
    this.subresource = subresource;
    this.ignored = ignored;
    this.versions = versions;
  }

  /**
   * Records the owner of the changes of a create, update or other patch.
   *
   * @param live as stored; null on create
   * @param updated as it would be stored, after defaulting; its own managedFields are used unless
   *     this is a subresource
   * @return the updated object with its managedFields
   */
  public ObjectNode update(
      @Nullable ObjectNode live, ObjectNode updated, String manager, Instant now) {
    ManagedFields managed = base(live, updated);
    ObjectNode result = ManagedFields.strip(updated);
    // Once reset to an empty list, updates are not tracked until the next apply.
    if (live == null && managed.isEmpty()) {
      managed = created(result, manager, now);
    } else if (live == null || !managed.isEmpty()) {
      ObjectNode before = live == null ? nothing() : ManagedFields.strip(live);
      managed = track(before, result, managed, manager, now);
      managed.cap();
    }
    managed.write(result);
    return result;
  }

  /**
   * Merges a configuration into an object and records its manager.
   *
   * @param live as stored; null if the apply creates the object
   * @return the object as it would be stored, with its managedFields, before defaulting
   */
  public ObjectNode apply(
      @Nullable ObjectNode live, ObjectNode config, String manager, boolean force, Instant now)
      throws ApplyException {
    if (!groupVersionKind(config).equals(groupVersionKind(apiVersion, kind))) {
      throw ApplyException.badRequest("invalid object type: " + groupVersionKind(config));
    }
    if (config.path("metadata").path("managedFields").isArray()) {
      throw ApplyException.badRequest("metadata.managedFields must be nil");
    }
    ObjectNode before = live == null ? nothing() : ManagedFields.strip(live);
    ManagedFields managed = live == null ? ManagedFields.none() : ManagedFields.of(live);
    if (managed.isEmpty()) {
      managed = track(nothing(), before, managed, "before-first-apply", now);
    }
    checkTypes(config);
    ObjectNode result = applyAs(before, config, managed, manager, force, now);
    if (manager.equals("kubectl") && before.at(LAST_APPLIED_POINTER).isTextual()) {
      ((ObjectNode) result.at("/metadata/annotations")).put(LAST_APPLIED, text(config));
    }
    return result;
  }

  private static String groupVersionKind(ObjectNode config) {
    return groupVersionKind(config.path("apiVersion").asText(""), config.path("kind").asText(""));
  }

  /** As Go prints it; an invalid version is printed as empty. */
  private static String groupVersionKind(String apiVersion, String kind) {
    long slashes = apiVersion.chars().filter(c -> c == '/').count();
    if (slashes > 1) {
      return "/, Kind=";
    }
    return (slashes == 1 ? "" : "/") + apiVersion + ", Kind=" + kind;
  }

  private static final String LAST_APPLIED_POINTER =
      "/metadata/annotations/" + LAST_APPLIED.replace("/", "~1");

  private void checkTypes(ObjectNode config) throws ApplyException {
    var problem = TypeCheck.problem(config, schema);
    if (problem.isPresent()) {
      JsonNode metadata = config.path("metadata");
      throw ApplyException.unfit(
          "failed to create typed patch object ("
              + metadata.path("namespace").asText()
              + "/"
              + metadata.path("name").asText()
              + "; "
              + groupVersionKind(apiVersion, kind)
              + "): "
              + problem.get());
    }
  }

  private ObjectNode applyAs(
      ObjectNode live,
      ObjectNode config,
      ManagedFields managed,
      String name,
      boolean force,
      Instant now)
      throws ApplyException {
    Manager manager = Manager.applier(name, subresource);
    Owned last = managed.get(manager);
    FieldSet fields = FieldWalk.fields(config, schema).minusTrees(ignored);
    ManagedFields result = managed.copy();
    result.put(manager, new Owned(fields, apiVersion, last == null ? null : last.time()));
    ObjectNode merged = prune(Merge.of(live, config, schema), result, last);

    Map<Manager, FieldSet> conflicts =
        settle(result, manager, live, merged, Comparison.of(live, merged, schema));
    if (!force) {
      refuseConflicts(allowed(conflicts, name, live));
    }
    boolean changed = !TypedValues.same(live, merged);
    Instant time = changed ? now : last == null ? null : last.time();
    result.put(manager, new Owned(fields.minus(UNTRACKED), apiVersion, time));
    result.cap();
    ObjectNode object = merged.deepCopy();
    result.write(object);
    return object;
  }

  /** The initial managers: those of the request if it may set them and they are valid. */
  private ManagedFields base(@Nullable ObjectNode live, ObjectNode updated) {
    JsonNode sent = updated.path("metadata").path("managedFields");
    if (!subresource.isEmpty() || !sent.isArray()) {
      return stored(live);
    }
    if (sent.isEmpty() || (sent.size() == 1 && isBlank(sent.get(0)))) {
      return ManagedFields.none();
    }
    try {
      return ManagedFields.parse(sent);
    } catch (IllegalArgumentException e) {
      return stored(live);
    }
  }

  private static ManagedFields stored(@Nullable ObjectNode live) {
    return live == null ? ManagedFields.none() : ManagedFields.of(live);
  }

  /** Whether an entry is empty, which requests a reset. */
  private static boolean isBlank(JsonNode entry) {
    for (JsonNode value : entry) {
      if (value.isContainerNode() || !value.asText("").isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** The creator of an object owns all of it. */
  private ManagedFields created(ObjectNode object, String name, Instant now) {
    FieldSet taken =
        CreatedFields.of(
            schema,
            apiVersion,
            ignored,
            object,
            this::nothing,
            nothing -> taken(Comparison.of(nothing, object, schema)));
    ManagedFields managed = ManagedFields.none();
    managed.put(Manager.updater(name, apiVersion, subresource), new Owned(taken, apiVersion, now));
    return managed;
  }

  private FieldSet taken(Comparison comparison) {
    return comparison.changed().minusTrees(ignored).minus(UNTRACKED);
  }

  private ManagedFields track(
      ObjectNode before, ObjectNode after, ManagedFields managed, String name, Instant now) {
    Manager manager = Manager.updater(name, apiVersion, subresource);
    ManagedFields result = managed.copy();
    Comparison here = Comparison.of(before, after, schema);
    settle(result, null, before, after, here);
    FieldSet taken = taken(here);
    if (!taken.isEmpty()) {
      Owned rest = result.get(manager);
      FieldSet fields = rest == null ? taken : rest.fields().union(taken);
      result.put(manager, new Owned(known(fields, managed.get(manager)), apiVersion, now));
    }
    return result;
  }

  /** The set that the manager owned before if it is equal: it may have its JSON already. */
  private static FieldSet known(FieldSet fields, @Nullable Owned before) {
    return before != null && fields.equals(before.fields()) ? before.fields() : fields;
  }

  /**
   * Removes the fields that a change sets or removes from all managers except the given one.
   *
   * @param here the change in this version
   * @return the fields they lose because they were set to another value
   */
  private Map<Manager, FieldSet> settle(
      ManagedFields managed,
      @Nullable Manager except,
      ObjectNode before,
      ObjectNode after,
      Comparison here) {
    var lost = new TreeMap<Manager, FieldSet>();
    var byVersion = new TreeMap<String, Comparison>();
    byVersion.put(apiVersion, here.ignoring(ignored));
    for (var entry : List.copyOf(managed.entries().entrySet())) {
      Manager manager = entry.getKey();
      Owned owned = entry.getValue();
      if (manager.equals(except)) {
        continue;
      }
      Comparison comparison = byVersion.get(owned.apiVersion());
      if (comparison == null) {
        comparison = compareAt(owned.apiVersion(), before, after);
        if (comparison == null) {
          managed.remove(manager);
          continue;
        }
        byVersion.put(owned.apiVersion(), comparison);
      }
      FieldSet overwritten = owned.fields().intersection(comparison.changed());
      if (!overwritten.isEmpty()) {
        lost.put(manager, overwritten);
      }
      managed.put(
          manager, owned.with(owned.fields().minus(overwritten).minus(comparison.removed())));
    }
    return lost;
  }

  private @Nullable Comparison compareAt(String version, ObjectNode before, ObjectNode after) {
    Schema there = schemaAt(version);
    return there == null
        ? null
        : Comparison.of(at(before, version), at(after, version), there).ignoring(ignored);
  }

  /**
   * Removes what the manager owned and no longer mentions, unless another manager owns it. Pruning
   * uses the version of its last apply; fields of other managers are restored in the version of
   * each.
   */
  private ObjectNode prune(ObjectNode merged, ManagedFields managed, @Nullable Owned last) {
    if (last == null || last.fields().isEmpty()) {
      return merged;
    }
    Schema there = schemaAt(last.apiVersion());
    if (there == null) {
      return merged;
    }
    ObjectNode all = at(merged, last.apiVersion());
    FieldSet mine = last.fields().withDeclaredParents(there);
    ObjectNode kept = withOwned(all, FieldWalk.without(all, mine, there), managed, last);
    FieldSet gone =
        fieldsWithParents(all, there)
            .minus(fieldsWithParents(at(kept, last.apiVersion()), there))
            .intersection(mine);
    return at(FieldWalk.without(all, gone, there), apiVersion);
  }

  /** The pruned object, with all owned fields restored. */
  private ObjectNode withOwned(ObjectNode all, ObjectNode left, ManagedFields managed, Owned last) {
    var owned = new TreeMap<String, FieldSet>();
    for (Owned each : managed.entries().values()) {
      owned.merge(each.apiVersion(), each.fields(), FieldSet::union);
    }
    var versions = new ArrayList<String>();
    versions.add(
        last.apiVersion()); // first, so that the others can be derived from a complete object
    owned.keySet().stream().filter(v -> !v.equals(last.apiVersion())).forEach(versions::add);
    ObjectNode kept = left;
    for (String version : versions) {
      Schema there = schemaAt(version);
      FieldSet fields = owned.get(version);
      if (there == null || fields == null) {
        continue;
      }
      ObjectNode whole = at(all, version);
      FieldSet present = fieldsWithParents(whole, there);
      FieldSet wanted =
          fieldsWithParents(at(kept, version), there).union(fields.withDeclaredParents(there));
      kept = FieldWalk.without(whole, present.minus(wanted), there);
    }
    return kept;
  }

  private static FieldSet fieldsWithParents(ObjectNode object, Schema schema) {
    return FieldWalk.fields(object, schema).withDeclaredParents(schema);
  }

  private @Nullable Schema schemaAt(String version) {
    return version.equals(apiVersion) ? schema : versions.schema(version).orElse(null);
  }

  private ObjectNode at(ObjectNode object, String version) {
    return object.path("apiVersion").asText().equals(version)
        ? object
        : versions.convert(object, version);
  }

  /**
   * The remaining conflicts. When kubectl migrates from client-side to server-side apply, it may
   * overwrite what its own last-applied annotation contains.
   */
  private Map<Manager, FieldSet> allowed(
      Map<Manager, FieldSet> conflicts, String name, ObjectNode live) {
    JsonNode annotation = live.at(LAST_APPLIED_POINTER);
    if (conflicts.isEmpty() || !name.equals("kubectl") || !annotation.isTextual()) {
      return conflicts;
    }
    ObjectNode lastApplied;
    try {
      if (!(Json.MAPPER.readTree(annotation.asText()) instanceof ObjectNode object)
          || !object.path("apiVersion").asText().equals(apiVersion)) {
        return conflicts;
      }
      lastApplied = object;
    } catch (JsonProcessingException e) {
      return conflicts;
    }
    Comparison since = Comparison.of(lastApplied, live, schema);
    FieldSet own =
        FieldWalk.fields(lastApplied, schema)
            .minus(since.modified())
            .minus(since.added())
            .minus(since.removed());
    var standing = new TreeMap<Manager, FieldSet>();
    conflicts.forEach(
        (manager, fields) -> {
          FieldSet rest = fields.minus(own);
          if (!rest.isEmpty()) {
            standing.put(manager, rest);
          }
        });
    return standing;
  }

  private static void refuseConflicts(Map<Manager, FieldSet> conflicts) throws ApplyException {
    var causes = new ArrayList<ApplyException.Cause>();
    var lines = new ArrayList<String>();
    conflicts.forEach(
        (manager, fields) -> {
          lines.add("conflicts with " + manager + ":");
          fields.forEach(
              path -> {
                String field = String.join("", path.stream().map(PathElement::toString).toList());
                causes.add(new ApplyException.Cause("conflict with " + manager, field));
                lines.add("- " + field);
              });
        });
    if (causes.size() == 1) {
      ApplyException.Cause only = causes.getFirst();
      throw ApplyException.conflict(
          "Apply failed with 1 conflict: " + only.message() + ": " + only.field(), causes);
    }
    if (!causes.isEmpty()) {
      throw ApplyException.conflict(
          "Apply failed with " + causes.size() + " conflicts: " + String.join("\n", lines), causes);
    }
  }

  /**
   * The representation of an object that does not exist yet. For a built-in kind it has its empty
   * structs, which is why a create does not own {@code spec} but only its fields.
   */
  private ObjectNode nothing() {
    ObjectNode object = Json.MAPPER.createObjectNode();
    object.put("apiVersion", apiVersion);
    object.put("kind", kind);
    if (!schema.typeName().isEmpty()) {
      TypedForm.fill(object, schema);
    }
    return object;
  }

  /** As Go writes it: keys sorted, a line feed at the end. */
  private static String text(ObjectNode config) {
    return SortedJson.copy(config) + "\n";
  }
}
