/**
 * A scheduler: it binds each pending pod to a node, in kube-scheduler's order and words.
 *
 * <p>{@link io.coxswain.node.scheduler.Scheduler} receives changes and maintains {@code
 * ClusterView}, the nodes with their used resources. {@code SchedulingCycle} decides about the
 * waiting pods, in the order of priority; {@code Placement} is the decision about one, a pure
 * function of pod and view: {@code Filter} determines which nodes do not fit and why, {@code
 * Scores} which of the others is best. {@code Bindings} writes the decisions.
 *
 * <p>It considers requests for cpu, memory, pods and extended resources, {@code
 * spec.unschedulable}, taints, node selector and affinity, affinity and anti-affinity between pods,
 * topology spread constraints, host ports, volumes (bound ones, and those that wait for their first
 * consumer) and priorities with preemption. Ties are broken by name: equal clusters yield equal
 * results.
 *
 * <p>Gangs: pods with the label {@code scheduling.x-k8s.io/pod-group} or the annotation {@code
 * scheduling.k8s.io/group-name} start when {@code minMember} of the PodGroup with that name fit,
 * all in one decision, or wait without reserving resources; so two gangs that do not both fit
 * cannot block each other. Without a PodGroup, the labels {@code
 * pod-group.scheduling.sigs.k8s.io/name} and {@code /min-available} have the same effect. Gangs do
 * not preempt.
 *
 * <p>Guarantees: a binding counts as used resources before the cache contains it, and nothing is
 * decided before all used resources are known, so no node is overcommitted. A pod that does not fit
 * gets the condition {@code PodScheduled=False}, reason {@code Unschedulable}, and a {@code
 * FailedScheduling} event, and is retried after a change that may help, at the earliest after 1 s,
 * then 2 s, up to 10 s.
 *
 * <p>Not supported: resource claims (DRA), limits on the number of volumes of a node, scheduling
 * profiles and extenders. A namespace selector of an affinity is evaluated when the pod is first
 * seen.
 */
@NullMarked
package io.coxswain.node.scheduler;

import org.jspecify.annotations.NullMarked;
