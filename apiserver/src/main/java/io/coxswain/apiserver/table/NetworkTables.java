package io.coxswain.apiserver.table;

import static java.util.Arrays.asList;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Services and related kinds. */
final class NetworkTables {
  private NetworkTables() {}

  static void addTo(Map<String, TableFormat> formats) {
    formats.put(
        "Service.",
        TableFormat.of(
            "Name,Type,Cluster-IP,External-IP,Port(s),Age,Selector*", NetworkTables::service));
    formats.put(
        "Endpoints.",
        TableFormat.of(
            "Name,Endpoints,Age",
            (o, now) -> asList(Cell.name(o), endpoints(o), Cell.age(o, now))));
    formats.put(
        "EndpointSlice.discovery.k8s.io",
        TableFormat.of(
            "Name,AddressType,Ports,Endpoints,Age",
            (o, now) ->
                asList(
                    Cell.name(o),
                    o.path("addressType").asText(),
                    slicePorts(o.path("ports")),
                    sliceEndpoints(o.path("endpoints")),
                    Cell.age(o, now))));
    formats.put(
        "Ingress.networking.k8s.io",
        TableFormat.of("Name,Class,Hosts,Address,Ports,Age", NetworkTables::ingress));
    formats.put(
        "IngressClass.networking.k8s.io",
        TableFormat.of("Name,Controller,Parameters,Age", NetworkTables::ingressClass));
    formats.put(
        "NetworkPolicy.networking.k8s.io",
        TableFormat.of(
            "Name,Pod-Selector,Age",
            (o, now) ->
                asList(Cell.name(o), Cell.selector(o.at("/spec/podSelector")), Cell.age(o, now))));
    formats.put(
        "ServiceCIDR.networking.k8s.io",
        TableFormat.of(
            "Name,CIDRs,Age",
            (o, now) -> asList(Cell.name(o), Cell.join(o.at("/spec/cidrs")), Cell.age(o, now))));
    formats.put(
        "IPAddress.networking.k8s.io",
        TableFormat.of(
            "Name,ParentRef",
            (o, _) -> {
              JsonNode parent = o.at("/spec/parentRef");
              var parts = new ArrayList<String>();
              for (String field : List.of("group", "resource", "namespace", "name")) {
                String text = parent.path(field).asText();
                if (!text.isEmpty()) {
                  parts.add(text);
                }
              }
              return asList(Cell.name(o), String.join("/", parts));
            }));
  }

  private static List<@Nullable Object> service(ObjectNode o, Instant now) {
    JsonNode spec = o.path("spec");
    return asList(
        Cell.name(o),
        spec.path("type").asText(),
        Cell.text(spec, "clusterIP", Cell.NONE),
        externalIps(o),
        ports(spec.path("ports")),
        Cell.age(o, now),
        Cell.labels(spec.path("selector")));
  }

  private static String externalIps(ObjectNode o) {
    JsonNode spec = o.path("spec");
    String ips = Cell.join(spec.path("externalIPs"));
    return switch (spec.path("type").asText()) {
      case "ExternalName" -> spec.path("externalName").asText();
      case "LoadBalancer" -> {
        var found = new ArrayList<String>();
        for (JsonNode ingress : o.at("/status/loadBalancer/ingress")) {
          found.add(Cell.text(ingress, "ip", ingress.path("hostname").asText()));
        }
        if (!ips.isEmpty()) {
          found.add(ips);
        }
        yield found.isEmpty() ? "<pending>" : String.join(",", found);
      }
      default -> ips.isEmpty() ? Cell.NONE : ips;
    };
  }

  private static String ports(JsonNode ports) {
    var texts = new ArrayList<String>();
    for (JsonNode port : ports) {
      int node = port.path("nodePort").asInt();
      texts.add(
          port.path("port").asInt()
              + (node > 0 ? ":" + node : "")
              + "/"
              + port.path("protocol").asText());
    }
    return texts.isEmpty() ? Cell.NONE : String.join(",", texts);
  }

  private static String endpoints(ObjectNode o) {
    var found = new ArrayList<String>();
    for (JsonNode subset : o.path("subsets")) {
      JsonNode ports = subset.path("ports");
      for (JsonNode address : subset.path("addresses")) {
        String ip = address.path("ip").asText();
        String host = ip.contains(":") ? "[" + ip + "]" : ip;
        if (ports.isEmpty()) {
          found.add(ip);
        }
        ports.forEach(port -> found.add(host + ":" + port.path("port").asInt()));
      }
    }
    return Cell.few(found);
  }

  private static String slicePorts(JsonNode ports) {
    var texts = new ArrayList<String>();
    for (JsonNode port : ports) {
      texts.add(
          port.path("port").isNumber() ? port.path("port").asText() : Cell.text(port, "name", "*"));
    }
    return texts.isEmpty() ? Cell.UNSET : Cell.few(texts);
  }

  private static String sliceEndpoints(JsonNode endpoints) {
    var texts = new ArrayList<String>();
    endpoints.forEach(e -> e.path("addresses").forEach(a -> texts.add(a.asText())));
    return texts.isEmpty() ? Cell.UNSET : Cell.few(texts);
  }

  private static List<@Nullable Object> ingress(ObjectNode o, Instant now) {
    var hosts = new ArrayList<String>();
    for (JsonNode rule : o.at("/spec/rules")) {
      String host = rule.path("host").asText();
      if (!host.isEmpty()) {
        hosts.add(host);
      }
    }
    var addresses = new ArrayList<String>();
    for (JsonNode each : o.at("/status/loadBalancer/ingress")) {
      addresses.add(Cell.text(each, "ip", each.path("hostname").asText()));
    }
    return asList(
        Cell.name(o),
        Cell.text(o.path("spec"), "ingressClassName", Cell.NONE),
        hosts.isEmpty() ? "*" : Cell.few(hosts),
        String.join(",", addresses),
        o.at("/spec/tls").isEmpty() ? "80" : "80, 443",
        Cell.age(o, now));
  }

  private static List<@Nullable Object> ingressClass(ObjectNode o, Instant now) {
    JsonNode parameters = o.at("/spec/parameters");
    String text = Cell.NONE;
    if (parameters.isObject()) {
      String group = parameters.path("apiGroup").asText();
      text =
          parameters.path("kind").asText()
              + (group.isEmpty() ? "" : "." + group)
              + "/"
              + parameters.path("name").asText();
    }
    return asList(Cell.name(o), o.at("/spec/controller").asText(), text, Cell.age(o, now));
  }
}
