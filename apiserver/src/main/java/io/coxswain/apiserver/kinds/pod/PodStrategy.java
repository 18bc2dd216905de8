package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.net.Ip;
import io.coxswain.api.quota.QualityOfService;
import io.coxswain.apiserver.json.LazyJson;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.DeletionStrategy;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Pods. */
public final class PodStrategy implements Strategy {
  private final Strategy ephemeralContainers = new EphemeralContainers();
  private final Strategy resizing = new Resizing();

  private final DeletionStrategy deletion = new PodDeletion();

  @Override
  public DeletionStrategy deletion() {
    return deletion;
  }

  @Override
  public String selectorField(String name) {
    return name.equals("spec.host") ? "spec.nodeName" : name;
  }

  @Override
  public Optional<Strategy> part(String subresource) {
    return switch (subresource) {
      case "ephemeralcontainers" -> Optional.of(ephemeralContainers);
      case "resize" -> Optional.of(resizing);
      default -> Optional.empty();
    };
  }

  @Override
  public void defaults(ObjectNode pod) {
    // A stored spec already has its defaults.
    if (!LazyJson.isUntouched(pod.get("spec"))) {
      specDefaults(Meta.child(pod, "spec"));
    }
    addresses(Meta.child(pod, "status"));
  }

  private static void specDefaults(ObjectNode spec) {
    PodSpecs.defaults(spec);
    if (spec.path("terminationGracePeriodSeconds").asLong() < 0) {
      spec.put("terminationGracePeriodSeconds", 1);
    }
    Meta.setDefault(spec, "enableServiceLinks", true);
    for (String list : List.of("containers", "initContainers")) {
      for (ObjectNode container : Meta.objects(spec.path(list))) {
        requestWhatIsLimited(container);
        if (spec.path("hostNetwork").asBoolean(false)) {
          Meta.objects(container.path("ports")).forEach(PodStrategy::hostPort);
        }
      }
    }
    PodLevelResources.defaults(spec);
  }

  /** The single-value field contains the first address, and takes precedence if they differ. */
  private static void addresses(ObjectNode status) {
    String one = status.path("podIP").asText("");
    String first = status.path("podIPs").path(0).path("ip").asText("");
    if (!one.isEmpty() && !one.equals(first)) {
      status.putArray("podIPs").addObject().put("ip", one);
    } else if (!first.isEmpty()) {
      status.put("podIP", first);
    }
  }

  private static void requestWhatIsLimited(ObjectNode container) {
    ObjectNode resources = Meta.child(container, "resources");
    for (var limit : resources.path("limits").properties()) {
      ObjectNode requests = Meta.child(resources, "requests");
      if (!requests.has(limit.getKey())) {
        requests.set(limit.getKey(), limit.getValue());
      }
    }
  }

  private static void hostPort(ObjectNode port) {
    if (port.path("hostPort").asInt(0) == 0 && port.path("containerPort").asInt(0) != 0) {
      port.set("hostPort", port.get("containerPort"));
    }
  }

  @Override
  public void prepareCreate(ObjectNode pod, WriteContext context) {
    ObjectNode status = pod.putObject("status");
    status.put("phase", "Pending");
    status.put("qosClass", QualityOfService.of(pod.path("spec")));
    DisabledFields.drop(Meta.child(pod, "spec"));
    if (!Meta.at(pod, "/spec/schedulingGates").isEmpty()) {
      status
          .putArray("conditions")
          .addObject()
          .put("type", "PodScheduled")
          .put("status", "False")
          .putNull("lastProbeTime")
          .put("lastTransitionTime", Meta.time(context.now()))
          .put("reason", "SchedulingGated")
          .put("message", "Scheduling is blocked due to non-empty scheduling gates");
    }
    OwnLabelKeys.apply(pod);
    AppArmor.fromAnnotations(pod, context.warnings());
  }

  @Override
  public void prepareUpdate(ObjectNode pod, ObjectNode before, WriteContext context) {
    DisabledFields.drop(Meta.child(pod, "spec"));
  }

  @Override
  public void warn(ObjectNode pod, WriteContext context) {
    var problems = Formats.dnsLabel(Meta.name(pod));
    if (!problems.isEmpty()) {
      context
          .warnings()
          .add(
              "metadata.name: this is used in the Pod's hostname, which can result in surprising"
                  + " behavior; a DNS label is recommended: ["
                  + String.join(" ", problems)
                  + "]");
    }
    PodWarnings.add(pod, "", context.warnings());
  }

  @Override
  public void warnOnUpdate(ObjectNode pod, ObjectNode before, WriteContext context) {}

  @Override
  public void prepareStatusUpdate(ObjectNode pod, ObjectNode before, WriteContext context) {
    PodUpdateRules.copy(Meta.of(pod), before.path("metadata"), "ownerReferences");
    ObjectNode status = Meta.child(pod, "status");
    if (status.path("qosClass").asText("").isEmpty()) {
      PodUpdateRules.copy(status, before.path("status"), "qosClass");
    }
    if (status.path("observedGeneration").asLong(0) == 0) {
      PodUpdateRules.copy(status, before.path("status"), "observedGeneration");
    }
    keepObservedGenerations(status, Meta.at(before, "/status/conditions"));
    DisabledFields.dropFromStatus(status, before.path("status"));
  }

  @Override
  public void warnOnStatusUpdate(ObjectNode pod, ObjectNode before, WriteContext context) {
    JsonNode status = pod.path("status");
    for (String list : List.of("podIPs", "hostIPs")) {
      JsonNode addresses = status.path(list);
      for (int i = 0; i < addresses.size(); i++) {
        Ip.warn(
            "status." + list + "[" + i + "].ip",
            addresses.get(i).path("ip").asText(""),
            context.warnings());
      }
    }
  }

  /** A writer that does not know the field must not reset it. */
  private static void keepObservedGenerations(ObjectNode status, JsonNode before) {
    var seen = new TreeMap<String, Deque<JsonNode>>();
    before.forEach(
        condition ->
            seen.computeIfAbsent(condition.path("type").asText(), t -> new ArrayDeque<>())
                .add(condition));
    for (ObjectNode condition : Meta.objects(status.path("conditions"))) {
      Deque<JsonNode> old = seen.get(condition.path("type").asText());
      JsonNode was = old == null ? null : old.poll();
      if (was != null && condition.path("observedGeneration").asLong(0) == 0) {
        PodUpdateRules.copy(condition, was, "observedGeneration");
      }
    }
  }

  @Override
  public void validateCreate(ObjectNode pod, List<FieldError> errors) {
    PodRules.checkNew(Field.of(pod, errors));
  }

  @Override
  public void validateUpdate(ObjectNode pod, ObjectNode before, List<FieldError> errors) {
    PodUpdateRules.check(Field.of(pod, errors), before);
  }

  @Override
  public void validateStatusUpdate(ObjectNode pod, ObjectNode before, List<FieldError> errors) {
    PodStatusRules.check(Field.of(pod, errors), before);
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode pod) {
    var fields = new TreeMap<String, String>();
    for (String field :
        List.of(
            "spec.nodeName",
            "spec.restartPolicy",
            "spec.schedulerName",
            "spec.serviceAccountName",
            "status.phase",
            "status.podIP",
            "status.nominatedNodeName")) {
      fields.put(field, Meta.text(pod, "/" + field.replace('.', '/')));
    }
    fields.put(
        "spec.hostNetwork", Boolean.toString(Meta.at(pod, "/spec/hostNetwork").asBoolean(false)));
    // Upstream compares the whole list as one text, so no address matches.
    fields.put("status.podIPs", "");
    return fields;
  }
}
