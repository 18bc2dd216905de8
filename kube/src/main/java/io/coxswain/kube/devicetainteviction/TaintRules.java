package io.coxswain.kube.devicetainteviction;

import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRuleBuilder;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintSelector;
import org.jspecify.annotations.Nullable;

/** Reads DeviceTaintRules. */
final class TaintRules {
  private TaintRules() {}

  static String effect(DeviceTaintRule rule) {
    String effect = rule.getSpec().getTaint().getEffect();
    return effect == null ? "" : effect;
  }

  static boolean evicts(DeviceTaintRule rule) {
    return effect(rule).equals(TrackedTaint.NO_EXECUTE);
  }

  /** The rule as it would be with the effect NoExecute. */
  static DeviceTaintRule evicting(DeviceTaintRule rule) {
    return new DeviceTaintRuleBuilder(rule)
        .editSpec()
        .editTaint()
        .withEffect(TrackedTaint.NO_EXECUTE)
        .endTaint()
        .endSpec()
        .build();
  }

  /** A rule without a selector selects nothing, an empty selector selects everything. */
  static boolean selects(
      DeviceTaintRule rule,
      @Nullable String driver,
      @Nullable String pool,
      @Nullable String device) {
    DeviceTaintSelector selector = rule.getSpec().getDeviceSelector();
    return selector != null
        && fits(selector.getDriver(), driver)
        && fits(selector.getPool(), pool)
        && fits(selector.getDevice(), device);
  }

  private static boolean fits(@Nullable String wanted, @Nullable String name) {
    return wanted == null || wanted.equals(name);
  }
}
