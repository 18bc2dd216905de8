package io.coxswain.apiserver.kinds.resource;

import static io.coxswain.apiserver.kinds.KindBuilder.cluster;
import static io.coxswain.apiserver.kinds.KindBuilder.namespaced;

import io.coxswain.apiserver.kinds.Generation;
import io.coxswain.apiserver.kinds.KindBuilder;
import io.coxswain.apiserver.kinds.RuledStrategy;
import io.coxswain.apiserver.spi.ApiFeatures;
import java.util.List;

/** The table of dynamic resource allocation kinds. */
public final class ResourceKinds {
  private static final String GROUP = "resource.k8s.io";

  private ResourceKinds() {}

  /** The kinds that are served only with their version. */
  public static List<KindBuilder> optional(ApiFeatures features) {
    if (!features.serves(GROUP + "/v1alpha3")) {
      return List.of();
    }
    return List.of(
        cluster(GROUP, "v1alpha3", "DeviceTaintRule", "devicetaintrules")
            .status()
            .generation(Generation.SPEC)
            .unownedByStatus("spec", "metadata")
            .strategy(new TaintRuleStrategy()));
  }

  public static List<KindBuilder> all(ApiFeatures features) {
    var disabled = new DisabledDeviceFields(features.has(ApiFeatures.DEVICE_TAINTS));
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
            .strategy(new ResourceClaimStrategy(disabled)),
        namespaced(GROUP, "v1", "ResourceClaimTemplate", "resourceclaimtemplates")
            .returnedByDelete()
            .strategy(new ClaimTemplateStrategy(disabled)),
        cluster(GROUP, "v1", "ResourceSlice", "resourceslices")
            .generation(Generation.SPEC)
            .createdByPut()
            .strategy(new SliceStrategy(disabled)));
  }
}
