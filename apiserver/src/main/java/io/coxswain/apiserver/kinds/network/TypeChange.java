package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;

/** Handles the fields of a service whose type changes. */
final class TypeChange {
  private TypeChange() {}

  /**
   * Removes fields that the server may have set and the new type does not use, unless the client
   * changed them too: then validation reports them.
   */
  static void dropWhatNoLongerApplies(ObjectNode service, ObjectNode before) {
    ObjectNode spec = Meta.child(service, "spec");
    var now = new ServiceSpec(spec);
    var old = ServiceSpec.of(before);
    if (!old.isExternalName() && now.isExternalName()) {
      if (now.same(old, "clusterIP") && now.same(old, "clusterIPs")) {
        spec.remove("clusterIP");
        spec.remove("clusterIPs");
      }
      dropIfSame(spec, old, "ipFamilies");
      dropIfSame(spec, old, "ipFamilyPolicy");
    }
    if (old.hasNodePorts() && !now.hasNodePorts() && old.nodePorts().containsAll(now.nodePorts())) {
      now.ports().forEach(port -> port.remove("nodePort"));
    }
    if (old.needsHealthCheck() && !now.needsHealthCheck()) {
      dropIfSame(spec, old, "healthCheckNodePort");
    }
    if (old.isLoadBalancer() && !now.isLoadBalancer()) {
      dropIfSame(spec, old, "allocateLoadBalancerNodePorts");
      dropIfSame(spec, old, "loadBalancerClass");
    }
    if (old.isExternallyAccessible() && !now.isExternallyAccessible()) {
      dropIfSame(spec, old, "externalTrafficPolicy");
    }
    if (now.isExternalName()) {
      // Upstream keeps it in the store and omits it from every response.
      spec.remove("internalTrafficPolicy");
    }
    if (!now.isLoadBalancer()) {
      service.putObject("status").putObject("loadBalancer");
    }
  }

  private static void dropIfSame(ObjectNode spec, ServiceSpec old, String field) {
    if (new ServiceSpec(spec).same(old, field)) {
      spec.remove(field);
    }
  }
}
