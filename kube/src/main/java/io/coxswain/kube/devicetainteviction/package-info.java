/**
 * The device taint eviction controller: deletes pods that use tainted devices which their claims do
 * not tolerate, and reports in the status of each DeviceTaintRule how far the eviction is.
 *
 * <p>A device has the NoExecute taints of its ResourceSlice, of the newest generation of its pool,
 * and those of the DeviceTaintRules that select it. A pod is evicted when the first of these taints
 * is no longer tolerated by a claim that is allocated to the device and reserved for the pod: the
 * time at which the taint was added, plus the shortest toleration. Only tolerations with the effect
 * NoExecute count. {@link io.coxswain.kube.devicetainteviction.DeviceEviction} decides this from
 * plain objects; nothing is remembered between reconciles but which evictions were announced and
 * how many pods each rule has evicted.
 *
 * <p>The condition {@code EvictionInProgress} of a rule changes at most every 10 seconds, except
 * after a change of its spec. For the effect None it is set once, and reports what NoExecute would
 * do.
 *
 * <p>Without the feature gate DRADeviceTaintRules, or where the server does not serve
 * DeviceTaintRules, only the taints of ResourceSlices count. Other effects are the scheduler's
 * business.
 *
 * <p>Entry: {@link io.coxswain.kube.devicetainteviction.DeviceTaintEvictionController}.
 */
@NullMarked
package io.coxswain.kube.devicetainteviction;

import org.jspecify.annotations.NullMarked;
