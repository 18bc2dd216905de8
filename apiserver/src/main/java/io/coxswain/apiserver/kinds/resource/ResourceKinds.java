package io.coxswain.apiserver.kinds.resource;

import static io.coxswain.apiserver.kinds.KindBuilder.cluster;
import static io.coxswain.apiserver.kinds.KindBuilder.namespaced;

import io.coxswain.apiserver.kinds.Generation;
import io.coxswain.apiserver.kinds.KindBuilder;
import io.coxswain.apiserver.kinds.RuledStrategy;
import java.util.List;

/** The table of dynamic resource allocation kinds. */
public final class ResourceKinds {
  private static final String GROUP = "resource.k8s.io";

  private ResourceKinds() {}

  public static List<KindBuilder> all() {
    return List.of(
        cluster(GROUP, "v1", "DeviceClass", "deviceclasses")
            .generation(Generation.SPEC)
            .createdByPut()
            .strategy(
                RuledStrategy.of(DeviceRules::classDefaults)
                    .preparation(DisabledDeviceFields::dropFromClass)
                    .rules(DeviceRules::deviceClass)),
        namespaced(GROUP, "v1", "ResourceClaim", "resourceclaims")
            .status()
            .returnedByDelete()
            .unownedByStatus("spec", "metadata")
            .strategy(new ResourceClaimStrategy()),
        namespaced(GROUP, "v1", "ResourceClaimTemplate", "resourceclaimtemplates")
            .returnedByDelete()
            .strategy(new ClaimTemplateStrategy()),
        cluster(GROUP, "v1", "ResourceSlice", "resourceslices")
            .generation(Generation.SPEC)
            .createdByPut()
            .strategy(new SliceStrategy()));
  }
}
