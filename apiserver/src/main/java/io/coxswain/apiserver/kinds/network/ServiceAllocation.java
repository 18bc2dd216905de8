package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.InternalException;
import io.coxswain.apiserver.kinds.InvalidException;
import io.coxswain.apiserver.kinds.Reservation;
import io.coxswain.apiserver.kinds.WriteContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Allocates the addresses and node ports of a service. Allocations are recorded in the ledger at
 * once; if the service is rejected, {@link ServiceReservation} releases them.
 */
final class ServiceAllocation {
  private ServiceAllocation() {}

  static Reservation reserve(ObjectNode service, JsonNode before, WriteContext context) {
    ObjectNode spec = Meta.child(service, "spec");
    var old = ServiceSpec.of(before);
    var taken = new ServiceReservation(service, context);
    try {
      if (old.isThere()) {
        keepAllocated(spec, old);
      }
      pluralize(spec, old);
      AddressFamilies.init(spec, old);
      if (old.isThere()) {
        changeAddresses(spec, old, taken);
        changeNodePorts(spec, old, taken);
      } else {
        takeAddresses(spec, taken);
        takeNodePorts(spec, taken);
      }
      return taken;
    } catch (InvalidException | InternalException e) {
      taken.cancel();
      throw e;
    }
  }

  /** Releases all allocations of a service. */
  static void release(ObjectNode service, WriteContext context) {
    var its = ServiceSpec.of(service);
    var taken = new ServiceReservation(service, context);
    if (!its.isExternalName()) {
      its.clusterIps().forEach(taken::releaseAddress);
    }
    its.nodePorts().forEach(taken::releasePort);
    if (its.needsHealthCheck()) {
      taken.releasePort(its.healthCheckPort());
    }
    taken.keep();
  }

  /** A client may omit what the server allocated. */
  private static void keepAllocated(ObjectNode spec, ServiceSpec old) {
    var now = new ServiceSpec(spec);
    if (!now.isExternalName() && !old.isExternalName()) {
      if (now.clusterIp().isEmpty()) {
        copy(old.json(), spec, "clusterIP");
      }
      if (now.clusterIps().isEmpty()) {
        copy(old.json(), spec, "clusterIPs");
      }
    }
    if (now.wantsNodePorts() && old.wantsNodePorts()) {
      keepNodePorts(now, old);
    }
    if (now.needsHealthCheck() && old.needsHealthCheck() && now.healthCheckPort() == 0) {
      copy(old.json(), spec, "healthCheckNodePort");
    }
  }

  private static void copy(JsonNode from, ObjectNode to, String field) {
    if (from.has(field)) {
      to.set(field, from.get(field).deepCopy());
    }
  }

  private static void keepNodePorts(ServiceSpec now, ServiceSpec old) {
    Map<String, Integer> byName = new HashMap<>();
    for (ObjectNode port : old.ports()) {
      byName.put(port.path("name").asText(""), port.path("nodePort").asInt(0));
    }
    var stillNamed = now.nodePorts();
    for (ObjectNode port : now.ports()) {
      int its = byName.getOrDefault(port.path("name").asText(""), 0);
      if (port.path("nodePort").asInt(0) == 0 && its != 0 && !stillNamed.contains(its)) {
        port.put("nodePort", its);
      }
    }
  }

  /** The single-value and the list field of an address must agree. */
  private static void pluralize(ObjectNode spec, ServiceSpec old) {
    var now = new ServiceSpec(spec);
    if (!old.isThere()) {
      if (!now.clusterIp().isEmpty() && now.clusterIps().isEmpty()) {
        spec.putArray("clusterIPs").add(now.clusterIp());
      }
      return;
    }
    boolean sameOne = now.clusterIp().equals(old.clusterIp());
    if (sameOne && now.clusterIps().isEmpty() && !old.clusterIps().isEmpty()) {
      copy(old.json(), spec, "clusterIPs");
    }
    if (!sameOne && now.clusterIps().equals(old.clusterIps())) {
      spec.remove("clusterIPs");
      if (!now.clusterIp().isEmpty()) {
        spec.putArray("clusterIPs").add(now.clusterIp());
      }
    }
  }

