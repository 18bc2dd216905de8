package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Reservation;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Services. {@link ServiceAllocation} allocates, {@link ServiceRules} validates. */
final class ServiceStrategy implements Strategy {
  private static final JsonNode ZERO = IntNode.valueOf(0);

  @Override
  public void defaults(ObjectNode service) {
    ObjectNode spec = Meta.child(service, "spec");
    Meta.setDefault(spec, "sessionAffinity", "None");
    affinity(spec);
    Meta.setDefault(spec, "type", "ClusterIP");
    for (ObjectNode port : Meta.objects(spec.path("ports"))) {
      Meta.setDefault(port, "protocol", "TCP");
      JsonNode target = port.path("targetPort");
      if (target.isMissingNode() || target.asText().isEmpty() || target.equals(ZERO)) {
        port.set("targetPort", port.path("port"));
      }
    }
    var its = new ServiceSpec(spec);
    if (its.isExternallyAccessible()) {
      Meta.setDefault(spec, "externalTrafficPolicy", "Cluster");
    }
    if (!its.isExternalName()) {
      Meta.setDefault(spec, "internalTrafficPolicy", "Cluster");
    }
    if (its.isLoadBalancer()) {
      Meta.setDefault(spec, "allocateLoadBalancerNodePorts", true);
    }
    ObjectNode balancer = Meta.child(Meta.child(service, "status"), "loadBalancer");
    for (ObjectNode ingress : Meta.objects(balancer.path("ingress"))) {
      if (its.isLoadBalancer() && !ingress.path("ip").asText("").isEmpty()) {
        Meta.setDefault(ingress, "ipMode", "VIP");
      }
    }
  }

  private static void affinity(ObjectNode spec) {
    switch (spec.path("sessionAffinity").asText()) {
      case "None" -> spec.remove("sessionAffinityConfig");
      case "ClientIP" -> {
        if (!spec.at("/sessionAffinityConfig/clientIP/timeoutSeconds").isNumber()) {
          spec.putObject("sessionAffinityConfig")
              .putObject("clientIP")
              .put("timeoutSeconds", 10800);
        }
      }
      default -> {}
    }
  }

  @Override
  public Reservation reserve(ObjectNode service, JsonNode before, WriteContext context) {
    return ServiceAllocation.reserve(service, before, context);
  }

  @Override
  public void removed(ObjectNode service, WriteContext context) {
    // A new service with the same name must not start with the endpoints of this one.
    context.ledger().remove("endpoints", Meta.key(service));
    ServiceAllocation.release(service, context);
  }

  @Override
  public void prepareCreate(ObjectNode service, WriteContext context) {
    service.putObject("status").putObject("loadBalancer");
  }

  @Override
  public void prepareUpdate(ObjectNode service, ObjectNode before, WriteContext context) {
    TypeChange.dropWhatNoLongerApplies(service, before);
  }

  @Override
  public void warn(ObjectNode service, WriteContext context) {
    ServiceRules.warn(service, context.warnings());
  }

  @Override
  public void warnOnStatusUpdate(ObjectNode service, ObjectNode before, WriteContext context) {
    LoadBalancerRules.warnings(service, context.warnings());
  }

  @Override
  public void validateCreate(ObjectNode service, List<FieldError> errors) {
    ServiceRules.validate(service, null, errors);
  }

  @Override
  public void validateUpdate(ObjectNode service, ObjectNode before, List<FieldError> errors) {
    ServiceSteps.validate(service, before, errors);
    ServiceRules.validate(service, before, errors);
  }

  @Override
  public void validateStatusUpdate(ObjectNode service, ObjectNode before, List<FieldError> errors) {
    LoadBalancerRules.validate(service, before, errors);
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode service) {
    var fields = new TreeMap<String, String>();
    fields.put("spec.clusterIP", Meta.text(service, "/spec/clusterIP"));
    fields.put("spec.type", Meta.text(service, "/spec/type"));
    return fields;
  }
}
