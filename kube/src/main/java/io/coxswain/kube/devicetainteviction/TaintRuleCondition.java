package io.coxswain.kube.devicetainteviction;

import io.coxswain.api.Conditions;
import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The condition {@code EvictionInProgress} of a DeviceTaintRule, in upstream's words. */
final class TaintRuleCondition {
  static final String TYPE = "EvictionInProgress";

  /** The shortest time between two changes of the condition of an unchanged rule. */
  static final Duration PERIOD = Duration.ofSeconds(10);

  private static final Pattern EVICTED =
      Pattern.compile("(\\d{1,18}) pods? evicted since starting the controller\\.$");

  private TaintRuleCondition() {}

  static Optional<Condition> find(DeviceTaintRule rule) {
    return rule.getStatus() == null
        ? Optional.empty()
        : Conditions.META.find(rule.getStatus().getConditions(), TYPE);
  }

  /** Whether the condition is about the current spec of the rule. */
  static boolean isCurrent(DeviceTaintRule rule) {
    return find(rule)
        .filter(c -> Objects.equals(c.getObservedGeneration(), rule.getMetadata().getGeneration()))
        .isPresent();
  }

  /** The number of evicted pods that the condition reports. */
  static long evictedPods(DeviceTaintRule rule) {
    Matcher matcher = EVICTED.matcher(find(rule).map(Condition::getMessage).orElse(""));
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  /** For the effect NoExecute. */
  static Condition evicting(DeviceTaintRule rule, ClaimedDevices.Impact pending, long evicted) {
    if (pending.pods() > 0) {
      String message =
          number(pending.pods(), "pod needs", "pods need")
              + " to be evicted in "
              + namespaces(pending)
              + ".";
      return condition(rule, true, "PodsPendingEviction", message, evicted);
    }
    return condition(rule, false, evicted > 0 ? "Completed" : "NotStarted", "", evicted);
  }

  /** For the effect None. */
  static Condition simulated(
      DeviceTaintRule rule,
      ClaimedDevices.Selected devices,
      ClaimedDevices.Impact impact,
      long evicted) {
    String message =
        number(devices.published(), "published device", "published devices")
            + " selected. "
            + number(devices.allocated(), "allocated device", "allocated devices")
            + " selected. "
            + number(impact.pods(), "pod", "pods")
            + " would be evicted in "
            + namespaces(impact)
            + " if the effect was NoExecute. This information will not be updated again. Recreate"
            + " the DeviceTaintRule to trigger an update.";
    return condition(rule, false, "NoEffect", message, evicted);
  }

  /** For other effects. */
  static Condition other(DeviceTaintRule rule, long evicted) {
    String message = "Eviction only happens for the NoExecute effect.";
    return condition(rule, false, "OtherEffect", message, evicted);
  }

  private static String namespaces(ClaimedDevices.Impact impact) {
    return number(impact.namespaces(), "namespace", "different namespaces");
  }

  private static String number(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  private static Condition condition(
      DeviceTaintRule rule, boolean status, String reason, String message, long evicted) {
    String more =
        evicted == 0
            ? ""
            : number(evicted, "pod", "pods") + " evicted since starting the controller.";
    return new ConditionBuilder()
        .withType(TYPE)
        .withStatus(status ? "True" : "False")
        .withReason(reason)
        .withMessage(message.isEmpty() || more.isEmpty() ? message + more : message + " " + more)
        .withObservedGeneration(rule.getMetadata().getGeneration())
        .build();
  }

  /** Whether the rule has this condition, whenever it was set. */
  static boolean has(DeviceTaintRule rule, Condition condition) {
    return find(rule)
        .map(c -> new ConditionBuilder(c).withLastTransitionTime(null).build())
        .filter(condition::equals)
        .isPresent();
  }

  /** The condition with the time of its last transition: now, unless the status stays. */
  static Condition timed(DeviceTaintRule rule, Condition condition, Instant now) {
    String time =
        find(rule)
            .filter(c -> condition.getStatus().equals(c.getStatus()))
            .map(Condition::getLastTransitionTime)
            .orElseGet(() -> Timestamps.format(now));
    return new ConditionBuilder(condition).withLastTransitionTime(time).build();
  }
}
