package io.coxswain.kube.devicetainteviction;

import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A NoExecute taint of an allocated device, and where it comes from.
 *
 * @param added the time from which it counts; null if the server did not set one
 * @param rule its rule; null for a taint of a ResourceSlice
 * @param place the device and the index of the taint in its ResourceSlice; empty for a rule
 */
record TrackedTaint(
    @Nullable String key,
    @Nullable String value,
    @Nullable Instant added,
    @Nullable DeviceTaintRule rule,
    String place) {
  static final String NO_EXECUTE = "NoExecute";

  static TrackedTaint of(DeviceTaintRule rule) {
    var taint = rule.getSpec().getTaint();
    return new TrackedTaint(taint.getKey(), taint.getValue(), time(taint.getTimeAdded()), rule, "");
  }

  static @Nullable Instant time(@Nullable String text) {
    return Timestamps.parse(text).orElse(null);
  }

  Optional<DeviceTaintRule> findRule() {
    return Optional.ofNullable(rule);
  }

  /** Only tolerations that name the effect count, as upstream. */
  boolean isToleratedBy(DeviceToleration toleration) {
    if (!NO_EXECUTE.equals(toleration.getEffect())) {
      return false;
    }
    String wanted = text(toleration.getKey());
    if (!wanted.isEmpty() && !wanted.equals(text(key))) {
      return false;
    }
    return switch (text(toleration.getOperator())) {
      case "", "Equal" -> text(toleration.getValue()).equals(text(value));
      case "Exists" -> true;
      default -> false;
    };
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** As upstream logs it. */
  @Override
  public String toString() {
    return rule == null ? place : "DeviceTaintRule " + rule.getMetadata().getName();
  }
}
