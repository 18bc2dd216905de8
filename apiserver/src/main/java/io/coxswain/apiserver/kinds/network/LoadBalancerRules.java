package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.net.Addresses;
import io.coxswain.api.net.Ip;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.ArrayList;
import java.util.List;

/** The rules for the status of load balancers. */
final class LoadBalancerRules {
  private static final List<String> MODES = List.of("Proxy", "VIP");

  private LoadBalancerRules() {}

  static void validate(ObjectNode service, JsonNode before, List<FieldError> errors) {
    Field list = Field.of(service, errors).get("status.loadBalancer.ingress");
    if (!ServiceSpec.of(service).isLoadBalancer() && !list.isEmpty()) {
      list.forbidden("may only be used when `spec.type` is 'LoadBalancer'");
      return;
    }
    List<String> known = known(before);
    for (Field entry : list.items()) {
      Field address = entry.get("ip");
      Field mode = entry.get("ipMode");
      address(address, known);
      if (!mode.isSet()) {
        if (!address.isEmpty()) {
          mode.required("must be specified when `ip` is set");
        }
      } else if (address.isEmpty()) {
        mode.forbidden("may not be specified when `ip` is not set");
      } else {
        mode.oneOf(MODES);
      }
      hostname(entry.get("hostname"));
    }
  }

  static void warnings(ObjectNode object, List<String> warnings) {
    JsonNode entries = object.at("/status/loadBalancer/ingress");
    for (int i = 0; i < entries.size(); i++) {
      // Upstream names the entry, not its field "ip".
      Ip.warn(
          "status.loadBalancer.ingress[" + i + "]",
          entries.path(i).path("ip").asText(""),
          warnings);
    }
  }

  static List<String> known(JsonNode before) {
    var known = new ArrayList<String>();
    before.at("/status/loadBalancer/ingress").forEach(e -> known.add(e.path("ip").asText("")));
    return known;
  }

  static void address(Field address, List<String> known) {
    if (!address.isEmpty() && !known.contains(address.text())) {
      address.matches(Addresses::ip);
    }
  }

  static void hostname(Field name) {
    if (!name.isEmpty()) {
      name.matches(Formats::dnsSubdomain);
      if (Addresses.isIp(name.text())) {
        name.invalid("must be a DNS name, not an IP address");
      }
    }
  }
}
