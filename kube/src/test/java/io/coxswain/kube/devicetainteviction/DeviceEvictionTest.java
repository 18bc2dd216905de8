package io.coxswain.kube.devicetainteviction;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTolerationBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRuleBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceEvictionTest {
  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

  private static ResourceClaim claim(DeviceToleration... tolerations) {
    return new ResourceClaimBuilder()
        .withNewStatus()
        .withNewAllocation()
        .withNewDevices()
        .addNewResult()
        .withDriver("d")
        .withPool("p")
        .withDevice("gpu-0")
        .withTolerations(tolerations)
        .endResult()
        .endDevices()
        .endAllocation()
        .endStatus()
        .build();
  }

  private static Map<String, DevicePool> pool(ResourceSlice... slices) {
    return Map.of("d/p", new DevicePool(List.of(slices)));
  }

  private static ResourceSlice slice(long generation, String effect, String... keys) {
    var device = new ResourceSliceBuilder().withNewMetadata().withName("s").endMetadata();
    var taints =
        List.of(keys).stream()
            .map(
                key ->
                    new io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintBuilder()
                        .withKey(key)
                        .withEffect(effect)
                        .withTimeAdded("2026-01-01T00:00:00Z")
                        .build())
            .toList();
    return device
        .withNewSpec()
        .withDriver("d")
        .withNewPool()
        .withName("p")
        .withGeneration(generation)
        .endPool()
        .addNewDevice()
        .withName("gpu-0")
        .withTaints(taints)
        .endDevice()
        .endSpec()
        .build();
  }

  private static DeviceTaintRule rule(String device, String added) {
    return new DeviceTaintRuleBuilder()
        .withNewMetadata()
        .withName("r")
        .endMetadata()
        .withNewSpec()
        .withNewDeviceSelector()
        .withDevice(device)
        .endDeviceSelector()
        .withNewTaint()
        .withKey("k")
        .withEffect("NoExecute")
        .withTimeAdded(added)
        .endTaint()
        .endSpec()
        .build();
  }

  private static DeviceToleration toleration(
      String key, String operator, String value, String effect, Long seconds) {
    return new DeviceTolerationBuilder()
        .withKey(key)
        .withOperator(operator)
        .withValue(value)
        .withEffect(effect)
        .withTolerationSeconds(seconds)
        .build();
  }

  private static Optional<Instant> when(ResourceClaim claim, ResourceSlice... slices) {
    return DeviceEviction.of(claim, pool(slices), List.of()).map(DeviceEviction::when);
  }

  @ParameterizedTest(name = "{0} {1} {2} {3} {4}: evicted after {5}")
  @CsvSource({
    "k, Exists, '', NoExecute, , never",
    "k, Exists, '', NoExecute, 30, 30",
    "k, Exists, '', NoExecute, -5, 0",
    "'', Exists, '', NoExecute, , never",
    "k, Equal, '', NoExecute, , never",
    "k, Equal, x, NoExecute, , 0",
    "k, '', '', NoExecute, , never",
    "k, Near, '', NoExecute, , 0",
    "j, Exists, '', NoExecute, , 0",
    // Upstream accepts only tolerations that name the effect.
    "k, Exists, '', '', , 0",
    "k, Exists, '', NoSchedule, , 0"
  })
  void appliesTolerations(
      String key, String operator, String value, String effect, Long seconds, String after) {
    Optional<Instant> when =
        when(claim(toleration(key, operator, value, effect, seconds)), slice(1, "NoExecute", "k"));

    assertThat(when)
        .isEqualTo(
            after.equals("never")
                ? Optional.empty()
                : Optional.of(TIME.plusSeconds(Long.parseLong(after))));
  }

  @Test
  void takesTheShortestTolerationOfATaintAndTheFirstTaint() {
    DeviceToleration brief = toleration("k", "Exists", "", "NoExecute", 10L);
    DeviceToleration other = toleration("k", "Exists", "", "NoExecute", 20L);
    DeviceToleration second = toleration("l", "Exists", "", "NoExecute", 5L);

    assertThat(when(claim(other, brief), slice(1, "NoExecute", "k")))
        .contains(TIME.plusSeconds(10));
    assertThat(when(claim(other, brief, second), slice(1, "NoExecute", "k", "l")))
        .contains(TIME.plusSeconds(5));
    assertThat(when(claim(other, brief, second), slice(1, "NoExecute", "k", "m"))).contains(TIME);
  }

  @Test
  void survivesTheLongestToleration() {
    DeviceToleration longest = toleration("k", "Exists", "", "NoExecute", Long.MAX_VALUE);

    assertThat(when(claim(longest), slice(1, "NoExecute", "k")))
        .hasValueSatisfying(time -> assertThat(time).isAfter(TIME.plusSeconds(1L << 40)));
  }

  @Test
  void ignoresOtherEffectsAndOldGenerations() {
    assertThat(when(claim(), slice(1, "NoSchedule", "k"))).isEmpty();
    assertThat(when(claim(), slice(1, "NoExecute", "k"), slice(2, "NoExecute"))).isEmpty();
    assertThat(when(claim(), slice(2, "NoExecute", "k"), slice(1, "NoExecute"))).contains(TIME);
  }

  @Test
  void joinsTheTaintsOfRulesAndSlices() {
    Optional<DeviceEviction> eviction =
        DeviceEviction.of(
            claim(),
            pool(slice(1, "NoExecute", "k")),
            List.of(rule("gpu-0", "2025-12-31T23:00:00Z"), rule("gpu-1", "2020-01-01T00:00:00Z")));

    assertThat(eviction)
        .hasValueSatisfying(
            e -> {
              assertThat(e.when()).isEqualTo(Instant.parse("2025-12-31T23:00:00Z"));
              assertThat(e.reason())
                  .isEqualTo("DeviceTaintRule r, ResourceSlice s d/p/gpu-0 taint #0");
              assertThat(e.rules()).hasSize(1);
            });
  }

  @Test
  void selectsNothingWithoutASelector() {
    DeviceTaintRule rule = rule("gpu-0", "2026-01-01T00:00:00Z");
    rule.getSpec().setDeviceSelector(null);

    assertThat(DeviceEviction.of(claim(), Map.of(), List.of(rule))).isEmpty();
  }
}
