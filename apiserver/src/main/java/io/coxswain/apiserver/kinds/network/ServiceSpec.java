package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Accessors for the spec of a service. */
record ServiceSpec(JsonNode json) {
  static final String NONE = "None";
  static final List<String> FAMILY_FIELDS =
      List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy");

  /** The spec of a service, or an empty one. */
  static ServiceSpec of(JsonNode service) {
    return new ServiceSpec(service.isObject() ? service.path("spec") : MissingNode.getInstance());
  }

  boolean isThere() {
    return json.isObject();
  }

  String text(String field) {
    return json.path(field).asText("");
  }

  String type() {
    return text("type");
  }

  boolean isExternalName() {
    return type().equals("ExternalName");
  }

  boolean isLoadBalancer() {
    return type().equals("LoadBalancer");
  }

  /** Whether it has node ports. */
  boolean hasNodePorts() {
    return type().equals("NodePort") || isLoadBalancer();
  }

  /** Whether a port without a node port gets one. */
  boolean wantsNodePorts() {
    return type().equals("NodePort")
        || (isLoadBalancer() && json.path("allocateLoadBalancerNodePorts").asBoolean(true));
  }

  boolean needsHealthCheck() {
    return isLoadBalancer() && text("externalTrafficPolicy").equals("Local");
  }

  boolean isExternallyAccessible() {
    return hasNodePorts() || (type().equals("ClusterIP") && !json.path("externalIPs").isEmpty());
  }

  String clusterIp() {
    return text("clusterIP");
  }

  List<String> clusterIps() {
    return Meta.strings(json.path("clusterIPs"));
  }

  boolean isHeadless() {
    return clusterIps().equals(List.of(NONE));
  }

  /** Headless and without a selector that determines its families. */
  boolean isBareHeadless() {
    return clusterIp().equals(NONE) && json.path("selector").isEmpty();
  }

  List<String> families() {
    return Meta.strings(json.path("ipFamilies"));
  }

  String policy() {
    return text("ipFamilyPolicy");
  }

  int healthCheckPort() {
    return json.path("healthCheckNodePort").asInt(0);
  }

  List<ObjectNode> ports() {
    return Meta.objects(json.path("ports"));
  }

  SortedSet<Integer> nodePorts() {
    var numbers = new TreeSet<Integer>();
    for (JsonNode port : json.path("ports")) {
      if (port.path("nodePort").asInt(0) != 0) {
        numbers.add(port.path("nodePort").asInt());
      }
    }
    return numbers;
  }

  boolean same(ServiceSpec other, String field) {
    return SameJson.same(json.path(field), other.json.path(field));
  }
}
