package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.SortedMap;
import java.util.TreeMap;

/** Nodes. A new one is tainted until it is known to be ready. */
final class NodeStrategy implements Strategy {
  private static final String NOT_READY = "node.kubernetes.io/not-ready";

  @Override
  public void defaults(ObjectNode node) {
    Meta.child(node, "spec");
    ObjectNode status = Meta.child(node, "status");
    Meta.child(Meta.child(status, "daemonEndpoints"), "kubeletEndpoint");
    ObjectNode endpoint = (ObjectNode) status.at("/daemonEndpoints/kubeletEndpoint");
    if (!endpoint.has("Port")) {
      endpoint.put("Port", 0);
    }
    ObjectNode info = Meta.child(status, "nodeInfo");
    for (String field :
        java.util.List.of(
            "machineID",
            "systemUUID",
            "bootID",
            "kernelVersion",
            "osImage",
            "containerRuntimeVersion",
            "kubeletVersion",
            "kubeProxyVersion",
            "operatingSystem",
            "architecture")) {
      if (!info.has(field)) {
        info.put(field, "");
      }
    }
    if (!status.path("capacity").isEmpty() && status.path("allocatable").isEmpty()) {
      status.set("allocatable", status.path("capacity").deepCopy());
    }
  }

  @Override
  public void admit(ObjectNode node, JsonNode before, WriteContext context) {
    if (!before.isMissingNode()) {
      return;
    }
    ObjectNode spec = Meta.child(node, "spec");
    for (JsonNode taint : spec.path("taints")) {
      if (taint.path("key").asText().equals(NOT_READY)) {
        return;
      }
    }
    spec.withArray("/taints").addObject().put("key", NOT_READY).put("effect", "NoSchedule");
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode node) {
    var fields = new TreeMap<String, String>();
    fields.put(
        "spec.unschedulable", Boolean.toString(node.at("/spec/unschedulable").asBoolean(false)));
    return fields;
  }
}
