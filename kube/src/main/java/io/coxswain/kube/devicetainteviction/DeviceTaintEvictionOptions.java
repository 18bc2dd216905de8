package io.coxswain.kube.devicetainteviction;

/**
 * Options of the device taint eviction controller.
 *
 * @param rules whether DeviceTaintRules count
 * @param workers concurrent evictions and status updates
 */
public record DeviceTaintEvictionOptions(boolean rules, int workers) {}
