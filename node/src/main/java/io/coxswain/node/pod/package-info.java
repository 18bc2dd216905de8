/**
 * The life of a pod on a node, independent of what its containers are.
 *
 * <p>{@link io.coxswain.node.pod.PodLife} is the state of a pod's containers; {@link
 * io.coxswain.node.pod.PodPlan} decides what to start, stop or delete next, and {@link
 * io.coxswain.node.pod.PodStatuses} computes the status, in a kubelet's words: phases, conditions,
 * container states, reasons. All of it is pure: process nodes and simulated nodes differ only in
 * what a container is.
 *
 * <p>Init containers run one after another; sidecars among them keep running, and the next one
 * starts once they have started. Containers are restarted according to the pod's policy, the first
 * time immediately, then after a delay that doubles up to five minutes. When all containers have
 * ended, the sidecars end in reverse order. A pod that is deleted, or has exceeded its active
 * deadline, is asked to terminate and killed after its grace period.
 */
@NullMarked
package io.coxswain.node.pod;

import org.jspecify.annotations.NullMarked;
