package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.net.Addresses;
import io.coxswain.api.net.Cidr;
import io.coxswain.api.net.Ip;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The rules of services. */
final class ServiceRules {
  private static final String HINTS = "service.kubernetes.io/topology-aware-hints";
  private static final String MODE = "service.kubernetes.io/topology-mode";
  private static final String RANGES = "service.beta.kubernetes.io/load-balancer-source-ranges";
  private static final List<String> TYPES =
      List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
  private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
  private static final List<String> POLICIES = List.of("Cluster", "Local");
  private static final List<String> DISTRIBUTIONS =
      List.of("PreferClose", "PreferSameZone", "PreferSameNode");
  private static final int MAX_AFFINITY_SECONDS = 86400;

  private ServiceRules() {}

  /**
   * @param before null for a new service
   */
  static void validate(ObjectNode service, @Nullable ObjectNode before, List<FieldError> errors) {
    Field object = Field.of(service, errors);
    Field spec = object.get("spec");
    var its = ServiceSpec.of(service);
    var old = ServiceSpec.of(before == null ? MissingNode.getInstance() : before);
    topologyAnnotations(object.get("metadata.annotations"));
    if (spec.get("ports").isEmpty() && !its.isHeadless() && !its.isExternalName()) {
      spec.get("ports").required();
    }
    type(spec, its);
    var names = new ArrayList<String>();
    for (Field port : spec.get("ports").items()) {
      port(port, its.ports().size() > 1, names);
    }
    LabelRules.labels(spec.get("selector"));
    affinity(spec);
    ClusterIpRules.validate(spec, old);
    List<String> known = Meta.strings(old.json().path("externalIPs"));
    for (Field address : spec.get("externalIPs").items()) {
      if (known.contains(address.text()) || isAddress(address)) {
        endpointAddress(address);
      }
    }
    if (spec.get("type").isGiven()) {
      spec.get("type").oneOf(TYPES);
    }
    nodePorts(spec, its);
    uniquePorts(spec);
    sourceRanges(object, its, old);
    if (!its.isLoadBalancer() && spec.has("allocateLoadBalancerNodePorts")) {
      spec.get("allocateLoadBalancerNodePorts")
          .forbidden("may only be used when `type` is 'LoadBalancer'");
    }
    loadBalancerClass(spec, its);
    externalTraffic(spec, its);
    Field internal = spec.get("internalTrafficPolicy");
    if (!internal.isSet() && TYPES.contains(its.type()) && !its.isExternalName()) {
      internal.required();
    }
    internal.oneOfIfSet(POLICIES);
    spec.get("trafficDistribution").oneOfIfSet(DISTRIBUTIONS);
  }

  private static void topologyAnnotations(Field annotations) {
    Field mode = annotations.entry(MODE);
    Field hints = annotations.entry(HINTS);
    if (mode.isSet() && hints.isSet() && !mode.is(hints.text())) {
      mode.invalid("must match annotations[" + HINTS + "] when both are specified");
    }
  }

