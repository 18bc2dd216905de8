package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.Defaults;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.kinds.pod.ClaimTemplateRules;
import io.coxswain.apiserver.kinds.pod.PodTemplateRules;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.InternalForm;
import java.util.List;
import java.util.TreeSet;

/** StatefulSets: most fields of the spec are immutable. */
public final class StatefulSetStrategy extends TemplateStrategy {
  private static final List<String> MUTABLE =
      List.of(
          "replicas",
          "ordinals",
          "template",
          "updateStrategy",
          "revisionHistoryLimit",
          "persistentVolumeClaimRetentionPolicy",
          "minReadySeconds");

  @Override
  void specDefaults(ObjectNode spec) {
    Meta.setDefault(spec, "replicas", 1);
    Meta.setDefault(spec, "podManagementPolicy", "OrderedReady");
    Meta.setDefault(spec, "revisionHistoryLimit", 10);
    if (!spec.has("serviceName")) {
      spec.put("serviceName", "");
    }
    ObjectNode update = Meta.child(spec, "updateStrategy");
    if (update.path("type").asText("").isEmpty()) {
      update.put("type", "RollingUpdate");
      if (!update.has("rollingUpdate")) {
        update.putObject("rollingUpdate");
      }
    }
    if (update.path("type").asText().equals("RollingUpdate")
        && update.get("rollingUpdate") instanceof ObjectNode rolling) {
      Meta.setDefault(rolling, "partition", 0);
    }
    ObjectNode retention = Meta.child(spec, "persistentVolumeClaimRetentionPolicy");
    Meta.setDefault(retention, "whenDeleted", "Retain");
    Meta.setDefault(retention, "whenScaled", "Retain");
    for (ObjectNode claim : Meta.objects(spec.path("volumeClaimTemplates"))) {
      claim.put("kind", "PersistentVolumeClaim").put("apiVersion", "v1");
      Meta.of(claim);
      Defaults.claim(claim);
    }
  }

  @Override
  List<String> counts() {
    return List.of("replicas", "availableReplicas");
  }

  @Override
  boolean namesPods() {
    return false;
  }

  @Override
  public void prepareCreate(ObjectNode set, WriteContext context) {
    super.prepareCreate(set, context);
    dropMaxUnavailable(set);
  }

  @Override
  public void prepareUpdate(ObjectNode set, ObjectNode before, WriteContext context) {
    super.prepareUpdate(set, before, context);
    dropMaxUnavailable(set);
  }

  /** The feature is disabled in this version. */
  private static void dropMaxUnavailable(ObjectNode set) {
    if (set.at("/spec/updateStrategy/rollingUpdate") instanceof ObjectNode rolling) {
      rolling.remove("maxUnavailable");
    }
  }

  @Override
  public void warn(ObjectNode set, WriteContext context) {
    super.warn(set, context);
    warnOfHistory(set, context);
  }

  @Override
  public void warnOnUpdate(ObjectNode set, ObjectNode before, WriteContext context) {
    super.warnOnUpdate(set, before, context);
    warnOfHistory(set, context);
  }

  private static void warnOfHistory(ObjectNode set, WriteContext context) {
    if (set.at("/spec/revisionHistoryLimit").asInt(0) < 0) {
      context
          .warnings()
          .add(
              "spec.revisionHistoryLimit: a negative value retains all historical revisions; a"
                  + " value >= 0 is recommended");
    }
  }

  @Override
  void check(Field set) {
    check(set, true);
  }

