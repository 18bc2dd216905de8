package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.schema.TypedForm;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Entropy;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Creates objects. {@link #create} and {@link #commit} are the list of steps. */
final class CreateHandler {
  private static final int NAME_TRIES = 8;
  private static final int GENERATED_BASE_LIMIT = 58;

  private final Store store;
  private final Contexts contexts;
  private final Ownership ownership;
  private final Admission admission;
  private final Authorizer authorizer;
  private final Predicate<FieldError> tolerated;
  private final Entropy names;
  private final Entropy uids;

  /**
   * @param tolerated the validation errors that this server ignores
   */
  CreateHandler(
      Store store,
      Contexts contexts,
      Ownership ownership,
      Admission admission,
      Authorizer authorizer,
      Entropy entropy,
      Predicate<FieldError> tolerated) {
    this.store = store;
    this.contexts = contexts;
    this.ownership = ownership;
    this.admission = admission;
    this.authorizer = authorizer;
    this.names = entropy.derive("names");
    this.uids = entropy.derive("uids");
    this.tolerated = tolerated;
  }

  /** How the owners of the new object's fields are determined. */
  enum By {
    UPDATE,
    APPLY
  }

  /** Creates the object as decoded from a request, or as applied. Returns it as stored. */
  Stored create(Target target, ObjectNode object, By by) {
    decodeIfApplied(target, object, by);
    checkNamespace(target, object);
    checkNoResourceVersion(target, object);
    WriteContext context = contexts.of(target);
    removeServerFields(object);
    target.kind().strategy().defaults(object);
    trackOwners(target, object, by);
    checkKindIsLive(target, object);
    checkNamespaceIsLive(target, object, context.snapshot());
    admission.mutate(admission.creating(target, object, context));
    OwnerReferences.dedup(target, object, true);
    setIdentity(object, context);
    clearStatus(target.kind(), object);
    return isNameGenerated(object)
        ? commitWithGeneratedName(target, object, context)
        : commitWithGivenName(target, object, context);
  }

  private Stored commitWithGivenName(Target target, ObjectNode object, WriteContext context) {
    Stored created = commit(target, object, context);
    if (created != null) {
      return created;
    }
    ServedKind kind = target.kind();
    // A request with both a name and a generateName gets this message too, although nothing was
    // generated.
    if (!generateName(object).isEmpty()) {
      throw StatusException.namesUsedUp(kind.type(), Meta.name(object));
    }
    Stored holder = store.head().find(kind.collection(), Meta.key(object));
    boolean deleting = holder != null && Meta.deleting(holder.tree());
    throw StatusException.alreadyExists(kind.type(), Meta.name(object), deleting);
  }

  /** Tries other names if the first is taken. */
  private Stored commitWithGeneratedName(Target target, ObjectNode object, WriteContext context) {
    for (int tries = 0; tries < NAME_TRIES; tries++) {
      Meta.of(object).put("name", generate(generateName(object)));
      Stored created = commit(target, object.deepCopy(), context);
      if (created != null) {
        return created;
      }
    }
    throw StatusException.namesUsedUp(target.kind().type(), Meta.name(object));
  }

  /**
   * The steps after naming. Returns null if the name is taken; validation errors take precedence
   * over that.
   */
  private @Nullable Stored commit(Target target, ObjectNode object, WriteContext context) {
    ServedKind kind = target.kind();
    boolean taken = isNameTaken(kind, object);
    try (var reservations = new Reservations(target)) {
      reservations.take(object, MissingNode.getInstance(), context);
      kind.strategy().prepareCreate(object, context);
      kind.facts().generation().created(object);
      validate(kind, object, context);
      kind.strategy().defaults(object); // fields set by the server are defaulted too
      if (taken) {
        return null;
      }
      kind.strategy().warn(object, context);
      Authorization.checkCreate(target, authorizer);
      admission.validate(admission.creating(target, object, context));
      return target.dryRun() ? unstored(kind, object) : reservations.keep(put(target, object));
    } catch (RacedException e) {
      return null;
    }
  }

  private static void decodeIfApplied(Target target, ObjectNode object, By by) {
    if (by == By.APPLY) {
      ObjectDecoder.decode(target, object);
    }
  }

  private void trackOwners(Target target, ObjectNode object, By by) {
    if (by == By.UPDATE) {
      ownership.created(target, object);
    }
  }

  private static void checkNoResourceVersion(Target target, ObjectNode object) {
    String version = Meta.resourceVersion(object);
    if (!version.isEmpty() && !version.equals("0") && target.info().verb().equals("create")) {
      throw StatusException.unclassified(
          "resourceVersion should not be set on objects to be created");
    }
  }

  private static void checkNamespace(Target target, ObjectNode object) {
    String inBody = Meta.namespace(object);
    if (!target.kind().type().namespaced()) {
      Meta.of(object).remove("namespace");
      return;
    }
    String asked = target.info().namespace();
    if (asked.isEmpty()) {
      throw StatusException.badRequest("an empty namespace may not be set during creation");
    }
    if (inBody.isEmpty()) {
      Meta.of(object).put("namespace", asked);
    } else if (!inBody.equals(asked)) {
      throw StatusException.otherNamespace();
    }
  }

  private static void removeServerFields(ObjectNode object) {
    Meta.of(object)
        .remove(
            List.of(
                "deletionTimestamp",
                "deletionGracePeriodSeconds",
                "selfLink",
                "uid",
                "creationTimestamp",
                "resourceVersion"));
  }

  private static void checkKindIsLive(Target target, ObjectNode object) {
    if (target.kind().facts().terminating()) {
      throw StatusException.forbidden(
          target.kind().type(),
          Meta.name(object),
          "create not allowed while custom resource definition is terminating");
    }
  }

  private static void checkNamespaceIsLive(Target target, ObjectNode object, Snapshot snapshot) {
    if (!target.kind().type().namespaced()) {
      return;
    }
    String namespace = target.info().namespace();
    Stored holder = snapshot.find("namespaces", ObjectKey.of(namespace));
    if (holder == null) {
      throw StatusException.namespaceNotFound(namespace);
    }
    if ("Terminating".equals(holder.fields().get("status.phase"))) {
      throw StatusException.forbidden(
              target.kind().type(),
              Meta.name(object),
              "unable to create new content in namespace "
                  + namespace
                  + " because it is being terminated")
          .cause(
              "NamespaceTerminating",
              "namespace " + namespace + " is being terminated",
              "metadata.namespace");
    }
  }

  private void setIdentity(ObjectNode object, WriteContext context) {
    Meta.of(object).put("uid", uids.uuid().toString());
    Meta.of(object).put("creationTimestamp", Meta.time(context.now()));
  }

  private static void clearStatus(ServedKind kind, ObjectNode object) {
    if (!kind.hasStatus()) {
      return;
    }
    if (kind.facts().custom()) {
      object.remove("status");
      return;
    }
    if (!kind.strategy().keepsStatusOnCreate() || !object.path("status").isObject()) {
      object.putObject("status");
    }
    kind.schema().ifPresent(schema -> TypedForm.fill(object, schema));
  }

  private static String generateName(ObjectNode object) {
    return Meta.of(object).path("generateName").asText("");
  }

  private static boolean isNameGenerated(ObjectNode object) {
    return Meta.name(object).isEmpty() && !generateName(object).isEmpty();
  }

  private String generate(String base) {
    String head =
        base.length() > GENERATED_BASE_LIMIT ? base.substring(0, GENERATED_BASE_LIMIT) : base;
    return head + names.suffix(5);
  }

  private boolean isNameTaken(ServedKind kind, ObjectNode object) {
    return !Meta.name(object).isEmpty()
        && store.head().find(kind.collection(), Meta.key(object)) != null;
  }

  private void validate(ServedKind kind, ObjectNode object, WriteContext context) {
    Validity.check(
        kind,
        object,
        errors -> {
          boolean metadataLast = kind.facts().metadataChecks().last();
          if (!metadataLast) {
            MetadataRules.validate(kind, object, errors);
          }
          kind.strategy().validate(object, errors);
          kind.strategy().validateCreate(object, context, errors);
          if (metadataLast && errors.isEmpty()) {
            MetadataRules.validate(kind, object, errors);
          }
          ScaleRules.validate(kind, object, errors);
          errors.removeIf(tolerated);
        });
  }

  /** The result of a dry run. */
  private static Stored unstored(ServedKind kind, ObjectNode object) {
    Meta.of(object).remove("resourceVersion");
    return kind.store(object, 0);
  }

  private Stored put(Target target, ObjectNode object) throws RacedException {
    ServedKind kind = target.kind();
    return store.put(
        kind.collection(), Meta.key(object), null, kind.encoder(object), target.origin());
  }
}
