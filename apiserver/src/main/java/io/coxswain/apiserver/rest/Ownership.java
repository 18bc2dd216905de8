package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.apply.ApplyException;
import io.coxswain.apiserver.apply.FieldManager;
import io.coxswain.apiserver.apply.FieldSet;
import io.coxswain.apiserver.apply.Versions;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Store;
import io.coxswain.env.Clock;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps {@code metadata.managedFields}, who set which field, and applies configurations. */
final class Ownership {
  private final Clock clock;
  private final Store store;
  private final KindRegistry kinds;

  Ownership(Clock clock, Store store, KindRegistry kinds) {
    this.clock = clock;
    this.store = store;
    this.kinds = kinds;
  }

  /** Records the owner of all fields of a new object. */
  void created(Target target, ObjectNode object) {
    record(target, null, object);
  }

  /** Records the owner of the fields that an update changes. */
  void updated(Target target, ObjectNode before, ObjectNode object) {
    record(target, before, object);
  }

  /** Records the server itself as the owner of what it changes in a status. */
  static void statusChanged(ServedKind kind, ObjectNode before, ObjectNode object, Instant now) {
    var version = Versions.single(kind.type().apiVersion(), schema(kind));
    ObjectNode owned =
        fields(kind, "status", version).update(before, object, "kube-apiserver", now);
    object.set("metadata", owned.path("metadata"));
  }

  private void record(Target target, @Nullable ObjectNode before, ObjectNode object) {
    if (target.subresource().equals("binding")) {
      return; // who binds a pod owns nothing of it
    }
    ObjectNode owned = fields(target).update(before, object, target.fieldManager(), clock.now());
    object.set("metadata", owned.path("metadata"));
    if (object.at("/metadata/managedFields").isEmpty()) {
      Meta.of(object).remove("managedFields");
    }
  }

  /** What is live, with the configuration laid over it. */
  ObjectNode applied(
      Target target, @Nullable ObjectNode live, ObjectNode configuration, boolean force) {
    try {
      return fields(target).apply(live, configuration, target.fieldManager(), force, clock.now());
    } catch (ApplyException e) {
      var refusal = StatusException.of(e.code(), e.reason(), e.text());
      for (ApplyException.Cause cause : e.causes()) {
        refusal = refusal.cause("FieldManagerConflict", cause.message(), cause.field());
      }
      throw refusal;
    }
  }

  private FieldManager fields(Target target) {
    var versions = new ServedVersions(kinds, store.head(), target.kind());
    return fields(target.kind(), target.subresource(), versions);
  }

  private static FieldManager fields(ServedKind kind, String subresource, Versions versions) {
    return new FieldManager(
        kind.type().apiVersion(),
        kind.type().kind(),
        schema(kind),
        subresource,
        ignored(kind, subresource),
        versions);
  }

  private static Schema schema(ServedKind kind) {
    return kind.schema().orElse(Schema.ANYTHING);
  }

  /** What a write to the endpoint cannot change, and so does not own. */
  private static FieldSet ignored(ServedKind kind, String subresource) {
    if (!kind.hasStatus()) {
      return NOTHING;
    }
    if (!subresource.equals("status")) {
      return kind.collection().equals("certificatesigningrequests.certificates.k8s.io")
          ? SPEC_AND_STATUS
          : STATUS;
    }
    return IGNORED_BY_STATUS.getOrDefault(kind.collection(), SPEC);
  }

  private static final FieldSet NOTHING = new FieldSet();
  private static final FieldSet STATUS = FieldSet.of("status");
  private static final FieldSet SPEC = FieldSet.of("spec");
  private static final FieldSet SPEC_AND_STATUS = FieldSet.of("spec", "status");

  /** Whether a write of the status changes nothing of the metadata. */
  static boolean statusLeavesMetadata(ServedKind kind) {
    return SPEC_AND_METADATA.equals(IGNORED_BY_STATUS.get(kind.collection()));
  }

  private static final FieldSet SPEC_AND_METADATA = FieldSet.of("spec", "metadata");

  private static final Map<String, FieldSet> IGNORED_BY_STATUS =
      Map.ofEntries(
          Map.entry("deployments.apps", FieldSet.of("spec", "metadata.labels")),
          Map.entry(
              "pods",
              FieldSet.of("spec", "metadata.deletionTimestamp", "metadata.ownerReferences")),
          Map.entry(
              "certificatesigningrequests.certificates.k8s.io",
              FieldSet.of("spec", "status.conditions")),
          Map.entry("servicecidrs.networking.k8s.io", NOTHING),
          Map.entry("resourceclaims.resource.k8s.io", SPEC_AND_METADATA),
          Map.entry("volumeattachments.storage.k8s.io", SPEC_AND_METADATA),
          Map.entry("validatingadmissionpolicies.admissionregistration.k8s.io", SPEC_AND_METADATA),
          Map.entry("flowschemas.flowcontrol.apiserver.k8s.io", SPEC_AND_METADATA),
          Map.entry("prioritylevelconfigurations.flowcontrol.apiserver.k8s.io", SPEC_AND_METADATA));
}
