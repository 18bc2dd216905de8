package io.coxswain.apiserver.kinds.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import java.util.List;

/** Fields of device features that are disabled by default: upstream drops them from writes. */
final class DisabledDeviceFields {
  private static final List<String> REQUEST = List.of("tolerations", "capacity");
  private static final List<String> DEVICE =
      List.of(
          "taints",
          "consumesCounters",
          "nodeName",
          "nodeSelector",
          "allNodes",
          "bindsToNode",
          "bindingConditions",
          "bindingFailureConditions",
          "allowMultipleAllocations");

  private DisabledDeviceFields() {}

  static void dropFromClaim(JsonNode devices) {
    for (ObjectNode request : Meta.objects(devices.path("requests"))) {
      if (request.get("exactly") instanceof ObjectNode exactly) {
        exactly.remove(REQUEST);
      }
      Meta.objects(request.path("firstAvailable")).forEach(choice -> choice.remove(REQUEST));
    }
    Meta.objects(devices.path("constraints")).forEach(each -> each.remove("distinctAttribute"));
  }

  static void dropFromSlice(ObjectNode slice) {
    ObjectNode spec = Meta.child(slice, "spec");
    spec.remove(List.of("sharedCounters", "perDeviceNodeSelection"));
    for (ObjectNode device : Meta.objects(spec.path("devices"))) {
      device.remove(DEVICE);
      for (JsonNode capacity : device.path("capacity")) {
        if (capacity instanceof ObjectNode amount) {
          amount.remove("requestPolicy");
        }
      }
    }
  }

  static void dropFromClass(ObjectNode deviceClass) {
    Meta.child(deviceClass, "spec").remove("extendedResourceName");
  }
}
