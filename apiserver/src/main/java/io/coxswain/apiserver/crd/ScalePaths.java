package io.coxswain.apiserver.crd;

/**
 * The JSON paths of the scale subresource of a custom kind.
 *
 * @param labelSelector empty if there is none
 */
public record ScalePaths(String specReplicas, String statusReplicas, String labelSelector) {}
