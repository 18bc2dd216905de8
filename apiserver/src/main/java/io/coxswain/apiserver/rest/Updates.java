package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.apiserver.schema.SameJson;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes objects. The change is a function of what is stored, so it can be made again when another
 * writer was faster; only a caller that names a resourceVersion is refused then.
 */
final class Updates {
  private static final Logger log = LoggerFactory.getLogger(Updates.class);
  private static final List<String> KEPT_METADATA =
      List.of(
          "uid",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "generation",
          "selfLink",
          "generateName");

  private final Store store;
  private final Contexts contexts;
  private final Ownership ownership;
  private final Admission admission;

  Updates(Store store, Contexts contexts, Ownership ownership, Admission admission) {
    this.store = store;
    this.contexts = contexts;
    this.ownership = ownership;
    this.admission = admission;
  }

  /** From what is stored to what is wanted. */
  @FunctionalInterface
  interface Change {
    /** The wanted object; may be the given tree, changed. */
    ObjectNode of(ObjectNode current);
  }

  /** Whether field owners are to be computed, or are part of the change already. */
  enum Owners {
    TRACK,
    DONE
  }

  /**
   * Makes the change and returns the object as stored, or null when there is none to change.
   *
   * @param unconditional whether the wanted object may come without a resourceVersion
   */
  @org.jspecify.annotations.Nullable
  Stored update(Target target, Change change, Owners owners, boolean unconditional) {
    ServedKind kind = target.kind();
    while (true) {
      Stored seen = store.head().find(kind.collection(), target.key());
      if (seen == null) {
        return null;
      }
      ObjectNode before = kind.read(seen);
      ObjectNode wanted = change.of(before.deepCopy());
      try (var reservations = new Reservations(target)) {
        ObjectNode after = prepare(target, wanted, before, owners, unconditional, reservations);
        if (unchanged(before, after)) {
          return reservations.keep(seen);
        }
        if (target.dryRun()) {
          return kind.store(after, 0);
        }
        if (isGone(kind, after)) {
          return reservations.keep(removed(target, seen, before, after));
        }
        return reservations.keep(
            store.put(
                kind.collection(),
                target.key(),
                seen,
                revision -> kind.store(after, revision),
                target.origin()));
      } catch (RacedException e) {
        log.trace("{} changed meanwhile; trying again", target.key());
      }
    }
  }

  /**
   * The last finalizer went away. Watchers see the state before, with its finalizer, as deleted;
   * the caller gets what it wrote.
   */
  private Stored removed(Target target, Stored seen, ObjectNode before, ObjectNode after)
      throws RacedException {
    ServedKind kind = target.kind();
    Stored last =
        store.remove(
            kind.collection(),
            target.key(),
            seen,
            revision -> kind.store(before, revision),
            target.origin());
    kind.strategy().removed(before, contexts.of(target));
    return kind.store(after, last.revision());
  }

  private static boolean isGone(ServedKind kind, ObjectNode object) {
    return Meta.deleting(object)
        && Meta.finalizers(object).isEmpty()
        && object.at("/metadata/deletionGracePeriodSeconds").asLong(0) == 0
        && !(kind.collection().equals("namespaces") && !object.at("/spec/finalizers").isEmpty());
  }

  private ObjectNode prepare(
      Target target,
      ObjectNode object,
      ObjectNode before,
      Owners owners,
      boolean unconditional,
      Reservations reservations) {
    ServedKind kind = target.kind();
    Forms.take(target, object);
    checkIdentity(target, object, before);
    checkUid(target, object, before);
    String version = Meta.resourceVersion(object);
    ObjectNode meta = Meta.of(object);
    JsonNode old = before.path("metadata");
    for (String field : KEPT_METADATA) {
      JsonNode value = old.get(field);
      if (value == null) {
        meta.remove(field);
      } else {
        meta.set(field, value);
      }
    }
    meta.set("resourceVersion", old.path("resourceVersion"));
    kind.strategy().defaults(object);
    boolean status = target.subresource().equals("status");
    boolean main = target.subresource().isEmpty();
    WriteContext context = contexts.of(target);
    if (main || status) {
      keepOtherHalf(kind, object, before, status);
    }
    if (owners == Owners.TRACK) {
      ownership.updated(target, before, object);
    }
    Attributes attributes = admission.updating(target, object, before, context);
    if (main || status) {
      admission.mutate(attributes);
    }
    // Only now, as upstream: webhooks see a write even if it is then refused for its version.
    checkVersion(target, version, before, unconditional);
    if (status) {
      kind.strategy().prepareStatusUpdate(object, before, context);
    } else if (main) {
      reservations.take(object, before, context);
      kind.strategy().prepareUpdate(object, before, context);
    }
    if (main || target.subresource().equals("scale")) {
      kind.facts().generation().updated(before, object);
    }
    validate(target, object, before);
    if (main) {
      kind.strategy().warn(object, context);
    }
    if (main || status) {
      admission.validate(attributes);
    }
    return object;
  }

