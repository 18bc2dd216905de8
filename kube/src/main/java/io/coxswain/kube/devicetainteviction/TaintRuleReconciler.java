package io.coxswain.kube.devicetainteviction;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRuleBuilder;
import java.time.Duration;
import java.util.Optional;

/** Reports in the status of a rule how far its eviction is. */
final class TaintRuleReconciler implements Reconciler<ObjectKey> {
  private final Client client;
  private final ClaimedDevices devices;
  private final RuleProgress progress;

  TaintRuleReconciler(Client client, ClaimedDevices devices, RuleProgress progress) {
    this.client = client;
    this.devices = devices;
    this.progress = progress;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<DeviceTaintRule> seen = client.get(DeviceTaintRule.class, key);
    if (seen.isEmpty()) {
      progress.forget(key.name());
      return Outcome.done();
    }
    DeviceTaintRule rule = seen.get();
    if (TaintRuleCondition.isCurrent(rule)) {
      if (!TaintRules.evicts(rule)) {
        return Outcome.done();
      }
      Duration wait = progress.untilWrite(rule, pass.now());
      if (wait.isPositive()) {
        return Outcome.after(wait);
      }
    }
    Condition condition = condition(rule);
    if (!TaintRuleCondition.has(rule, condition)) {
      apply(rule, TaintRuleCondition.timed(rule, condition, pass.now()));
      progress.wrote(rule, pass.now());
    }
    return Outcome.done();
  }

  private Condition condition(DeviceTaintRule rule) throws ApiException {
    long number = progress.evicted(rule);
    return switch (TaintRules.effect(rule)) {
      case TrackedTaint.NO_EXECUTE ->
          TaintRuleCondition.evicting(rule, devices.impact(rule), number);
      case "None" ->
          TaintRuleCondition.simulated(rule, devices.selected(rule), devices.impact(rule), number);
      default -> TaintRuleCondition.other(rule, number);
    };
  }

  private void apply(DeviceTaintRule rule, Condition condition) throws ApiException {
    client.applyStatus(
        new DeviceTaintRuleBuilder()
            .withNewMetadata()
            .withName(rule.getMetadata().getName())
            .withUid(rule.getMetadata().getUid()) // another rule with the same name has its own
            .endMetadata()
            .withNewStatus()
            .withConditions(condition)
            .endStatus()
            .build());
  }
}
