/**
 * A scheduler: it gives each pending pod a node, in kube-scheduler's order of things and words.
 *
 * <p>{@link io.coxswain.node.scheduler.Scheduler} takes in what changes and keeps {@code
 * ClusterView}, the nodes with what is used of them. {@code Round} decides about the pods that
 * wait, the most important first; {@code Placement} is the decision about one, a pure function of
 * pod and view: {@code Filter} says which nodes are out of the question and why, {@code Scores}
 * which of the others is best. {@code Bindings} writes what was decided.
 *
 * <p>It honours requests for cpu, memory, pods and extended resources, {@code spec.unschedulable},
 * taints, node selector and affinity, affinity and anti-affinity between pods, topology spread
 * constraints, host ports, volumes (those bound, those that wait for their first consumer) and
 * priorities with preemption. Equal nodes are told apart by name: the same cluster always gives the
 * same answer.
 *
 * <p>Gangs: pods with the label {@code scheduling.x-k8s.io/pod-group} or the annotation {@code
 * scheduling.k8s.io/group-name} start when {@code minMember} of the PodGroup of that name fit, all
 * in one decision, or wait without holding anything; so two gangs that do not both fit cannot block
 * each other. Without a PodGroup, the labels {@code pod-group.scheduling.sigs.k8s.io/name} and
 * {@code /min-available} say the same. Gangs do not preempt.
 *
 * <p>Guarantees: a binding counts as used room before the cache has seen it, and nothing is decided
 * before all that takes room is known, so no node is promised more than it has. A pod that fits
 * nowhere gets the condition {@code PodScheduled=False}, reason {@code Unschedulable}, and a {@code
 * FailedScheduling} event, and is tried again when something changes that may help, at the earliest
 * after 1 s, then 2 s, up to 10 s.
 *
 * <p>Not here: resource claims (DRA), limits on the number of volumes of a node, scheduling
 * profiles and extenders. A namespace selector of an affinity is looked up when the pod is seen.
 */
@NullMarked
package io.coxswain.node.scheduler;

import org.jspecify.annotations.NullMarked;