  private static void check(Field set, boolean isNew) {
    Field spec = set.get("spec");
    Field management = spec.get("podManagementPolicy");
    if (management.isGiven() && !List.of("OrderedReady", "Parallel").contains(management.text())) {
      management.invalid("must be 'OrderedReady' or 'Parallel'");
    }
    update(spec.get("updateStrategy"));
    Field retention = spec.get("persistentVolumeClaimRetentionPolicy");
    retention.get("whenDeleted").oneOf(List.of("Retain", "Delete"));
    retention.get("whenScaled").oneOf(List.of("Retain", "Delete"));
    if (isNew) {
      for (Field claim : spec.get("volumeClaimTemplates").items()) {
        ClaimTemplateRules.spec(claim.get("spec"));
      }
    }
    spec.get("replicas").nonNegative();
    spec.get("minReadySeconds").nonNegative();
    spec.get("ordinals.start").nonNegative();
    if (isNew) {
      spec.get("serviceName").matchesIfGiven(Formats::dnsLabel);
    }
    SelectorRules.selector(spec, "statefulset");
    if (SelectorRules.isUsable(spec)) {
      template(spec);
    } else {
      spec.get("selector").invalidAs(SelectorRules.SELECTOR, "");
    }
    SelectorRules.lasting(spec.get("template"), "StatefulSet");
  }

  private static void update(Field strategy) {
    Field rolling = strategy.get("rollingUpdate");
    switch (strategy.text("type")) {
      case "" -> strategy.required();
      case "OnDelete" -> {
        if (rolling.isSet()) {
          rolling.invalid(
              InternalForm.of("apps.RollingUpdateStatefulSetStrategy", rolling.node()),
              "only allowed for updateStrategy 'RollingUpdate'");
        }
      }
      case "RollingUpdate" -> rolling.get("partition").nonNegative();
      default ->
          strategy.invalid(
              InternalForm.of("apps.StatefulSetUpdateStrategy", strategy.node()),
              "must be 'RollingUpdate' or 'OnDelete'");
    }
  }

  /** The template including the volumes of the claims, as its pods will have it. */
  private static void template(Field spec) {
    SelectorRules.templateLabels(spec, true);
    ObjectNode template = spec.get("template").node().deepCopy();
    ObjectNode pod = Meta.child(template, "spec");
    pod.remove(List.of("subdomain", "hostname"));
    JsonNode claims = spec.get("volumeClaimTemplates").node();
    if (!claims.isEmpty()) {
      ArrayNode volumes = io.coxswain.api.Json.MAPPER.createArrayNode();
      var names = new TreeSet<String>();
      claims.forEach(claim -> names.add(Meta.name(claim)));
      for (String name : names) {
        ObjectNode volume = volumes.addObject().put("name", name);
        volume.putObject("persistentVolumeClaim").put("claimName", name);
      }
      for (JsonNode volume : pod.path("volumes")) {
        if (!names.contains(volume.path("name").asText())) {
          volumes.add(volume);
        }
      }
      pod.set("volumes", volumes);
    }
    PodTemplateRules.check(spec.get("template").with(template));
    PodTemplateRules.metadata(spec.get("template").with(template));
  }

  @Override
  public void validateUpdate(ObjectNode set, ObjectNode before, List<FieldError> errors) {
    Field spec = Field.of(set, errors).get("spec");
    check(Field.of(set, errors), false);
    ObjectNode now = Meta.child(set, "spec").deepCopy();
    ObjectNode old = Meta.child(before, "spec").deepCopy();
    now.remove(MUTABLE);
    old.remove(MUTABLE);
    if (!SameJson.same(now, old)) {
      spec.forbidden(
          "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template',"
              + " 'updateStrategy', 'revisionHistoryLimit',"
              + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden");
    }
  }

  @Override
  public void validateStatusUpdate(ObjectNode set, ObjectNode before, List<FieldError> errors) {
    Field status = Field.of(set, errors).get("status");
    List<String> parts =
        List.of("readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas");
    status.get("replicas").nonNegative();
    ReplicaCounts.nonNegative(status, parts);
    ReplicaCounts.nonNegative(status, List.of("observedGeneration", "collisionCount"));
    ReplicaCounts.within(status, parts);
    ReplicaCounts.available(status, "status.readyReplicas");
    ReplicaCounts.collisions(status, before.path("status"));
  }
}
