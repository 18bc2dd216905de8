package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.store.Stored;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Server-side apply: makes an object as a configuration says, creating it when it is missing. */
final class Applies {
  private final Creates creates;
  private final Updates updates;
  private final Ownership ownership;

  Applies(Creates creates, Updates updates, Ownership ownership) {
    this.creates = creates;
    this.updates = updates;
    this.ownership = ownership;
  }

  /** What came of an apply. */
  record Outcome(Stored object, boolean created) {}

  Outcome apply(Target target) {
    ObjectNode configuration = configuration(target);
    boolean force = RequestInfo.isTrue(target.request().query("force"));
    while (true) {
      @Nullable Stored updated =
          updates.update(
              target,
              current -> ownership.applied(target, current, configuration, force),
              Updates.Owners.DONE,
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
      ObjectNode fresh = ownership.applied(target, null, configuration, force);
      try {
        return new Outcome(creates.create(target, fresh, Creates.By.APPLY), true);
      } catch (StatusException e) {
        if (!"AlreadyExists".equals(e.status().path("reason").asText())) {
          throw e;
        }
      }
    }
  }

  private static ObjectNode configuration(Target target) {
    ObjectNode configuration;
    try {
      if (!(Json.yamlMapper().readTree(target.request().body()) instanceof ObjectNode object)) {
        throw StatusException.badRequest("invalid object type: /, Kind=");
      }
      configuration = object;
    } catch (IOException e) {
      throw StatusException.badRequest("error decoding YAML: " + e.getMessage());
    }
    var type = target.kind().type();
    String version = configuration.path("apiVersion").asText("");
    if (version.isEmpty()) {
      throw StatusException.badRequest(
          "invalid object type: /, Kind=" + configuration.path("kind").asText(""));
    }
    if (!version.equals(type.apiVersion())) {
      throw StatusException.badRequest(
          "Incorrect version specified in apply patch. Specified patch version: "
              + version
              + ", expected: "
              + type.apiVersion());
    }
    String name = Meta.name(configuration);
    if (!name.isEmpty() && !name.equals(target.info().name())) {
      throw StatusException.badRequest(
          "name in URL does not match name in patch: " + target.info().name() + " != " + name);
    }
    Meta.of(configuration).put("name", target.info().name());
    if (type.namespaced()) {
      Meta.of(configuration).put("namespace", target.info().namespace());
    }
    return configuration;
  }
}
