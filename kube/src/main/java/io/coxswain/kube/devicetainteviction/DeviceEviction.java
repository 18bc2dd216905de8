package io.coxswain.kube.devicetainteviction;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * That the users of claims must be evicted: when, and because of which taints.
 *
 * @param reasons the taints that are not tolerated forever: those of rules by name, then those of
 *     slices by device
 */
record DeviceEviction(Instant when, List<TrackedTaint> reasons) {

  /**
   * The eviction of the users of a claim; empty if it tolerates all taints of its devices.
   *
   * @param pools the pools of its devices, by id
   * @param rules the rules with the effect NoExecute
   */
  static Optional<DeviceEviction> of(
      ResourceClaim claim, Map<String, DevicePool> pools, List<DeviceTaintRule> rules) {
    Optional<DeviceEviction> all = Optional.empty();
    for (DeviceRequestAllocationResult allocated : Allocations.results(claim)) {
      for (TrackedTaint taint : taints(allocated, pools, rules)) {
        Optional<Instant> when = toleratedUntil(taint, allocated);
        if (when.isPresent()) {
          var one = new DeviceEviction(when.get(), List.of(taint));
          all = Optional.of(all.isEmpty() ? one : all.get().and(one));
        }
      }
    }
    return all;
  }

  private static List<TrackedTaint> taints(
      DeviceRequestAllocationResult allocated,
      Map<String, DevicePool> pools,
      List<DeviceTaintRule> rules) {
    var taints = new ArrayList<TrackedTaint>();
    DevicePool pool = pools.get(DevicePool.id(allocated.getDriver(), allocated.getPool()));
    if (pool != null) {
      taints.addAll(pool.taints(allocated.getDevice()));
    }
    for (DeviceTaintRule rule : rules) {
      if (TaintRules.selects(
          rule, allocated.getDriver(), allocated.getPool(), allocated.getDevice())) {
        taints.add(TrackedTaint.of(rule));
      }
    }
    return taints;
  }

  /** Empty if it is tolerated forever, or has no time since when it counts. */
  private static Optional<Instant> toleratedUntil(
      TrackedTaint taint, DeviceRequestAllocationResult allocated) {
    long seconds = Long.MAX_VALUE;
    boolean isTolerated = false;
    for (DeviceToleration toleration :
        Objects.requireNonNullElse(allocated.getTolerations(), List.<DeviceToleration>of())) {
      if (taint.isToleratedBy(toleration)) {
        if (toleration.getTolerationSeconds() == null) {
          return Optional.empty();
        }
        seconds = Math.min(seconds, Math.max(0, toleration.getTolerationSeconds()));
        isTolerated = true;
      }
    }
    Optional<Instant> added = Optional.ofNullable(taint.added());
    if (!isTolerated) {
      return added;
    }
    long tolerated = seconds;
    return added.map(time -> later(time, tolerated));
  }

  private static Instant later(Instant time, long seconds) {
    long limit = Instant.MAX.getEpochSecond() - time.getEpochSecond() - 1;
    return time.plusSeconds(Math.min(seconds, limit));
  }

  /** Both: the earlier time, and all reasons. */
  DeviceEviction and(DeviceEviction other) {
    var both = new ArrayList<>(reasons);
    other.reasons.stream().filter(reason -> !isAmong(reason, both)).forEach(both::add);
    both.sort(DeviceEviction::order);
    return new DeviceEviction(when.isBefore(other.when) ? when : other.when, List.copyOf(both));
  }

  private static boolean isAmong(TrackedTaint reason, List<TrackedTaint> all) {
    return all.stream().anyMatch(each -> order(each, reason) == 0);
  }

  private static int order(TrackedTaint one, TrackedTaint other) {
    int rulesFirst = Boolean.compare(one.rule() == null, other.rule() == null);
    return rulesFirst != 0 ? rulesFirst : one.toString().compareTo(other.toString());
  }

  /** The rules among the reasons. */
  List<DeviceTaintRule> rules() {
    return reasons.stream().flatMap(reason -> reason.findRule().stream()).toList();
  }

  String reason() {
    return reasons.stream().map(TrackedTaint::toString).collect(Collectors.joining(", "));
  }
}
