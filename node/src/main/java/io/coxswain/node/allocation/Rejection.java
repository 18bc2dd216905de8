package io.coxswain.node.allocation;

/**
 * Why a node does not admit a pod.
 *
 * @param reason as in the status of the failed pod
 */
public record Rejection(String reason, String message) {}
