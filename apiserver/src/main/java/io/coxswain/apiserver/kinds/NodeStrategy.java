package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.SortedMap;
import java.util.TreeMap;

/** Nodes. */
final class NodeStrategy implements Strategy {
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
  public SortedMap<String, String> fields(ObjectNode node) {
    var fields = new TreeMap<String, String>();
    fields.put(
        "spec.unschedulable", Boolean.toString(node.at("/spec/unschedulable").asBoolean(false)));
    return fields;
  }
}
