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
import org.jspecify.annotations.Nullable;

/** Maintains {@code metadata.managedFields} and applies configurations. */
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

  /** Records the server itself as the owner of its status changes. */
  static void statusChanged(ServedKind kind, ObjectNode before, ObjectNode object, Instant now) {
    var version = Versions.single(kind.type().apiVersion(), schema(kind));
    ObjectNode owned =
        fields(kind, "status", version).update(before, object, "kube-apiserver", now);
    object.set("metadata", owned.path("metadata"));
  }

  private void record(Target target, @Nullable ObjectNode before, ObjectNode object) {
    ObjectNode owned = fields(target).update(before, object, target.fieldManager(), clock.now());
    object.set("metadata", owned.path("metadata"));
    if (object.at("/metadata/managedFields").isEmpty()) {
      Meta.of(object).remove("managedFields");
    }
  }

  /** The live object with the configuration merged into it. */
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

  /** The fields that a write to the endpoint cannot change and therefore does not own. */
  private static FieldSet ignored(ServedKind kind, String subresource) {
    var unowned = kind.facts().unowned();
    return subresource.equals("status") ? unowned.byStatus() : unowned.byObject();
  }
}
