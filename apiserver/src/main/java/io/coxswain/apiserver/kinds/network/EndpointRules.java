package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.net.Addresses;
import io.coxswain.api.net.Ip;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.ArrayList;
import java.util.List;

/** The rules of Endpoints and EndpointSlices. */
final class EndpointRules {
  private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
  private static final List<String> ADDRESS_TYPES = List.of("FQDN", "IPv4", "IPv6");
  private static final int MAX_ENDPOINTS = 1000;
  private static final int MAX_ADDRESSES = 100;
  private static final int MAX_PORTS = 20000;
  private static final int MAX_HINTS = 8;

  private EndpointRules() {}

  static void defaults(ObjectNode endpoints) {
    for (JsonNode subset : endpoints.path("subsets")) {
      Meta.objects(subset.path("ports")).forEach(p -> Meta.setDefault(p, "protocol", "TCP"));
    }
  }

  static void endpoints(Field endpoints) {
    for (Field subset : endpoints.get("subsets").items()) {
      Field ready = subset.get("addresses");
      Field others = subset.get("notReadyAddresses");
      if (ready.isEmpty() && others.isEmpty()) {
        subset.required("must specify `addresses` or `notReadyAddresses`");
      }
      ready.items().forEach(EndpointRules::address);
      others.items().forEach(EndpointRules::address);
      List<Field> ports = subset.get("ports").items();
      for (Field port : ports) {
        port(port, ports.size() > 1);
      }
    }
  }

  /** Unchanged subsets are not validated again. */
  static void endpointsStep(Field endpoints, ObjectNode before) {
    if (!SameJson.same(endpoints.get("subsets").node(), before.path("subsets"))) {
      endpoints(endpoints);
    }
  }

  private static void address(Field address) {
    address.get("ip").matches(Addresses::ip);
    if (!address.get("hostname").isEmpty()) {
      address.get("hostname").matches(Formats::dnsLabel);
    }
    if (address.has("nodeName")) {
      address.get("nodeName").matches(Formats::dnsSubdomain);
    }
    ServiceRules.endpointAddress(address.get("ip").with(address.text("ip")));
  }

  private static void port(Field port, boolean nameNeeded) {
    Field name = port.get("name");
    if (!name.isEmpty()) {
      name.matches(Formats::dnsLabel);
    } else if (nameNeeded) {
      name.required();
    }
    port.get("port").between(1, 65535);
    if (port.get("protocol").isGiven()) {
      port.get("protocol").oneOf(PROTOCOLS);
    }
    if (port.has("appProtocol")) {
      port.get("appProtocol").matches(Formats::qualifiedName);
    }
  }

  static void warnings(ObjectNode endpoints, List<String> warnings) {
    if (managedBy(endpoints, "endpoints.kubernetes.io/managed-by", "endpoint-controller")) {
      return;
    }
    int i = 0;
    for (JsonNode subset : endpoints.path("subsets")) {
      for (String list : List.of("addresses", "notReadyAddresses")) {
        int j = 0;
        for (JsonNode address : subset.path(list)) {
          Ip.warn(
              "subsets[" + i + "]." + list + "[" + j++ + "].ip",
              address.path("ip").asText(""),
              warnings);
        }
      }
      i++;
    }
  }

  private static boolean managedBy(ObjectNode object, String label, String... controllers) {
    String manager = Meta.labels(object).getOrDefault(label, "");
    return List.of(controllers).contains(manager);
  }

  static void sliceDefaults(ObjectNode slice) {
    for (String list : List.of("endpoints", "ports")) {
      if (!slice.has(list)) {
        slice.putNull(list);
      }
    }
    for (ObjectNode port : Meta.objects(slice.path("ports"))) {
      if (!port.has("name")) {
        port.put("name", "");
      }
      Meta.setDefault(port, "protocol", "TCP");
    }
    // Written by an older version; this one has separate fields for the node and the zone.
    Meta.objects(slice.path("endpoints")).forEach(e -> e.remove("deprecatedTopology"));
  }

  static void slice(Field slice) {
    sliceHead(slice);
    sliceEndpoints(slice);
  }

  static void sliceStep(Field slice, ObjectNode before) {
    sliceHead(slice);
    if (!SameJson.same(slice.get("endpoints").node(), before.path("endpoints"))) {
      sliceEndpoints(slice);
    }
    slice.get("addressType").unchangedFrom(before.path("addressType"));
  }

