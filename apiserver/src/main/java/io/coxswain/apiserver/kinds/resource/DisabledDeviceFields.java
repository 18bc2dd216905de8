package io.coxswain.apiserver.kinds.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Fields of device features that are disabled: they are dropped from writes. Taints and tolerations
 * can be enabled; if they are not, an object that has some may keep them.
 */
final class DisabledDeviceFields {
  private static final String TOLERATIONS = "tolerations";
  private static final String TAINTS = "taints";
  private static final List<String> DEVICE =
      List.of(
          "consumesCounters",
          "nodeName",
          "nodeSelector",
          "allNodes",
          "bindsToNode",
          "bindingConditions",
          "bindingFailureConditions",
          "allowMultipleAllocations");

  private final boolean taints;

  /**
   * @param taints whether taints and tolerations are enabled
   */
  DisabledDeviceFields(boolean taints) {
    this.taints = taints;
  }

  /**
   * @param before the devices of the claim as it is stored; missing for a new one
   */
  void dropFromClaim(JsonNode devices, JsonNode before) {
    boolean keepTolerations =
        taints || choices(before).anyMatch(c -> !c.path(TOLERATIONS).isEmpty());
    choices(devices)
        .forEach(
            choice -> {
              choice.remove("capacity");
              if (!keepTolerations) {
                choice.remove(TOLERATIONS);
              }
            });
    Meta.objects(devices.path("constraints")).forEach(each -> each.remove("distinctAttribute"));
  }

  /** The requests for exact devices and the alternatives of the others. */
  private static Stream<ObjectNode> choices(JsonNode devices) {
    var choices = new ArrayList<ObjectNode>();
    for (ObjectNode request : Meta.objects(devices.path("requests"))) {
      if (request.get("exactly") instanceof ObjectNode exactly) {
        choices.add(exactly);
      }
      Meta.objects(request.path("firstAvailable")).forEach(choices::add);
    }
    return choices.stream();
  }

  /**
   * @param before the slice as it is stored; missing for a new one
   */
  void dropFromSlice(ObjectNode slice, JsonNode before) {
    boolean keepTaints = taints || hasTaints(before.at("/spec/devices"));
    ObjectNode spec = Meta.child(slice, "spec");
    spec.remove(List.of("sharedCounters", "perDeviceNodeSelection"));
    for (ObjectNode device : Meta.objects(spec.path("devices"))) {
      device.remove(DEVICE);
      if (!keepTaints) {
        device.remove(TAINTS);
      }
      for (JsonNode capacity : device.path("capacity")) {
        if (capacity instanceof ObjectNode amount) {
          amount.remove("requestPolicy");
        }
      }
    }
  }

  private static boolean hasTaints(JsonNode devices) {
    for (JsonNode device : devices) {
      if (!device.path(TAINTS).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  static void dropFromClass(ObjectNode deviceClass) {
    Meta.child(deviceClass, "spec").remove("extendedResourceName");
  }
}
