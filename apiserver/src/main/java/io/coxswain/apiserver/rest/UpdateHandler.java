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
import io.coxswain.apiserver.kinds.pod.PrivilegePolicy;
import io.coxswain.apiserver.schema.StructOrder;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes objects. The change is a function of what is stored, so it can be made again when another
 * writer was faster; only a caller that names a resourceVersion is refused then.
 */
final class UpdateHandler {
  private static final Logger log = LoggerFactory.getLogger(UpdateHandler.class);
  private final Store store;
  private final Contexts contexts;
  private final Ownership ownership;
  private final Admission admission;
  private final boolean privileged;

  UpdateHandler(
      Store store,
      Contexts contexts,
      Ownership ownership,
      Admission admission,
      boolean privileged) {
    this.store = store;
    this.contexts = contexts;
    this.ownership = ownership;
    this.admission = admission;
    this.privileged = privileged;
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
    var attempts = new Attempts();
    while (true) {
      attempts.next(kind.type(), target.key().name());
      Stored seen = store.head().find(kind.collection(), target.key());
      if (seen == null) {
        return null;
      }
      ObjectNode before = kind.read(seen);
      ObjectNode object = change.of(before.deepCopy());
      Supplier<ObjectNode> wanted = () -> change.of(inOrder(kind, before));
      checkUid(target, object, before);
      try (var reservations = new Reservations(target)) {
        ObjectNode after =
            prepare(target, object, wanted, before, owners, unconditional, reservations);
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
            store.put(kind.collection(), target.key(), seen, kind.encoder(after), target.origin()));
      } catch (RacedException e) {
        log.trace("{} changed meanwhile; trying again", target.key());
      }
    }
  }

  /** What is stored as Go would write it, for messages that quote what became of it. */
  private static ObjectNode inOrder(ServedKind kind, ObjectNode before) {
    ObjectNode ordered = before.deepCopy();
    kind.schema().ifPresent(schema -> StructOrder.arrange(ordered, schema));
    return ordered;
  }

  /**
   * The last finalizer went away. Watchers see the state before, with its finalizer, as deleted;
   * the caller gets what it wrote.
   */
  private Stored removed(Target target, Stored seen, ObjectNode before, ObjectNode after)
      throws RacedException {
    ServedKind kind = target.kind();
    Stored last =
        store.remove(kind.collection(), target.key(), seen, kind.encoder(before), target.origin());
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
      Supplier<ObjectNode> wanted,
      ObjectNode before,
      Owners owners,
      boolean unconditional,
      Reservations reservations) {
    ServedKind kind = target.kind();
    if (!target.info().verb().equals("update") || !target.isObject()) {
      ObjectDecoder.decode(target, object, wanted);
    }
    kind.strategy().defaults(object);
    // Before anything is put back as it was: what a write set is tracked even if it does not last.
    if (owners == Owners.TRACK) {
      ownership.updated(target, before, object);
    }
    checkIdentity(target, object, before);
    String version = Meta.resourceVersion(object);
    boolean status = target.subresource().equals("status");
    boolean main = writesWhole(target);
    Strategy strategy = strategy(target);
    WriteContext context = contexts.of(target);
    // These send objects of their own, which have been admitted.
    boolean admitted = List.of("binding", "eviction", "scale").contains(target.subresource());
    Attributes attributes = admission.updating(target, object, before, context);
    if (!admitted) {
      admission.mutate(attributes);
    }
    OwnerReferences.dedup(target, object, true);
    // Only now, as upstream: webhooks see a write even if it is then refused for its version.
    checkVersion(target, version, before, unconditional);
    keepMetadata(object, before);
    // An approval is part of the status.
    if ((main && !target.subresource().equals("approval")) || status) {
      keepOtherHalf(kind, object, before, status);
    }
    if (status) {
      strategy.prepareStatusUpdate(object, before, context);
    } else if (main) {
      reservations.take(object, before, context);
      strategy.prepareUpdate(object, before, context);
    }
    if (main || target.subresource().equals("scale")) {
      kind.facts().generation().updated(before, object);
    }
    validate(target, object, before, context);
    if (main) {
      strategy.warnOnUpdate(object, before, context);
    }
    if (!admitted) {
      admission.validate(attributes);
    }
    return object;
  }

  /** Whether the write is to the object, or to a part of it that is written like the whole. */
  private static boolean writesWhole(Target target) {
    return target.subresource().isEmpty() || target.part().isPresent();
  }

  private static Strategy strategy(Target target) {
    return target.part().orElse(target.kind().strategy());
  }

  /** Whatever a patch says, the object stays the one that the path names. */
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

  /** The uid in the body of a PUT is a precondition; a patch is refused later for changing it. */
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

  /** What a write cannot change stays, as far as it was there; the rest is for the rules. */
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
      set(object, "status", before.get("status"));
      return;
    }
    JsonNode wanted = object.get("status");
    JsonNode meta = object.get("metadata");
    object.removeAll();
    object.setAll(before.deepCopy());
    set(object, "status", wanted);
    if (!kind.facts().custom() && !Ownership.statusLeavesMetadata(kind)) {
      object.set("metadata", meta);
    } else if (meta != null && meta.has("managedFields")) {
      Meta.of(object).set("managedFields", meta.get("managedFields"));
    }
  }

  private static void set(
      ObjectNode object, String field, @org.jspecify.annotations.Nullable JsonNode value) {
    if (value == null) {
      object.remove(field);
    } else {
      object.set(field, value);
    }
  }

  private void validate(Target target, ObjectNode object, ObjectNode before, WriteContext context) {
    var kind = target.kind();
    boolean status = target.subresource().equals("status");
    Validity.check(
        kind,
        object,
        errors -> {
          MetadataRules.validateUpdate(kind, status, object, before, errors);
          if (status) {
            kind.strategy().validateStatusUpdate(object, before, context, errors);
          } else if (writesWhole(target) || isScale(target)) {
            strategy(target).validate(object, errors);
            strategy(target).validateUpdate(object, before, context, errors);
          }
          ScaleRules.validate(kind, object, errors);
          if (privileged) {
            errors.removeIf(PrivilegePolicy::isOnlyPolicy);
          }
        });
  }

  private static boolean isScale(Target target) {
    return target.subresource().equals("scale");
  }

  /** Whether nothing but the time of an ownership entry differs. */
  private static boolean unchanged(ObjectNode before, ObjectNode after) {
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
