package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.apiserver.yaml.GoYaml;
import io.coxswain.apiserver.yaml.YamlException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Server-side apply: makes an object match a configuration, creating it if necessary. */
final class ApplyHandler {
  private final CreateHandler creates;
  private final UpdateHandler updates;
  private final Ownership ownership;

  ApplyHandler(CreateHandler creates, UpdateHandler updates, Ownership ownership) {
    this.creates = creates;
    this.updates = updates;
    this.ownership = ownership;
  }

  /** The result of an apply. */
  record Outcome(Stored object, boolean created) {}

  Outcome apply(Target target) {
    GoYaml read = read(target);
    var configuration = (ObjectNode) read.tree();
    boolean force = isForced(target);
    var attempts = new Attempts();
    while (true) {
      attempts.next(target.kind().type(), target.info().name());
      @Nullable Stored updated =
          updates.update(
              target,
              current -> applied(target, current, read, force),
              UpdateHandler.Owners.DONE,
              true);
      if (updated != null) {
        return new Outcome(updated, false);
      }
      if (!target.subresource().isEmpty()) {
        throw StatusException.notFound(target.kind().type(), target.info().name());
      }
      String uid = Meta.uid(configuration);
      if (!uid.isEmpty()) {
        throw StatusException.conflict(
            target.kind().type(),
            target.info().name(),
            "uid mismatch: the provided object specified uid "
                + uid
                + ", and no existing object was found");
      }
      ObjectNode fresh = applied(target, null, read, force);
      UpdateHandler.checkName(fresh, target.info().name());
      try {
        return new Outcome(creates.create(target, fresh, CreateHandler.By.APPLY), true);
      } catch (StatusException e) {
        if (!"AlreadyExists".equals(e.status().path("reason").asText())) {
          throw e;
        }
      }
    }
  }

  private ObjectNode applied(Target target, @Nullable ObjectNode live, GoYaml read, boolean force) {
    ObjectNode merged = ownership.applied(target, live, (ObjectNode) read.tree(), force);
    checkRepeated(target, read);
    return merged;
  }

  /** The result of an apply to an object that exists but is not stored as such. */
  static ObjectNode applied(Ownership ownership, Target target, ObjectNode live) {
    GoYaml read = read(target);
    ObjectNode merged = ownership.applied(target, live, (ObjectNode) read.tree(), isForced(target));
    checkRepeated(target, read);
    return merged;
  }

  private static boolean isForced(Target target) {
    return RequestInfo.isTrue(target.request().query("force"));
  }

  /**
   * The configuration, unmodified: fields that it does not contain are not owned, not even a name.
   * Duplicate keys are reported only after the apply itself was found valid.
   */
  private static GoYaml read(Target target) {
    try {
      GoYaml read = GoYaml.read(target.request().body());
      if (read.tree().isNull()) {
        return new GoYaml(Json.MAPPER.createObjectNode(), List.of());
      }
      if (!read.tree().isObject()) {
        throw StatusException.badRequest(
            "error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot"
                + " unmarshal "
                + Body.goName(read.tree())
                + " into Go value of type map[string]interface {}");
      }
      return read;
    } catch (YamlException e) {
      throw StatusException.badRequest(
          "error decoding YAML: error converting YAML to JSON: " + e.text());
    }
  }

  private static void checkRepeated(Target target, GoYaml read) {
    if (read.duplicates().isEmpty()) {
      return;
    }
    switch (ObjectDecoder.fieldValidation(target)) {
      case "Ignore" -> {}
      case "Strict" ->
          throw StatusException.badRequest(
              "error strict decoding YAML: error converting YAML to JSON: " + read.strictError());
      default -> ObjectDecoder.warn(target, read.strictError());
    }
  }

  /** The error for a merged object that does not match its kind. */
  static String unconverted(Target target, String why) {
    var configuration = read(target).tree();
    var type = target.kind().type();
    String kind = type.group() + "/" + type.version() + ", Kind=" + type.kind();
    return "failed to convert new object ("
        + configuration.at("/metadata/namespace").asText("")
        + "/"
        + configuration.at("/metadata/name").asText("")
        + "; "
        + kind
        + ") to proper version: unable to convert unstructured object to "
        + kind
        + ": "
        + why;
  }
}
