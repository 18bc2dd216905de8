package io.coxswain.apiserver.kinds.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.pod.SchedulingRules;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.InternalForm;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The rules of what schedulers and drivers report on a claim. */
final class ClaimStatusRules {
  private static final int MAX_USERS = 256;
  private static final int MAX_RESULTS = 32;

  private ClaimStatusRules() {}

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
    var allocated = new TreeSet<String>();
    for (JsonNode result : allocation.node().at("/devices/results")) {
      allocated.add(id(result));
    }
    DeviceRules.set(
        devices,
        -1,
        device -> {
          DeviceRules.driverName(device.get("driver"));
          DeviceRules.poolName(device.get("pool"));
          DeviceRules.label(device.get("device"));
          if (!allocated.contains(id(device.node()))) {
            device.invalid(id(device.node()), "must be an allocated device in the claim");
          }
          if (device.has("data")) {
            DeviceRules.raw(device.get("data"), 10 * 1024);
          }
        },
        device -> id(device.node()));
  }

  private static String id(JsonNode device) {
    String share = device.path("shareID").asText("");
    return device.path("driver").asText("")
        + "/"
        + device.path("pool").asText("")
        + "/"
        + device.path("device").asText("")
        + (share.isEmpty() ? "" : "/" + share);
  }
}
