package io.coxswain.apiserver.crd;

/**
 * Where a custom kind keeps what the scale subresource shows.
 *
 * @param labelSelector empty if it has none
 */
public record ScalePaths(String specReplicas, String statusReplicas, String labelSelector) {}
