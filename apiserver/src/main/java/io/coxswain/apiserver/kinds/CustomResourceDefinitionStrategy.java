package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** Definitions of kinds. A new one is served at once. */
final class CustomResourceDefinitionStrategy implements Strategy {

  @Override
  public void defaults(ObjectNode definition) {
    ObjectNode spec = Meta.child(definition, "spec");
    ObjectNode names = Meta.child(spec, "names");
    String kind = names.path("kind").asText("");
    Meta.setDefault(names, "singular", kind.toLowerCase(Locale.ROOT));
    Meta.setDefault(names, "listKind", kind + "List");
    Meta.setDefault(Meta.child(spec, "conversion"), "strategy", "None");
  }

  @Override
  public void prepareCreate(ObjectNode definition, WriteContext context) {
    establish(definition, Meta.time(context.now()));
  }

  @Override
  public void prepareUpdate(ObjectNode definition, ObjectNode before, WriteContext context) {
    ObjectNode status = Meta.child(definition, "status");
    status.set("acceptedNames", definition.at("/spec/names").deepCopy());
    var versions = status.withArray("/storedVersions");
    definition
        .at("/spec/versions")
        .forEach(
            v -> {
              if (v.path("storage").asBoolean()
                  && !Meta.strings(versions).contains(v.path("name").asText())) {
                versions.add(v.path("name").asText());
              }
            });
  }

  private static void establish(ObjectNode definition, String now) {
    ObjectNode status = definition.putObject("status");
    status.set("acceptedNames", definition.at("/spec/names").deepCopy());
    var conditions = status.putArray("conditions");
    conditions
        .addObject()
        .put("type", "NamesAccepted")
        .put("status", "True")
        .put("lastTransitionTime", now)
        .put("reason", "NoConflicts")
        .put("message", "no conflicts found");
    conditions
        .addObject()
        .put("type", "Established")
        .put("status", "True")
        .put("lastTransitionTime", now)
        .put("reason", "InitialNamesAccepted")
        .put("message", "the initial names have been accepted");
    var versions = status.putArray("storedVersions");
    definition
        .at("/spec/versions")
        .forEach(
            v -> {
              if (v.path("storage").asBoolean()) {
                versions.add(v.path("name").asText());
              }
            });
  }
}
