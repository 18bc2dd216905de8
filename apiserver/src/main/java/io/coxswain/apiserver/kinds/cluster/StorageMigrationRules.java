package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.ConditionRules;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;
import java.util.regex.Pattern;

/** The rules of StorageVersionMigrations. */
final class StorageMigrationRules {
  private static final Pattern REVISION = Pattern.compile("[1-9][0-9]*");
  private static final String SUCCEEDED = "Succeeded";
  private static final String FAILED = "Failed";
  private static final String RUNNING = "Running";

  private StorageMigrationRules() {}

  static void defaults(ObjectNode migration) {
    Meta.child(migration, "spec");
    Meta.child(migration, "status");
  }

  static void migration(Field migration) {
    Field resource = migration.get("spec.resource.resource");
    if (resource.isGiven("resource is required to be set")) {
      joined(resource, Formats.dns1035Label(resource.text()));
    }
    Field group = migration.get("spec.resource.group");
    if (!group.isEmpty()) {
      joined(group, Formats.dnsSubdomain(group.text()));
    }
  }

  private static void joined(Field field, List<String> problems) {
    if (!problems.isEmpty()) {
      field.invalid(String.join(",", problems));
    }
  }

  static void step(Field migration, ObjectNode before) {
    migration.get("spec").unchangedFrom(before.path("spec"));
  }

  static void statusStep(Field migration, ObjectNode before) {
    Field revision = migration.get("status.resourceVersion").orEmpty();
    if (!revision.isEmpty() && !REVISION.matcher(revision.text()).matches()) {
      revision.invalid("resource version is not well formed: " + revision.text());
    }
    Field conditions = migration.get("status.conditions");
    ConditionRules.check(conditions);
    String earlier = Meta.text(before, "/status/resourceVersion");
    if (!earlier.isEmpty() && !revision.is(earlier)) {
      revision.invalid("field is immutable");
    }
    outcome(conditions, migration.node(), before);
  }

  private static void outcome(Field conditions, JsonNode after, JsonNode before) {
    boolean succeeded = isTrue(after, SUCCEEDED);
    boolean failed = isTrue(after, FAILED);
    boolean running = isTrue(after, RUNNING);
    if (succeeded && failed) {
      conditions.invalid("Both success and failed conditions cannot be true at the same time");
    }
    if (succeeded && running) {
      conditions.invalid("Running condition cannot be true when success condition is true");
    }
    if (failed && running) {
      conditions.invalid("Running condition cannot be true when failed condition is true");
    }
    if (isTrue(before, SUCCEEDED) && !succeeded) {
      conditions.invalid("Success condition cannot be set to false once it is true");
    }
    if (isTrue(before, FAILED) && !failed) {
      conditions.invalid("Failed condition cannot be set to false once it is true");
    }
  }

  private static boolean isTrue(JsonNode migration, String type) {
    for (JsonNode condition : migration.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }
}
