package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.kinds.pod.PrivilegePolicy;
import io.coxswain.apiserver.schema.TypedForm;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Entropy;
import java.util.List;

/** Makes new objects: default, own, admit, name, prepare, validate, commit, in this order. */
final class CreateHandler {
  private static final int NAME_TRIES = 8;
  private static final int GENERATED_BASE_LIMIT = 58;

  private final Store store;
  private final Contexts contexts;
  private final Ownership ownership;
  private final Admission admission;
  private final Authorizer authorizer;
  private final boolean privileged;
  private final Entropy names;
  private final Entropy uids;

  CreateHandler(
      Store store,
      Contexts contexts,
      Ownership ownership,
      Admission admission,
      Authorizer authorizer,
      Entropy entropy,
      boolean privileged) {
    this.store = store;
    this.contexts = contexts;
    this.ownership = ownership;
    this.admission = admission;
    this.authorizer = authorizer;
    this.names = entropy.derive("names");
    this.uids = entropy.derive("uids");
    this.privileged = privileged;
  }

  /** How the fields of the new object come to be owned. */
  enum By {
    UPDATE,
    APPLY
  }

  /** Creates the object as decoded from a request, or as applied. Returns it as stored. */
  Stored create(Target target, ObjectNode object, By by) {
    ServedKind kind = target.kind();
    if (by == By.APPLY) {
      ObjectDecoder.decode(target, object);
    }
    checkNamespace(target, object);
    String version = Meta.resourceVersion(object);
    if (!version.isEmpty() && !version.equals("0") && target.info().verb().equals("create")) {
      throw StatusException.unclassified(
          "resourceVersion should not be set on objects to be created");
    }
    WriteContext context = contexts.of(target);
    wipe(object);
    kind.strategy().defaults(object);
    if (by == By.UPDATE) {
      ownership.created(target, object);
    }
    checkNamespaceLives(target, object, context.snapshot());
    admission.mutate(admission.creating(target, object, context));
    OwnerReferences.dedup(target, object, true);
    ObjectNode meta = Meta.of(object);
    meta.put("uid", uids.uuid().toString());
    meta.put("creationTimestamp", Meta.time(context.now()));
    clearStatus(kind, object);
    boolean generated =
        Meta.name(object).isEmpty() && !meta.path("generateName").asText("").isEmpty();
    for (int tries = 1; ; tries++) {
      if (generated) {
        meta.put("name", generate(meta.path("generateName").asText()));
      }
      ObjectKey key = Meta.key(object);
      Stored holder =
          Meta.name(object).isEmpty() ? null : store.head().find(kind.collection(), key);
      // What is wrong with the object is told first, even if its name is taken. Only one that
      // gets its name here may be tried again.
      ObjectNode attempt = generated ? object.deepCopy() : object;
      try (var reservations = new Reservations(target)) {
        reservations.take(attempt, MissingNode.getInstance(), context);
        kind.strategy().prepareCreate(attempt, context);
        kind.facts().generation().created(attempt);
        validate(target, attempt);
        // What the server has set is read back with the defaults that follow from it.
        kind.strategy().defaults(attempt);
        if (holder == null) {
          kind.strategy().warn(attempt, context);
          Authorization.checkCreate(target, authorizer);
          admission.validate(admission.creating(target, attempt, context));
          if (target.dryRun()) {
            Meta.of(attempt).remove("resourceVersion");
            return kind.store(attempt, 0);
          }
          return reservations.keep(
              store.put(kind.collection(), key, null, kind.encoder(attempt), target.origin()));
        }
      } catch (RacedException e) {
        holder = store.head().find(kind.collection(), key);
      }
      // Whoever gives both a name and a base is told so too, though nothing was generated.
      if (!generated && !meta.path("generateName").asText("").isEmpty()) {
        throw StatusException.namesUsedUp(kind.type(), Meta.name(object));
      }
      if (!generated) {
        boolean deleting = holder != null && Meta.deleting(holder.tree());
        throw StatusException.alreadyExists(kind.type(), Meta.name(object), deleting);
      }
      if (tries == NAME_TRIES) {
        throw StatusException.namesUsedUp(kind.type(), Meta.name(object));
      }
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

  private static void wipe(ObjectNode object) {
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

  private static void checkNamespaceLives(Target target, ObjectNode object, Snapshot snapshot) {
    if (target.kind().facts().terminating()) {
      throw StatusException.forbidden(
          target.kind().type(),
          Meta.name(object),
          "create not allowed while custom resource definition is terminating");
    }
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

  private static void clearStatus(ServedKind kind, ObjectNode object) {
    if (!kind.hasStatus()) {
      return;
    }
    if (kind.facts().custom()) {
      object.remove("status");
    } else {
      // A kubelet registers its node with the status it has.
      if (!kind.collection().equals("nodes") || !object.path("status").isObject()) {
        object.putObject("status");
      }
      kind.schema().ifPresent(schema -> TypedForm.fill(object, schema));
    }
  }

  private String generate(String base) {
    String head =
        base.length() > GENERATED_BASE_LIMIT ? base.substring(0, GENERATED_BASE_LIMIT) : base;
    return head + names.suffix(5);
  }

  private void validate(Target target, ObjectNode object) {
    var kind = target.kind();
    Validity.check(
        kind,
        object,
        errors -> {
          boolean metadataLast = MetadataRules.comesLast(kind);
          if (!metadataLast) {
            MetadataRules.validate(kind, object, errors);
          }
          kind.strategy().validate(object, errors);
          kind.strategy().validateCreate(object, errors);
          if (metadataLast && errors.isEmpty()) {
            MetadataRules.validate(kind, object, errors);
          }
          ScaleRules.validate(kind, object, errors);
          if (privileged) {
            errors.removeIf(PrivilegePolicy::isOnlyPolicy);
          }
        });
  }
}
