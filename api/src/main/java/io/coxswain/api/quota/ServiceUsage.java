package io.coxswain.api.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/** Services count by number, by their node ports and as load balancers. */
final class ServiceUsage implements QuotaUsage {
  private static final List<String> NAMES =
      List.of("count/services", "services", "services.nodeports", "services.loadbalancers");

  @Override
  public boolean covers(String name) {
    return NAMES.contains(name);
  }

  @Override
  public boolean isInScope(JsonNode quota, JsonNode object) {
    return QuotaScope.of(quota).isEmpty();
  }

  @Override
  public Amounts of(JsonNode service, Instant now) {
    JsonNode spec = service.path("spec");
    int ports = 0;
    int balancers = 0;
    switch (spec.path("type").asText()) {
      case "NodePort" -> ports = spec.path("ports").size();
      case "LoadBalancer" -> {
        balancers = 1;
        for (JsonNode port : spec.path("ports")) {
          boolean needed = spec.path("allocateLoadBalancerNodePorts").asBoolean(true);
          ports += needed || port.path("nodePort").asInt(0) != 0 ? 1 : 0;
        }
      }
      default -> {}
    }
    Amounts amounts = Amounts.none();
    amounts.set("count/services", "1");
    amounts.set("services", "1");
    amounts.set("services.nodeports", Integer.toString(ports));
    amounts.set("services.loadbalancers", Integer.toString(balancers));
    return amounts;
  }
}
