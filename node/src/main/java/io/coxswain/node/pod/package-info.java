/**
 * The life of a pod as a node sees it, whatever its containers are.
 *
 * <p>{@link io.coxswain.node.pod.PodLife} is what is known of a pod's containers; {@link
 * io.coxswain.node.pod.PodPlan} says what to start, stop or delete next, and {@link
 * io.coxswain.node.pod.PodStatuses} what the status says, in a kubelet's words: phases, conditions,
 * container states, reasons. All of it is pure: process nodes and simulated nodes differ only in
 * what a container is.
 *
 * <p>Init containers run one after another; sidecars among them stay, and let the next begin once
 * they have started. Containers are restarted as the pod's policy says, the first time at once,
 * then after a delay that doubles up to five minutes. When all containers are over the sidecars end
 * in reverse order. A pod that is deleted, or has been active for too long, is asked to end and
 * killed when its grace is over.
 */
@NullMarked
package io.coxswain.node.pod;

import org.jspecify.annotations.NullMarked;
