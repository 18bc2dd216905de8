package io.coxswain.console.summary;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object between a training and its pods, or any other object that owns pods.
 *
 * @param object without pod templates and managed fields, which are most of it
 */
public record Workload(
    KnownKind kind,
    ObjectKey key,
    String uid,
    @Nullable Owner owner,
    List<ConditionSummary> conditions,
    ObjectNode object) {

  /** Reads an object of the kind. It becomes part of the result and must not be used elsewhere. */
  public static Workload of(KnownKind kind, ObjectNode object) {
    if (object.path("metadata") instanceof ObjectNode meta) {
      meta.remove("managedFields");
      if (meta.path("annotations") instanceof ObjectNode annotations) {
        annotations.remove("kubectl.kubernetes.io/last-applied-configuration");
      }
    }
    if (object.path("spec") instanceof ObjectNode spec) {
      spec.remove("template");
      for (JsonNode replicated : spec.path("replicatedJobs")) {
        if (replicated.path("template").path("spec") instanceof ObjectNode job) {
          job.remove("template");
        }
      }
    }
    return new Workload(
        kind,
        Ref.keyOf(object),
        object.path("metadata").path("uid").asText(""),
        Owner.controller(object),
        ConditionSummary.of(object),
        object);
  }

  public Ref ref() {
    return kind.ref(key);
  }

  public JsonNode spec() {
    return object.path("spec");
  }

  public JsonNode status() {
    return object.path("status");
  }

  public String label(String name) {
    return object.path("metadata").path("labels").path(name).asText("");
  }

  public @Nullable Instant created() {
    return Fields.time(object.path("metadata"), "creationTimestamp");
  }

  public boolean is(String condition) {
    return ConditionSummary.isTrue(conditions, condition);
  }

  public boolean isSuspended() {
    return spec().path("suspend").asBoolean();
  }

  /** {@code TrainJob hello}. */
  public String title() {
    return kind.type().kind() + " " + key.name();
  }
}