  private static void type(Field spec, ServiceSpec its) {
    Field addresses = spec.get("clusterIPs");
    switch (its.type()) {
      case "LoadBalancer", "NodePort" -> {
        if (its.isHeadless()) {
          addresses
              .items()
              .getFirst()
              .invalid("may not be set to 'None' for " + its.type() + " services");
        }
      }
      case "ExternalName" -> {
        for (String field : List.of("clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
          if (!spec.get(field).isEmpty()) {
            spec.get(field).forbidden("may not be set for ExternalName services");
          }
        }
        String name = spec.text("externalName");
        String plain = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        if (plain.isEmpty()) {
          spec.get("externalName").required();
        } else {
          spec.get("externalName").with(plain).matches(Formats::dnsSubdomain);
        }
      }
      default -> {}
    }
  }

  private static void port(Field port, boolean nameNeeded, List<String> names) {
    Field name = port.get("name");
    if (!name.isEmpty()) {
      name.matches(Formats::dnsLabel).notAmong(names);
    } else if (nameNeeded) {
      name.required();
    }
    port.get("port").between(1, 65535);
    if (port.get("protocol").isGiven()) {
      port.get("protocol").oneOf(PROTOCOLS);
    }
    Field target = port.get("targetPort");
    if (target.node().isTextual()) {
      target.matches(Formats::portName);
    } else {
      target.between(1, 65535);
    }
    if (port.has("appProtocol")) {
      port.get("appProtocol").matches(Formats::qualifiedName);
    }
  }

  private static void affinity(Field spec) {
    Field config = spec.get("sessionAffinityConfig");
    switch (spec.text("sessionAffinity")) {
      case "" -> spec.get("sessionAffinity").required();
      case "ClientIP" -> {
        Field timeout = config.get("clientIP.timeoutSeconds");
        if (timeout.number() <= 0 || timeout.number() > MAX_AFFINITY_SECONDS) {
          timeout.invalid("must be greater than 0 and less than " + MAX_AFFINITY_SECONDS);
        }
      }
      case "None" -> {
        if (config.isSet()) {
          config.forbidden("must not be set when session affinity is None");
        }
      }
      default -> spec.get("sessionAffinity").unsupported("ClientIP", "None");
    }
  }

  private static boolean isAddress(Field field) {
    field.matches(Addresses::ip);
    return Ip.parse(field.text()) != null;
  }

  /** An address that can be an endpoint. */
  static void endpointAddress(Field field) {
    Ip ip = Ip.parse(field.text());
    if (ip == null) {
      field.invalid("must be a valid IP address");
      return;
    }
    if (ip.isUnspecified()) {
      field.invalid("may not be unspecified (" + field.text() + ")");
    }
    if (ip.isLoopback()) {
      field.invalid("may not be in the loopback range (127.0.0.0/8, ::1/128)");
    }
    if (ip.isLinkLocal()) {
      field.invalid("may not be in the link-local range (169.254.0.0/16, fe80::/10)");
    }
    if (ip.isLinkLocalMulticast()) {
      field.invalid("may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
    }
  }

  private static void nodePorts(Field spec, ServiceSpec its) {
    var seen = new TreeSet<String>();
    if (its.type().equals("ClusterIP")) {
      for (Field port : spec.get("ports").items()) {
        if (port.get("nodePort").number() != 0) {
          port.get("nodePort").forbidden("may not be used when `type` is 'ClusterIP'");
        }
      }
    }
    for (Field port : spec.get("ports").items()) {
      long number = port.get("nodePort").number();
      if (number != 0 && !seen.add(number + "/" + port.text("protocol"))) {
        port.get("nodePort").duplicate();
      }
    }
  }

  private static void uniquePorts(Field spec) {
    var seen = new TreeSet<String>();
    for (Field port : spec.get("ports").items()) {
      if (!seen.add(port.text("port") + "/" + port.text("protocol"))) {
        // Upstream prints its own type, with only these two fields.
        ObjectNode shown = Json.MAPPER.createObjectNode();
        shown.put("Name", "").put("Protocol", port.text("protocol")).putNull("AppProtocol");
        shown.set("Port", port.get("port").node());
        shown.put("TargetPort", 0).put("NodePort", 0);
        port.error(FieldError.duplicate(port.path(), shown));
      }
    }
  }

  private static void sourceRanges(Field object, ServiceSpec its, ServiceSpec old) {
    Field ranges = object.get("spec.loadBalancerSourceRanges").at("spec.LoadBalancerSourceRanges");
    Field annotation = object.get("metadata.annotations").entry(RANGES);
    if (!ranges.isEmpty()) {
      if (!its.isLoadBalancer()) {
        ranges.forbidden("may only be used when `type` is 'LoadBalancer'");
      }
      List<String> known =
          Meta.strings(old.json().path("loadBalancerSourceRanges")).stream()
              .map(String::strip)
              .toList();
      for (Field range : ranges.items()) {
        if (!known.contains(range.text().strip())) {
          range.with(range.text().strip()).matches(Addresses::cidr);
        }
      }
    } else if (annotation.isSet()) {
      if (!its.isLoadBalancer()) {
        annotation.forbidden("may only be used when `type` is 'LoadBalancer'");
      }
      if (!annotation.text().isBlank()) {
        for (String range : annotation.text().strip().split(",")) {
          annotation.with(range.strip()).matches(Addresses::cidr);
        }
      }
    }
  }

  private static void loadBalancerClass(Field spec, ServiceSpec its) {
    Field name = spec.get("loadBalancerClass");
    if (!name.isSet()) {
      return;
    }
    if (its.isLoadBalancer()) {
      name.matches(Formats::qualifiedName);
    } else {
      name.forbidden("may only be used when `type` is 'LoadBalancer'");
    }
  }

  private static void externalTraffic(Field spec, ServiceSpec its) {
    Field policy = spec.get("externalTrafficPolicy");
    if (!its.isExternallyAccessible()) {
      if (!policy.isEmpty()) {
        policy.invalid("may only be set for externally-accessible services");
      }
    } else if (policy.isGiven()) {
      policy.oneOf(POLICIES);
    }
    Field check = spec.get("healthCheckNodePort");
    if (its.needsHealthCheck()) {
      if (check.number() == 0) {
        check.required();
      } else {
        check.between(1, 65535);
      }
    } else if (check.number() != 0) {
      check.invalid(
          "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
    }
  }

  /** Warnings about valid but inadvisable values. */
  static void warn(ObjectNode service, List<String> warnings) {
    var its = ServiceSpec.of(service);
    JsonNode spec = its.json();
    if (service.at("/metadata/annotations").has(HINTS)) {
      warnings.add("annotation " + HINTS + " is deprecated, please use " + MODE + " instead");
    }
    boolean none = its.clusterIp().equals(ServiceSpec.NONE);
    if (!none && !its.clusterIp().isEmpty()) {
      warnOfEach(spec, "clusterIPs", warnings);
    }
    if (none && its.type().equals("ClusterIP")) {
      if (!its.text("loadBalancerIP").isEmpty()) {
        warnings.add("spec.loadBalancerIP is ignored for headless services");
      }
      if (!spec.path("externalIPs").isEmpty()) {
        warnings.add("spec.externalIPs is ignored for headless services");
      }
      if (!its.text("sessionAffinity").equals("None")) {
        warnings.add("spec.SessionAffinity is ignored for headless services");
      }
    }
    warnOfEach(spec, "externalIPs", warnings);
    if (!its.text("loadBalancerIP").isEmpty()) {
      Ip.warn("spec.loadBalancerIP", its.text("loadBalancerIP"), warnings);
    }
    int i = 0;
    for (JsonNode range : spec.path("loadBalancerSourceRanges")) {
      Cidr.warn("spec.loadBalancerSourceRanges[" + i++ + "]", range.asText(), warnings);
    }
    if (its.isExternalName() && !spec.path("externalIPs").isEmpty()) {
      warnings.add("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
    }
    if (!its.isExternalName() && !its.text("externalName").isEmpty()) {
      warnings.add("spec.externalName is ignored when spec.type is not \"ExternalName\"");
    }
    if (its.text("trafficDistribution").equals("PreferClose")) {
      warnings.add(
          "spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
    }
  }

  private static void warnOfEach(JsonNode spec, String list, List<String> warnings) {
    int i = 0;
    for (JsonNode address : spec.path(list)) {
      Ip.warn("spec." + list + "[" + i++ + "]", address.asText(), warnings);
    }
  }
}