  private static void takeAddresses(ObjectNode spec, ServiceReservation taken) {
    var now = new ServiceSpec(spec);
    if (now.isExternalName() || now.clusterIp().equals(ServiceSpec.NONE)) {
      return;
    }
    ArrayNode addresses = spec.withArray("/clusterIPs");
    for (int i = 0; i < now.families().size(); i++) {
      String wish = addresses.path(i).asText("");
      String got = taken.address(wish, addresses);
      if (i < addresses.size()) {
        addresses.set(i, got);
      } else {
        addresses.add(got);
      }
    }
    spec.put("clusterIP", addresses.path(0).asText());
  }

  private static void changeAddresses(ObjectNode spec, ServiceSpec old, ServiceReservation taken) {
    var now = new ServiceSpec(spec);
    if (old.isExternalName() && !now.isExternalName()) {
      takeAddresses(spec, taken);
    } else if (!old.isHeadless() && !old.isExternalName() && now.isExternalName()) {
      old.clusterIps().forEach(taken::releaseAddress);
    }
  }

  private static void takeNodePorts(ObjectNode spec, ServiceReservation taken) {
    var now = new ServiceSpec(spec);
    if (now.hasNodePorts()) {
      // The same port over two protocols gets the same node port.
      Map<Integer, Integer> byPort = new HashMap<>();
      List<ObjectNode> ports = now.ports();
      for (int i = 0; i < ports.size(); i++) {
        takeNodePort(ports, i, now.wantsNodePorts(), byPort, taken);
      }
    }
    if (now.needsHealthCheck()) {
      takeHealthCheckPort(spec, now, taken);
    }
  }

  private static void takeNodePort(
      List<ObjectNode> ports,
      int i,
      boolean wanted,
      Map<Integer, Integer> byPort,
      ServiceReservation taken) {
    ObjectNode port = ports.get(i);
    int number = port.path("port").asInt();
    int wish = port.path("nodePort").asInt(0);
    if (wish == 0 && !wanted) {
      return;
    }
    Integer known = byPort.get(number);
    if (known != null) {
      if (wish == 0) {
        port.put("nodePort", known);
      } else if (wish != known) {
        take(taken, wish, i);
      }
      return;
    }
    int asked = wish;
    for (int j = i; j < ports.size() && asked == 0; j++) {
      if (ports.get(j).path("port").asInt() == number) {
        asked = ports.get(j).path("nodePort").asInt(0);
      }
    }
    int got = asked == 0 ? taken.anyPort() : take(taken, asked, i);
    port.put("nodePort", got);
    byPort.put(number, got);
  }

  private static int take(ServiceReservation taken, int port, int index) {
    String problem = taken.port(port);
    if (!problem.isEmpty()) {
      throw new InvalidException(
          List.of(
              FieldError.invalid(
                  "spec.ports[" + index + "].nodePort", IntNode.valueOf(port), problem)));
    }
    return port;
  }

  private static void takeHealthCheckPort(
      ObjectNode spec, ServiceSpec now, ServiceReservation taken) {
    int wish = now.healthCheckPort();
    if (wish == 0) {
      spec.put("healthCheckNodePort", taken.anyPort());
      return;
    }
    String problem = taken.port(wish);
    if (!problem.isEmpty()) {
      throw new InternalException(
          "failed to allocate requested HealthCheck NodePort " + wish + ": " + problem);
    }
  }

  private static void changeNodePorts(ObjectNode spec, ServiceSpec old, ServiceReservation taken) {
    var now = new ServiceSpec(spec);
    if (old.hasNodePorts() && !now.hasNodePorts()) {
      old.nodePorts().forEach(taken::releasePort);
    }
    if (now.hasNodePorts()) {
      var held = old.nodePorts();
      List<ObjectNode> ports = now.ports();
      for (int i = 0; i < ports.size(); i++) {
        int wish = ports.get(i).path("nodePort").asInt(0);
        if (wish == 0 && now.wantsNodePorts()) {
          ports.get(i).put("nodePort", taken.anyPort());
        } else if (wish != 0 && !held.contains(wish) && !taken.holds(wish)) {
          take(taken, wish, i);
        }
      }
      var still = now.nodePorts();
      held.stream().filter(port -> !still.contains(port)).forEach(taken::releasePort);
    }
    if (!old.needsHealthCheck() && now.needsHealthCheck()) {
      takeHealthCheckPort(spec, now, taken);
    } else if (old.needsHealthCheck() && !now.needsHealthCheck()) {
      taken.releasePort(old.healthCheckPort());
    }
  }
}
