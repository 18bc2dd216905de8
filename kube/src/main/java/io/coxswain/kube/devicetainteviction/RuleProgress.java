package io.coxswain.kube.devicetainteviction;

import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many pods were evicted because of each rule, and when its condition was last written. The
 * number continues from the one in the condition, so that a restart changes nothing. Bounded by the
 * number of rules.
 */
final class RuleProgress {
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, Progress> byRule = new TreeMap<>();

  private record Progress(String uid, long evicted, Instant written) {}

  long evicted(DeviceTaintRule rule) {
    lock.lock();
    try {
      return of(rule).evicted;
    } finally {
      lock.unlock();
    }
  }

  void countEviction(DeviceTaintRule rule) {
    lock.lock();
    try {
      Progress before = of(rule);
      put(rule, new Progress(before.uid, before.evicted + 1, before.written));
    } finally {
      lock.unlock();
    }
  }

  void wrote(DeviceTaintRule rule, Instant now) {
    lock.lock();
    try {
      Progress before = of(rule);
      put(rule, new Progress(before.uid, before.evicted, now));
    } finally {
      lock.unlock();
    }
  }

  /** How long the condition of the rule must not be written again; zero or less if it may. */
  Duration untilWrite(DeviceTaintRule rule, Instant now) {
    lock.lock();
    try {
      return Duration.between(now, of(rule).written.plus(TaintRuleCondition.PERIOD));
    } finally {
      lock.unlock();
    }
  }

  void forget(String rule) {
    lock.lock();
    try {
      byRule.remove(rule);
    } finally {
      lock.unlock();
    }
  }

  private Progress of(DeviceTaintRule rule) {
    String uid = rule.getMetadata().getUid();
    Progress known = byRule.get(rule.getMetadata().getName());
    if (known != null && known.uid.equals(uid)) {
      return known;
    }
    var begun = new Progress(uid, TaintRuleCondition.evictedPods(rule), Instant.EPOCH);
    put(rule, begun);
    return begun;
  }

  private void put(DeviceTaintRule rule, Progress progress) {
    byRule.put(rule.getMetadata().getName(), progress);
  }
}
