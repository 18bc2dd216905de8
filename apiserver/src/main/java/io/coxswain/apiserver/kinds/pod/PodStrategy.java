package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.schema.FieldError;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Pods. */
public final class PodStrategy implements Strategy {
  @Override
  public void defaults(ObjectNode pod) {
    ObjectNode spec = Meta.child(pod, "spec");
    PodSpecs.defaults(spec);
    Meta.setDefault(spec, "enableServiceLinks", true);
    for (String list : PodSpecs.CONTAINER_LISTS) {
      for (ObjectNode container : Meta.objects(spec.path(list))) {
        requestWhatIsLimited(container);
        if (spec.path("hostNetwork").asBoolean(false)) {
          Meta.objects(container.path("ports"))
              .forEach(p -> Meta.setDefault(p, "hostPort", p.path("containerPort").asInt()));
        }
      }
    }
    Meta.child(pod, "status");
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

  @Override
  public void prepareCreate(ObjectNode pod, WriteContext context) {
    ObjectNode status = pod.putObject("status");
    status.put("phase", "Pending");
    status.put("qosClass", QualityOfService.of(pod.path("spec")));
    if (!pod.at("/spec/schedulingGates").isEmpty()) {
      status
          .putArray("conditions")
          .addObject()
          .put("type", "PodScheduled")
          .put("status", "False")
          .putNull("lastProbeTime")
          .putNull("lastTransitionTime")
          .put("reason", "SchedulingGated")
          .put("message", "Scheduling is blocked due to non-empty scheduling gates");
    }
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
  }

  @Override
  public void prepareStatusUpdate(ObjectNode pod, ObjectNode before, WriteContext context) {
    JsonNode owners = before.at("/metadata/ownerReferences");
    if (owners.isMissingNode()) {
      Meta.of(pod).remove("ownerReferences");
    } else {
      Meta.of(pod).set("ownerReferences", owners);
    }
    ObjectNode status = Meta.child(pod, "status");
    if (before.at("/status/qosClass").isTextual()) {
      status.set("qosClass", before.at("/status/qosClass"));
    }
  }

  @Override
  public void validate(ObjectNode pod, List<FieldError> errors) {
    PodRules.validate(pod.path("spec"), "spec", errors);
  }

  @Override
  public void validateUpdate(ObjectNode pod, ObjectNode before, List<FieldError> errors) {
    PodRules.validateUpdate(pod, before, errors);
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
    fields.put("spec.hostNetwork", Boolean.toString(pod.at("/spec/hostNetwork").asBoolean(false)));
    // Upstream compares the whole list as one text, so no address matches.
    fields.put("status.podIPs", "");
    return fields;
  }
}