  /** Whatever a patch says, the object stays the one that the path names. */
  private static void checkIdentity(Target target, ObjectNode object, ObjectNode before) {
    String name = Meta.name(object);
    if (!name.equals(Meta.name(before))) {
      throw StatusException.badRequest(
          "the name of the object ("
              + name
              + ") does not match the name on the URL ("
              + Meta.name(before)
              + ")");
    }
    if (!Meta.namespace(object).equals(Meta.namespace(before))) {
      throw StatusException.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
    String uid = Meta.uid(object);
    if (target.info().verb().equals("patch") && !uid.isEmpty() && !uid.equals(Meta.uid(before))) {
      FieldError error = FieldError.invalid("metadata.uid", uid, "field is immutable");
      throw StatusException.invalid(target.kind().type(), name, List.of(error, error));
    }
    object.set("kind", before.path("kind"));
    object.set("apiVersion", before.path("apiVersion"));
  }

  private static void checkUid(Target target, ObjectNode object, ObjectNode before) {
    String uid = Meta.uid(object);
    if (!uid.isEmpty() && !uid.equals(Meta.uid(before))) {
      throw StatusException.uidMismatch(target.kind(), target.key(), uid, Meta.uid(before));
    }
  }

  private static void checkVersion(
      Target target, String version, ObjectNode before, boolean unconditional) {
    var type = target.kind().type();
    String name = Meta.name(before);
    if (version.isEmpty() || version.equals("0")) {
      if (!unconditional) {
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
    try {
      long number = Long.parseLong(version);
      if (number >= 0) {
        return;
      }
    } catch (NumberFormatException e) {
      throw StatusException.unclassified(
          "strconv.ParseUint: parsing \"" + version + "\": invalid syntax");
    }
    throw StatusException.unclassified(
        "strconv.ParseUint: parsing \"" + version + "\": invalid syntax");
  }

  /** The main endpoint does not write the status, and the status endpoint writes nothing else. */
  private static void keepOtherHalf(
      ServedKind kind, ObjectNode object, ObjectNode before, boolean status) {
    if (!kind.hasStatus()) {
      return;
    }
    if (!status) {
      setOrRemove(object, "status", before.get("status"));
      return;
    }
    JsonNode wanted = object.get("status");
    JsonNode meta = object.get("metadata");
    object.removeAll();
    object.setAll(before.deepCopy());
    setOrRemove(object, "status", wanted);
    if (!kind.facts().custom()) {
      object.set("metadata", meta);
    } else if (meta != null && meta.has("managedFields")) {
      Meta.of(object).set("managedFields", meta.get("managedFields"));
    }
  }

  private static void setOrRemove(
      ObjectNode object, String field, @org.jspecify.annotations.Nullable JsonNode value) {
    if (value == null) {
      object.remove(field);
    } else {
      object.set(field, value);
    }
  }

  private static void validate(Target target, ObjectNode object, ObjectNode before) {
    var kind = target.kind();
    var errors = new ArrayList<FieldError>();
    MetadataRules.validate(kind, object, errors);
    MetadataRules.validateUpdate(object, before, errors);
    if (target.subresource().equals("status")) {
      kind.strategy().validateStatusUpdate(object, before, errors);
    } else if (target.subresource().isEmpty()) {
      kind.strategy().validate(object, errors);
      kind.strategy().validateUpdate(object, before, errors);
    }
    if (!errors.isEmpty()) {
      throw StatusException.invalid(kind.type(), Meta.name(object), errors);
    }
  }

  /** Whether anything but the time of an ownership entry differs. */
  private static boolean unchanged(ObjectNode before, ObjectNode after) {
    if (SameJson.identical(before, after)) {
      return true;
    }
    return SameJson.identical(withoutTimes(before), withoutTimes(after));
  }

  private static ObjectNode withoutTimes(ObjectNode object) {
    ObjectNode copy = object.deepCopy();
    Meta.objects(copy.at("/metadata/managedFields")).forEach(entry -> entry.remove("time"));
    return copy;
  }
}
