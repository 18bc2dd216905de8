package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What the spec of a service asks for. */
record ServiceSpec(JsonNode json) {
  static final String NONE = "None";
  static final List<String> FAMILY_FIELDS =
      List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy");

  /** Of a service, or of none when there was none. */
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

  /** Reachable on the ports of nodes. */
  boolean hasNodePorts() {
    return type().equals("NodePort") || isLoadBalancer();
  }

  /** Whether a port that names no node port gets one. */
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

  /** Headless, and without pods to tell its families by. */
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
