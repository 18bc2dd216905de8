package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import java.util.List;

/** Fields of features that are off by default: upstream takes them out of what is written. */
public final class DisabledFields {
  private DisabledFields() {}

  public static void drop(ObjectNode spec) {
    spec.remove("workloadRef");
    for (ObjectNode volume : Meta.objects(spec.path("volumes"))) {
      for (ObjectNode source : Meta.objects(volume.at("/projected/sources"))) {
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
