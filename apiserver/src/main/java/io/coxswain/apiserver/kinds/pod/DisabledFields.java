package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import java.util.List;

/** Fields of features that are disabled by default: upstream drops them from writes. */
public final class DisabledFields {
  private DisabledFields() {}

  /** Those of a status, unless they have been stored already. */
  static void dropFromStatus(ObjectNode status, JsonNode before) {
    if (!before.has("extendedResourceClaimStatus")) {
      status.remove("extendedResourceClaimStatus");
    }
    for (String list :
        List.of("containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses")) {
      if (before.path(list).findValue("allocatedResourcesStatus") == null) {
        Meta.objects(status.path(list)).forEach(each -> each.remove("allocatedResourcesStatus"));
      }
    }
  }

  public static void drop(ObjectNode spec) {
    spec.remove("workloadRef");
    for (ObjectNode volume : Meta.objects(spec.path("volumes"))) {
      for (ObjectNode source : Meta.objects(Meta.at(volume, "/projected/sources"))) {
        source.remove(List.of("clusterTrustBundle", "podCertificate"));
      }
    }
    for (String list : PodSpecs.CONTAINER_LISTS) {
      for (ObjectNode container : Meta.objects(spec.path(list))) {
        if (container.get("lifecycle") instanceof ObjectNode lifecycle) {
          lifecycle.remove("stopSignal");
        }
      }
    }
  }
}
