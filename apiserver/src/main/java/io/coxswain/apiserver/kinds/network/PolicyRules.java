package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.net.Addresses;
import io.coxswain.api.net.Cidr;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.List;

/** The rules of NetworkPolicies. */
final class PolicyRules {
  private static final List<String> TYPES = List.of("Ingress", "Egress");
  private static final List<String> PROTOCOLS = List.of("TCP", "UDP", "SCTP");

  private PolicyRules() {}

  static void defaults(ObjectNode policy) {
    ObjectNode spec = Meta.child(policy, "spec");
    if (!spec.has("podSelector")) {
      spec.putObject("podSelector");
    }
    if (spec.path("policyTypes").isEmpty()) {
      var types = spec.putArray("policyTypes").add("Ingress");
      if (!spec.path("egress").isEmpty()) {
        types.add("Egress");
      }
    }
    for (String direction : List.of("ingress", "egress")) {
      for (JsonNode rule : spec.path(direction)) {
        Meta.objects(rule.path("ports")).forEach(p -> Meta.setDefault(p, "protocol", "TCP"));
      }
    }
  }

  static void policy(Field policy) {
    Field spec = policy.get("spec");
    LabelRules.selector(spec.get("podSelector"));
    for (Field rule : spec.get("ingress").items()) {
      rule.get("ports").items().forEach(PolicyRules::port);
      rule.get("from").items().forEach(PolicyRules::peer);
    }
    for (Field rule : spec.get("egress").items()) {
      rule.get("ports").items().forEach(PolicyRules::port);
      rule.get("to").items().forEach(PolicyRules::peer);
    }
    Field types = spec.get("policyTypes");
    if (types.size() > TYPES.size()) {
      types.invalid("may not specify more than two policyTypes");
      return;
    }
    types.items().forEach(type -> type.oneOf(TYPES));
  }

  private static void port(Field entry) {
    entry.get("protocol").oneOfIfSet(PROTOCOLS);
    Field port = entry.get("port");
    Field end = entry.get("endPort");
    if (!port.isSet()) {
      if (end.isSet()) {
        end.invalid("may not be specified when `port` is not specified");
      }
    } else if (port.node().isTextual()) {
      if (end.isSet()) {
        end.invalid("may not be specified when `port` is non-numeric");
      }
      port.matches(Formats::portName);
    } else {
      port.between(1, 65535);
      if (end.isSet() && end.number() < port.number()) {
        // Upstream prints the port here, not the end of the range.
        end.invalid(port.node(), "must be greater than or equal to `port`");
      }
      end.between(1, 65535);
    }
  }

  private static void peer(Field peer) {
    int kinds = 0;
    for (String selector : List.of("podSelector", "namespaceSelector")) {
      if (peer.has(selector)) {
        kinds++;
        LabelRules.selector(peer.get(selector));
      }
    }
    Field block = peer.get("ipBlock");
    if (block.isSet()) {
      kinds++;
      block(block);
    }
    if (kinds == 0) {
      peer.required("must specify a peer");
    } else if (kinds > 1 && block.isSet()) {
      peer.forbidden("may not specify both ipBlock and another peer");
    }
  }

  private static void block(Field block) {
    Field range = block.get("cidr");
    if (!range.isGiven()) {
      return;
    }
    range.matches(Addresses::cidr);
    Cidr all = Cidr.parse(range.text());
    if (all == null) {
      return;
    }
    for (Field except : block.get("except").items()) {
      except.matches(Addresses::cidr);
      Cidr part = Cidr.parse(except.text());
      if (part != null && (!all.contains(part) || part.length() == all.length())) {
        except.invalid("must be a strict subset of `cidr`");
      }
    }
  }

  static void warnings(ObjectNode policy, List<String> warnings) {
    for (List<String> way : List.of(List.of("ingress", "from"), List.of("egress", "to"))) {
      int i = 0;
      for (JsonNode rule : policy.at("/spec/" + way.getFirst())) {
        int j = 0;
        for (JsonNode peer : rule.path(way.getLast())) {
          JsonNode block = peer.path("ipBlock");
          String at =
              "spec." + way.getFirst() + "[" + i + "]." + way.getLast() + "[" + j++ + "].ipBlock";
          if (block.has("cidr")) {
            Cidr.warn(at + ".cidr", block.path("cidr").asText(), warnings);
          }
          int k = 0;
          for (JsonNode except : block.path("except")) {
            Cidr.warn(at + ".except[" + k++ + "]", except.asText(), warnings);
          }
        }
        i++;
      }
    }
  }
}
