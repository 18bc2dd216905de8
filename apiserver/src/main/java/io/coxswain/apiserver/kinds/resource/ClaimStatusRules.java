package io.coxswain.apiserver.kinds.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.net.Cidr;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.pod.SchedulingRules;
import io.coxswain.apiserver.rules.ConditionRules;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.InternalForm;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The rules for the status of a claim, written by schedulers and drivers. */
final class ClaimStatusRules {
  private static final int MAX_CONDITIONS = 8;
  private static final int MAX_INTERFACE_NAME = 256;
  private static final int MAX_HARDWARE_ADDRESS = 128;
  private static final int MAX_ADDRESSES = 16;
  private static final List<String> DISABLED =
      List.of("shareID", "consumedCapacity", "bindingConditions", "bindingFailureConditions");
  private static final int MAX_USERS = 256;
  private static final int MAX_RESULTS = 32;

  private ClaimStatusRules() {}

  /** Drops fields of features that are disabled by default, and sets defaults. */
  static void prepare(ObjectNode claim) {
    for (ObjectNode result : Meta.objects(claim.at("/status/allocation/devices/results"))) {
      result.remove(DISABLED);
      for (ObjectNode toleration : Meta.objects(result.path("tolerations"))) {
        Meta.setDefault(toleration, "operator", "Equal");
      }
    }
    for (ObjectNode device : Meta.objects(claim.at("/status/devices"))) {
      device.remove("shareID");
    }
  }

  static void step(Field claim, ObjectNode before) {
    Field status = claim.get("status");
    Field users = status.get("reservedFor");
    Field allocation = status.get("allocation");
    Set<String> names = ResourceClaimRules.names(claim.get("spec.devices").node());
    DeviceRules.set(
        users,
        MAX_USERS,
        user -> List.of("resource", "name", "uid").forEach(part -> user.get(part).isGiven()),
        user -> user.text("uid"));
    devices(status.get("devices"), allocation);
    if (!users.isEmpty()) {
      if (!allocation.isSet()) {
        users.forbidden("may not be specified when `allocated` is not set");
      } else if (Meta.deleting(claim.node()) && hasNew(users.node(), before)) {
        users.forbidden(
            "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are"
                + " set");
      }
    }
    JsonNode old = before.at("/status/allocation");
    if (old.isObject() && allocation.isSet()) {
      if (!SameJson.same(allocation.node(), old)) {
        allocation.invalid(
            InternalForm.of("resource.AllocationResult", allocation.node()), "field is immutable");
      }
    } else if (allocation.isSet()) {
      allocation(allocation, names);
    }
  }

  private static boolean hasNew(JsonNode users, ObjectNode before) {
    var known = new TreeSet<String>();
    before.at("/status/reservedFor").forEach(user -> known.add(user.path("uid").asText("")));
    for (JsonNode user : users) {
      if (!known.contains(user.path("uid").asText(""))) {
        return true;
      }
    }
    return false;
  }

  private static void allocation(Field allocation, Set<String> names) {
    DeviceRules.list(
        allocation.get("devices.results"), MAX_RESULTS, result -> result(result, names));
    DeviceRules.list(
        allocation.get("devices.config"),
        2 * MAX_RESULTS,
        configuration -> {
          Field source = configuration.get("source");
          if (source.isGiven()) {
            source.oneOf(List.of("FromClaim", "FromClass"));
          }
          ResourceClaimRules.references(configuration.get("requests"), names);
          DeviceRules.configuration(configuration);
        });
    if (allocation.has("nodeSelector")) {
      SchedulingRules.nodeSelector(allocation.get("nodeSelector"));
    }
  }

  private static void result(Field result, Set<String> names) {
    ResourceClaimRules.reference(result.get("request"), names);
    DeviceRules.driverName(result.get("driver"));
    DeviceRules.poolName(result.get("pool"));
    DeviceRules.label(result.get("device"));
  }

  private static void devices(Field devices, Field allocation) {
    var allocated = new LinkedHashSet<JsonNode>();
    for (JsonNode result : allocation.node().at("/devices/results")) {
      allocated.add(id(result));
    }
    for (Field device : devices.items()) {
      device(device, allocated);
    }
    var seen = new LinkedHashSet<JsonNode>();
    for (Field device : devices.items()) {
      JsonNode id = id(device.node());
      if (!seen.add(id)) {
        device.error(FieldError.duplicate(device.path(), id));
      }
    }
  }

  private static void device(Field device, Set<JsonNode> allocated) {
    DeviceRules.driverName(device.get("driver"));
    DeviceRules.poolName(device.get("pool"));
    DeviceRules.label(device.get("device"));
    if (!allocated.contains(id(device.node()))) {
      device.invalid(id(device.node()), "must be an allocated device in the claim");
    }
    Field conditions = device.get("conditions");
    if (conditions.size() > MAX_CONDITIONS) {
      conditions.tooMany(MAX_CONDITIONS);
    }
    ConditionRules.check(conditions);
    if (device.has("data")) {
      DeviceRules.raw(device.get("data"), 10 * 1024);
    }
    Field network = device.get("networkData");
    bounded(network.get("interfaceName"), MAX_INTERFACE_NAME);
    bounded(network.get("hardwareAddress"), MAX_HARDWARE_ADDRESS);
    DeviceRules.set(network.get("ips"), MAX_ADDRESSES, ClaimStatusRules::address, ip -> ip.text());
  }

  private static void bounded(Field text, int most) {
    if (text.text().length() > most) {
      text.tooLong(most);
    }
  }

  /** An address with the length of its network, in canonical form. */
  private static void address(Field address) {
    Cidr cidr = Cidr.parse(address.text());
    if (cidr == null) {
      address.invalid("must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)");
      return;
    }
    String canonical = cidr.address() + "/" + cidr.length();
    if (!canonical.equals(address.text())) {
      address.invalid("must be in canonical form (\"" + canonical + "\")");
    }
  }

  /** The identity of a device as upstream shows it. */
  private static ObjectNode id(JsonNode device) {
    return Json.MAPPER
        .createObjectNode()
        .put("Driver", device.path("driver").asText(""))
        .put("Pool", device.path("pool").asText(""))
        .put("Device", device.path("device").asText(""))
        .put("ShareID", device.path("shareID").asText(""));
  }
}