  private static void sliceHead(Field slice) {
    Field type = slice.get("addressType");
    if (type.isGiven()) {
      type.oneOf(ADDRESS_TYPES);
    }
    Field ports = slice.get("ports");
    if (ports.size() > MAX_PORTS) {
      ports.tooMany(MAX_PORTS);
      return;
    }
    var names = new ArrayList<String>();
    for (Field port : ports.items()) {
      if (!port.get("name").isEmpty()) {
        port.get("name").matches(Formats::dnsLabel);
      }
      port.get("name").notAmong(names);
      if (port.get("protocol").isSet()) {
        port.get("protocol").oneOf(PROTOCOLS);
      } else {
        port.get("protocol").required();
      }
      if (port.has("appProtocol")) {
        port.get("appProtocol").matches(Formats::qualifiedName);
      }
    }
  }

  private static void sliceEndpoints(Field slice) {
    Field endpoints = slice.get("endpoints");
    if (endpoints.size() > MAX_ENDPOINTS) {
      endpoints.tooMany(MAX_ENDPOINTS);
      return;
    }
    for (Field endpoint : endpoints.items()) {
      Field addresses = endpoint.get("addresses");
      if (addresses.isEmpty()) {
        addresses.required("must contain at least 1 address");
      } else if (addresses.size() > MAX_ADDRESSES) {
        addresses.tooMany(MAX_ADDRESSES);
      }
      for (Field address : addresses.items()) {
        sliceAddress(address, addresses, slice.text("addressType"));
      }
      if (endpoint.has("nodeName")) {
        endpoint.get("nodeName").matches(Formats::dnsSubdomain);
      }
      if (endpoint.has("hostname")) {
        endpoint.get("hostname").matches(Formats::dnsLabel);
      }
      hints(endpoint.get("hints"));
    }
  }

  private static void sliceAddress(Field address, Field all, String type) {
    switch (type) {
      case "IPv4", "IPv6" -> {
        boolean v6 = type.equals("IPv6");
        int before = address.errors().size();
        address.matches(v6 ? Ip::strict : Addresses::ip);
        if (address.errors().size() > before) {
          return;
        }
        Ip ip = Ip.parse(address.text());
        if (ip != null && ip.v6() != v6) {
          all.with(address.text()).invalid("must be an " + type + " address");
        }
        ServiceRules.endpointAddress(address);
      }
      case "FQDN" -> domain(address);
      default -> {}
    }
  }

  /** A domain name with at least two labels. */
  private static void domain(Field field) {
    if (!field.isGiven()) {
      return;
    }
    String text = field.text();
    String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    List<String> problems = Formats.dnsSubdomain(name);
    if (!problems.isEmpty()) {
      field.invalid(name, String.join(",", problems));
      return;
    }
    List<String> labels = List.of(name.split("\\."));
    if (labels.size() < 2) {
      field.invalid(name, "should be a domain with at least two segments separated by dots");
      return;
    }
    for (String label : labels) {
      List<String> wrong = Formats.dnsLabel(label);
      if (!wrong.isEmpty()) {
        field.invalid(label, String.join(",", wrong));
        return;
      }
    }
  }

  private static void hints(Field hints) {
    Field zones = hints.get("forZones");
    Field nodes = hints.get("forNodes");
    if (zones.size() > MAX_HINTS) {
      zones.tooMany(MAX_HINTS);
      return;
    }
    var seen = new ArrayList<String>();
    for (Field zone : zones.items()) {
      zone.get("name").notAmong(seen).matches(Formats::labelValue);
    }
    if (nodes.size() > MAX_HINTS) {
      nodes.tooMany(MAX_HINTS);
      return;
    }
    var seenNodes = new ArrayList<String>();
    for (Field node : nodes.items()) {
      node.get("name").notAmong(seenNodes).matches(Formats::dnsSubdomain);
    }
  }

  static void sliceWarnings(ObjectNode slice, List<String> warnings) {
    if (slice.path("addressType").asText("").equals("FQDN")) {
      warnings.add("spec.addressType: FQDN endpoints are deprecated");
    }
    if (managedBy(
        slice,
        "endpointslice.kubernetes.io/managed-by",
        "endpointslice-controller.k8s.io",
        "endpointslicemirroring-controller.k8s.io")) {
      return;
    }
    int i = 0;
    for (JsonNode endpoint : slice.path("endpoints")) {
      int j = 0;
      for (JsonNode address : endpoint.path("addresses")) {
        Ip.warn("endpoints[" + i + "].addresses[" + j++ + "]", address.asText(), warnings);
      }
      i++;
    }
  }
}
