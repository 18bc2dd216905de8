package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.apiserver.kinds.Defaults;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.kinds.pod.PodRules;
import io.coxswain.apiserver.kinds.pod.PodSpecs;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.apiserver.schema.SameJson;
import java.util.List;
import java.util.function.Consumer;

/** Kinds that run pods from a template for as long as they are there. */
public class WorkloadStrategy implements Strategy {
  private final Consumer<ObjectNode> specDefaults;
  private final Consumer<ObjectNode> statusDefaults;

  WorkloadStrategy(Consumer<ObjectNode> specDefaults, Consumer<ObjectNode> statusDefaults) {
    this.specDefaults = specDefaults;
    this.statusDefaults = statusDefaults;
  }

  public static Strategy deployment() {
    return new WorkloadStrategy(
        spec -> {
          Meta.setDefault(spec, "replicas", 1);
          Meta.setDefault(spec, "revisionHistoryLimit", 10);
          Meta.setDefault(spec, "progressDeadlineSeconds", 600);
          ObjectNode strategy = Meta.child(spec, "strategy");
          Meta.setDefault(strategy, "type", "RollingUpdate");
          if (strategy.path("type").asText().equals("RollingUpdate")) {
            ObjectNode rolling = Meta.child(strategy, "rollingUpdate");
            Meta.setDefault(rolling, "maxUnavailable", "25%");
            Meta.setDefault(rolling, "maxSurge", "25%");
          }
        },
        status -> {}) {
      @Override
      public void prepareStatusUpdate(ObjectNode object, ObjectNode before, WriteContext context) {
        JsonNode labels = before.at("/metadata/labels");
        if (labels.isMissingNode()) {
          Meta.of(object).remove("labels");
        } else {
          Meta.of(object).set("labels", labels);
        }
      }
    };
  }

  public static Strategy replicaSet() {
    return new WorkloadStrategy(
        spec -> Meta.setDefault(spec, "replicas", 1), WorkloadStrategy::replicas);
  }

  public static Strategy statefulSet() {
    return new StatefulSetStrategy(
        spec -> {
          Meta.setDefault(spec, "replicas", 1);
          Meta.setDefault(spec, "podManagementPolicy", "OrderedReady");
          Meta.setDefault(spec, "revisionHistoryLimit", 10);
          if (!spec.has("serviceName")) {
            spec.put("serviceName", "");
          }
          ObjectNode update = Meta.child(spec, "updateStrategy");
          Meta.setDefault(update, "type", "RollingUpdate");
          if (update.path("type").asText().equals("RollingUpdate")) {
            Meta.setDefault(Meta.child(update, "rollingUpdate"), "partition", 0);
          }
          ObjectNode retention = Meta.child(spec, "persistentVolumeClaimRetentionPolicy");
          Meta.setDefault(retention, "whenDeleted", "Retain");
          Meta.setDefault(retention, "whenScaled", "Retain");
          for (ObjectNode claim : Meta.objects(spec.path("volumeClaimTemplates"))) {
            claim.put("kind", "PersistentVolumeClaim").put("apiVersion", "v1");
            Meta.of(claim);
            Defaults.claim(claim);
          }
        },
        status -> {
          replicas(status);
          if (!status.has("availableReplicas")) {
            status.put("availableReplicas", 0);
          }
        });
  }

  public static Strategy daemonSet() {
    return new WorkloadStrategy(
        spec -> {
          Meta.setDefault(spec, "revisionHistoryLimit", 10);
          ObjectNode update = Meta.child(spec, "updateStrategy");
          Meta.setDefault(update, "type", "RollingUpdate");
          if (update.path("type").asText().equals("RollingUpdate")) {
            ObjectNode rolling = Meta.child(update, "rollingUpdate");
            Meta.setDefault(rolling, "maxUnavailable", 1);
            Meta.setDefault(rolling, "maxSurge", 0);
          }
        },
        status -> {
          for (String count :
              List.of(
                  "currentNumberScheduled",
                  "numberMisscheduled",
                  "desiredNumberScheduled",
                  "numberReady")) {
            if (!status.has(count)) {
              status.put(count, 0);
            }
          }
        });
  }

  private static void replicas(ObjectNode status) {
    if (!status.has("replicas")) {
      status.put("replicas", 0);
    }
  }

  @Override
  public void defaults(ObjectNode object) {
    ObjectNode spec = Meta.child(object, "spec");
    specDefaults.accept(spec);
    PodSpecs.template(spec);
    statusDefaults.accept(Meta.child(object, "status"));
  }

  @Override
  public void prepareCreate(ObjectNode object, WriteContext context) {
    statusDefaults.accept(Meta.child(object, "status"));
  }

  @Override
  public void validate(ObjectNode object, List<FieldError> errors) {
    JsonNode spec = object.path("spec");
    JsonNode replicas = spec.path("replicas");
    if (replicas.isNumber() && replicas.asLong() < 0) {
      errors.add(
          FieldError.invalid("spec.replicas", replicas, "must be greater than or equal to 0"));
    }
    JsonNode selector = spec.path("selector");
    if (selector.isMissingNode() || selector.isNull()) {
      errors.add(FieldError.required("spec.selector", ""));
    } else if (selector.isEmpty()) {
      errors.add(
          FieldError.invalid(
              "spec.selector", selector, "empty selector is invalid for deployment"));
    } else if (!matches(selector, spec.at("/template/metadata/labels"))) {
      errors.add(
          FieldError.invalid(
              "spec.template.metadata.labels",
              spec.at("/template/metadata/labels"),
              "`selector` does not match template `labels`"));
    }
    JsonNode template = spec.at("/template/spec");
    PodRules.validate(template, "spec.template.spec", errors);
    String restart = template.path("restartPolicy").asText();
    if (!restart.equals("Always")) {
      errors.add(
          FieldError.notSupported(
              "spec.template.spec.restartPolicy", TextNode.valueOf(restart), List.of("Always")));
    }
  }

  private static boolean matches(JsonNode selector, JsonNode labels) {
    try {
      return LabelSelector.of(
              Json.convert(selector, io.fabric8.kubernetes.api.model.LabelSelector.class))
          .test(Meta.stringMap(labels));
    } catch (IllegalArgumentException e) {
      return true; // what is wrong with the selector is said elsewhere
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    JsonNode now = object.at("/spec/selector");
    if (!SameJson.same(now, before.at("/spec/selector"))) {
      errors.add(FieldError.invalid("spec.selector", now, "field is immutable"));
    }
  }
}
