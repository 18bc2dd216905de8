package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.schema.StructOrder;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Updates objects. A change is a function of the stored object, so it is repeated if another writer
 * was faster; only a request with a resourceVersion is rejected then. {@link #prepare} and {@link
 * #commit} are the list of steps.
 */
final class UpdateHandler {
  private static final Logger log = LoggerFactory.getLogger(UpdateHandler.class);
  private final Store store;
  private final Contexts contexts;
  private final Ownership ownership;
  private final Admission admission;
  private final Predicate<FieldError> tolerated;

  /**
   * @param tolerated the validation errors that this server ignores
   */
  UpdateHandler(
      Store store,
      Contexts contexts,
      Ownership ownership,
      Admission admission,
      Predicate<FieldError> tolerated) {
    this.store = store;
    this.contexts = contexts;
    this.ownership = ownership;
    this.admission = admission;
    this.tolerated = tolerated;
  }

  /** Computes the desired object from the stored one. */
  @FunctionalInterface
  interface Change {
    /** The desired object; may be the given tree, modified. */
    ObjectNode of(ObjectNode current);
  }

  /** Whether field owners are to be computed, or are part of the change already. */
  enum Owners {
    TRACK,
    DONE
  }

  /** Which half of the object a write may change. */
  private enum Endpoint {
    /** The object, or a subresource that is written like the whole object. */
    OBJECT,
    STATUS,
    /** Sends its own object, which has been admitted. */
    SCALE,
    /** A subresource whose handler computed the new object. */
    OTHER;

    static Endpoint of(Target target) {
      if (target.subresource().isEmpty() || target.part().isPresent()) {
        return OBJECT;
      }
      return switch (target.subresource()) {
        case "status" -> STATUS;
        case "scale" -> SCALE;
        default -> OTHER;
      };
    }
  }

  /** A request, with the object as read for one attempt. */
  private record Update(
      Target target,
      Endpoint endpoint,
      Change change,
      Owners owners,
      boolean unconditional,
      Stored seen,
      ObjectNode before) {
    ServedKind kind() {
      return target.kind();
    }

    /** The strategy of the subresource, or else of the kind. */
    Strategy strategy() {
      return target.part().orElse(kind().strategy());
    }
  }

  /** Like {@link #update}, for subresources that change their object, which must exist. */
  Stored updateExisting(Target target, Change change, Owners owners) {
    Stored updated = update(target, change, owners, true);
    if (updated == null) {
      throw StatusException.notFound(target.kind().type(), target.info().name());
    }
    return updated;
  }

  /**
   * Applies the change and returns the object as stored, or null if it does not exist. Starts again
   * if another writer was faster.
   *
   * @param unconditional whether the desired object may lack a resourceVersion
   */
  @Nullable Stored update(Target target, Change change, Owners owners, boolean unconditional) {
    ServedKind kind = target.kind();
    var attempts = new Attempts();
    while (true) {
      attempts.next(kind.type(), target.key().name());
      Stored seen = store.head().find(kind.collection(), target.key());
      if (seen == null) {
        return null;
      }
      var update =
          new Update(
              target, Endpoint.of(target), change, owners, unconditional, seen, kind.read(seen));
      try (var reservations = new Reservations(target)) {
        ObjectNode after = prepare(update, reservations);
        return commit(update, after, reservations);
      } catch (RacedException e) {
        log.trace("concurrent change, retrying: object={}", target.key());
      }
    }
  }

  /** The steps before the commit. Returns the new object. */
  private ObjectNode prepare(Update update, Reservations reservations) {
    Target target = update.target();
    ObjectNode before = update.before();
    ObjectNode object = update.change().of(before.deepCopy());
    checkUid(target, object, before);
    decode(update, object);
    update.kind().strategy().defaults(object);
    trackOwners(update, object);
    checkIdentity(target, object, before);
    String version = Meta.resourceVersion(object);
    WriteContext context = contexts.of(target);
    Attributes attributes = admission.updating(target, object, before, context);
    mutate(update, attributes);
    OwnerReferences.dedup(target, object, true);
    checkVersion(update, version);
    keepMetadata(object, before);
    keepOtherHalf(update, object);
    prepareForKind(update, object, context, reservations);
    countGeneration(update, object);
    validate(update, object, context);
    warn(update, object, context);
    admit(update, attributes);
    return object;
  }

  /** Writes the object, or removes it if this write has ended its deletion. */
  private Stored commit(Update update, ObjectNode after, Reservations reservations)
      throws RacedException {
    Target target = update.target();
    ServedKind kind = update.kind();
    boolean unchanged = isUnchanged(update.before(), after);
    if (unchanged && kind.isCurrent(update.seen())) {
      return reservations.keep(update.seen());
    }
    if (target.dryRun()) {
      return kind.store(after, 0);
    }
    if (isDeleted(kind, after)) {
      return reservations.keep(remove(update, after));
    }
    return reservations.keep(
        store.put(
            kind.collection(),
            target.key(),
            update.seen(),
            kind.encoder(unchanged ? update.before() : after),
            target.origin()));
  }

  private static void decode(Update update, ObjectNode object) {
    Target target = update.target();
    if (!target.info().verb().equals("update") || !target.isObject()) {
      ObjectDecoder.decode(
          target, object, () -> update.change().of(inOrder(update.kind(), update.before())));
    }
  }

  /** The stored object as Go would write it, for messages that quote the result. */
  private static ObjectNode inOrder(ServedKind kind, ObjectNode before) {
    ObjectNode ordered = before.deepCopy();
    kind.schema().ifPresent(schema -> StructOrder.arrange(ordered, schema));
    return ordered;
  }

  /**
   * Precedes the steps that restore fields: a write owns what it set even if that does not last.
   */
  private void trackOwners(Update update, ObjectNode object) {
    if (update.owners() == Owners.TRACK) {
      ownership.updated(update.target(), update.before(), object);
    }
  }

  private void mutate(Update update, Attributes attributes) {
    if (update.endpoint() != Endpoint.SCALE) {
      admission.mutate(attributes);
    }
  }

  private void admit(Update update, Attributes attributes) {
    if (update.endpoint() != Endpoint.SCALE) {
      admission.validate(attributes);
    }
  }

  private static void prepareForKind(
      Update update, ObjectNode object, WriteContext context, Reservations reservations) {
    switch (update.endpoint()) {
      case STATUS -> update.strategy().prepareStatusUpdate(object, update.before(), context);
      case OBJECT -> {
        reservations.take(object, update.before(), context);
        update.strategy().prepareUpdate(object, update.before(), context);
      }
      case SCALE, OTHER -> {}
    }
  }

  private static void countGeneration(Update update, ObjectNode object) {
    if (update.endpoint() == Endpoint.OBJECT || update.endpoint() == Endpoint.SCALE) {
      update.kind().facts().generation().updated(update.before(), object);
    }
  }

  private static void warn(Update update, ObjectNode object, WriteContext context) {
    switch (update.endpoint()) {
      case STATUS -> update.strategy().warnOnStatusUpdate(object, update.before(), context);
      case OBJECT -> update.strategy().warnOnUpdate(object, update.before(), context);
      case SCALE, OTHER -> {}
    }
  }

  /**
   * The last finalizer was removed. Watches report the state before, with its finalizer, as
   * deleted; the client gets what it wrote.
   */
  private Stored remove(Update update, ObjectNode after) throws RacedException {
    ServedKind kind = update.kind();
    Target target = update.target();
    Stored last =
        store.remove(
            kind.collection(),
            target.key(),
            update.seen(),
            kind.encoder(update.before()),
            target.origin());
    kind.strategy().removed(update.before(), contexts.of(target));
    return kind.store(after, last.revision());
  }

  private static boolean isDeleted(ServedKind kind, ObjectNode object) {
    return Meta.deleting(object)
        && Meta.finalizers(object).isEmpty()
        && Meta.at(object, "/metadata/deletionGracePeriodSeconds").asLong(0) == 0
        && !kind.strategy().deletion().isRetained(object);
  }

  /** A patch cannot change the identity of the object. */
  static void checkIdentity(Target target, ObjectNode object, ObjectNode before) {
    String namespace = Meta.namespace(object);
    if (namespace.isEmpty() || Meta.namespace(before).isEmpty()) {
      set(Meta.of(object), "namespace", before.path("metadata").get("namespace"));
    } else if (!namespace.equals(Meta.namespace(before))) {
      throw StatusException.otherNamespace();
    }
    checkName(object, target.info().name());
    object.set("kind", before.path("kind"));
    object.set("apiVersion", before.path("apiVersion"));
  }

  static void checkName(ObjectNode object, String inPath) {
    String name = Meta.name(object);
    if (name.isEmpty()) {
      throw StatusException.undeterminable(inPath);
    }
    if (!name.equals(inPath)) {
      throw StatusException.otherName(name, inPath);
    }
  }

  /** The uid in the body of a PUT is a precondition; a patch that changes it is rejected later. */
  private static void checkUid(Target target, ObjectNode object, ObjectNode before) {
    String uid = Meta.uid(object);
    if (!target.info().verb().equals("patch") && !uid.isEmpty() && !uid.equals(Meta.uid(before))) {
      throw StatusException.uidMismatch(
          target.kind().type(),
          target.kind().facts().custom(),
          target.key(),
          uid,
          Meta.uid(before));
    }
  }

  /** Restores immutable metadata that was set; validation handles the rest. */
  private static void keepMetadata(ObjectNode object, ObjectNode before) {
    ObjectNode meta = Meta.of(object);
    JsonNode old = before.path("metadata");
    meta.remove("selfLink");
    for (String field : List.of("creationTimestamp", "generation", "resourceVersion")) {
      set(meta, field, old.get(field));
    }
    if (old.has("deletionTimestamp")) {
      meta.set("deletionTimestamp", old.get("deletionTimestamp"));
    }
    for (String field : List.of("uid", "deletionGracePeriodSeconds")) {
      if (old.has(field) && meta.path(field).asText("").isEmpty()) {
        meta.set(field, old.get(field));
      }
    }
  }

  /** After admission, as upstream: webhooks see a write even if it is then rejected. */
  private static void checkVersion(Update update, String version) {
    var type = update.kind().type();
    ObjectNode before = update.before();
    String name = Meta.name(before);
    if (version.isEmpty() || version.equals("0")) {
      if (!update.unconditional()) {
        throw StatusException.invalidResource(
            type,
            name,
            List.of(
                FieldError.invalid(
                    "metadata.resourceVersion",
                    IntNode.valueOf(0),
                    "must be specified for an update")));
      }
    } else if (!version.equals(Meta.resourceVersion(before))) {
      checkNumber(version);
      throw StatusException.modified(type, name);
    }
  }

  private static void checkNumber(String version) {
    if (!ParseUint.isValid(version)) {
      throw StatusException.unclassified(ParseUint.problem(version));
    }
  }

  /**
   * The main resource does not write the status, and the status subresource writes nothing else.
   */
  private static void keepOtherHalf(Update update, ObjectNode object) {
    ServedKind kind = update.kind();
    ObjectNode before = update.before();
    if (!kind.hasStatus()) {
      return;
    }
    switch (update.endpoint()) {
      case OBJECT -> {
        if (!update.strategy().writesStatus()) {
          set(object, "status", before.get("status"));
        }
      }
      case STATUS -> keepAllButStatus(kind, object, before);
      case SCALE, OTHER -> {}
    }
  }

  private static void keepAllButStatus(ServedKind kind, ObjectNode object, ObjectNode before) {
    JsonNode wanted = object.get("status");
    JsonNode meta = object.get("metadata");
    object.removeAll();
    object.setAll(before.deepCopy());
    set(object, "status", wanted);
    if (!kind.facts().custom() && !kind.facts().unowned().statusLeavesMetadata()) {
      object.set("metadata", meta);
    } else if (meta != null && meta.has("managedFields")) {
      Meta.of(object).set("managedFields", meta.get("managedFields"));
    }
  }

  private static void set(ObjectNode object, String field, @Nullable JsonNode value) {
    if (value == null) {
      object.remove(field);
    } else {
      object.set(field, value);
    }
  }

  private void validate(Update update, ObjectNode object, WriteContext context) {
    ServedKind kind = update.kind();
    ObjectNode before = update.before();
    Endpoint endpoint = update.endpoint();
    Validity.check(
        kind,
        object,
        errors -> {
          MetadataRules.validateUpdate(kind, endpoint == Endpoint.STATUS, object, before, errors);
          if (endpoint == Endpoint.STATUS) {
            kind.strategy().validateStatusUpdate(object, before, context, errors);
          } else if (endpoint != Endpoint.OTHER) {
            update.strategy().validate(object, errors);
            update.strategy().validateUpdate(object, before, context, errors);
          }
          ScaleRules.validate(kind, object, errors);
          errors.removeIf(tolerated);
        });
  }

  /** Whether only the time of an ownership entry differs. */
  private static boolean isUnchanged(ObjectNode before, ObjectNode after) {
    return sameBut("metadata", before, after)
        && sameBut("managedFields", before.path("metadata"), after.path("metadata"))
        && SameJson.identical(owners(before), owners(after));
  }

  private static boolean sameBut(String left, JsonNode a, JsonNode b) {
    if (a.size() != b.size() || a.has(left) != b.has(left)) {
      return false;
    }
    for (var member : a.properties()) {
      JsonNode other = b.get(member.getKey());
      if (other == null
          || (!member.getKey().equals(left) && !SameJson.identical(member.getValue(), other))) {
        return false;
      }
    }
    return true;
  }

  private static JsonNode owners(ObjectNode object) {
    JsonNode owners = object.path("metadata").path("managedFields").deepCopy();
    Meta.objects(owners).forEach(entry -> entry.remove("time"));
    return owners;
  }
}
