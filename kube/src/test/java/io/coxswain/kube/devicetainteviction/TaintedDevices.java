package io.coxswain.kube.devicetainteviction;

import static io.coxswain.kube.Cluster.key;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.spi.ApiFeatures;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTolerationBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReferenceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule;
import java.util.List;

/** A cluster whose pods use the device gpu-0 of the pool n. */
public final class TaintedDevices {
  private static final String DRIVER = "gpu.example.com";

  private TaintedDevices() {}

  /** A server with taints of devices and DeviceTaintRules. */
  public static ApiServerOptions server() {
    return ApiServerOptions.plain()
        .withFeatures(
            ApiFeatures.DEFAULT
                .with("resource.k8s.io/v1alpha3", ApiFeatures.DEVICE_TAINTS)
                .with("resource.k8s.io/v1alpha3", ApiFeatures.DEVICE_TAINT_RULES));
  }

  static Simulation with(String name, Cluster.Script script) {
    return with(name, true, script);
  }

  static Simulation with(String name, boolean rules, Cluster.Script script) {
    return Cluster.with(
            name,
            m ->
                DeviceTaintEvictionController.register(m, new DeviceTaintEvictionOptions(rules, 8)),
            script)
        .server(server());
  }

  public static void slice(Cluster cluster, String pool, String... devices) throws ApiException {
    slice(cluster, pool, 1, "[]", devices);
  }

  static void slice(Cluster cluster, String pool, int generation, String taints, String... devices)
      throws ApiException {
    var all = new StringBuilder();
    for (String device : devices) {
      all.append("{name: %s, taints: %s},".formatted(device, taints));
    }
    cluster.create(
        ResourceSlice.class,
        """
        metadata: {name: %s-%d}
        spec:
          driver: %s
          nodeName: n
          pool: {name: %s, generation: %d, resourceSliceCount: 1}
          devices: [%s]
        """
            .formatted(pool, generation, DRIVER, pool, generation, all));
  }

  /** Replaces the taints of the first device of the pool's slice, by keys. */
  static void taint(Cluster cluster, String... keys) throws ApiException {
    List<DeviceTaint> taints =
        List.of(keys).stream()
            .map(k -> new DeviceTaintBuilder().withKey(k).withEffect("NoExecute").build())
            .toList();
    cluster
        .world()
        .objects()
        .edit(
            ResourceSlice.class,
            ObjectKey.of("n-1"),
            slice -> slice.getSpec().getDevices().getFirst().setTaints(taints));
  }

  /**
   * A bound pod with a claim of its name, which is allocated to gpu-0 and reserved for it.
   *
   * @param toleration of the key k: empty for none, {@code forever}, or {@code tolerationSeconds:
   *     N}
   */
  public static Pod user(Cluster cluster, String name, String toleration) throws ApiException {
    cluster.create(
        ResourceClaim.class,
        """
        metadata: {name: %s}
        spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
        """
            .formatted(name));
    Pod pod =
        cluster.create(
            Pod.class,
            """
            metadata: {name: %s}
            spec:
              nodeName: n
              containers: [{name: c, image: x}]
              resourceClaims: [{name: gpu, resourceClaimName: %s}]
            """
                .formatted(name, name));
    ResourceClaim claim = cluster.world().objects().fetch(ResourceClaim.class, key(name));
    var status = new ResourceClaimStatus();
    var allocation =
        new AllocationResultBuilder()
            .withNewDevices()
            .addNewResult()
            .withRequest("gpu")
            .withDriver(DRIVER)
            .withPool("n")
            .withDevice("gpu-0")
            .endResult()
            .endDevices()
            .build();
    if (!toleration.isEmpty()) {
      var one = new DeviceTolerationBuilder().withKey("k").withOperator("Exists");
      one.withEffect("NoExecute");
      if (toleration.startsWith("tolerationSeconds: ")) {
        one.withTolerationSeconds(Long.valueOf(toleration.substring(19)));
      }
      allocation.getDevices().getResults().getFirst().setTolerations(List.of(one.build()));
    }
    status.setAllocation(allocation);
    status.setReservedFor(
        List.of(
            new ResourceClaimConsumerReferenceBuilder()
                .withResource("pods")
                .withName(name)
                .withUid(pod.getMetadata().getUid())
                .build()));
    claim.setStatus(status);
    cluster.world().objects().updateStatus(claim);
    return pod;
  }

  /** A rule with the key k for all devices of the driver. */
  public static void rule(Cluster cluster, String name, String effect) throws ApiException {
    cluster.create(
        DeviceTaintRule.class,
        """
        metadata: {name: %s}
        spec: {deviceSelector: {driver: %s}, taint: {key: k, effect: %s}}
        """
            .formatted(name, DRIVER, effect));
  }

  /** Status, reason and message of the condition of a rule; empty if it has none. */
  public static String condition(Cluster cluster, String rule) throws ApiException {
    return TaintRuleCondition.find(
            cluster.world().objects().fetch(DeviceTaintRule.class, ObjectKey.of(rule)))
        .map(c -> c.getStatus() + " " + c.getReason() + " " + c.getMessage())
        .orElse("");
  }
}
