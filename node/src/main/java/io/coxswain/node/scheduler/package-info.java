/**
 * A scheduler for small clusters: it gives each pending pod of {@code default-scheduler} a ready
 * node that has room.
 *
 * <p>{@link io.coxswain.node.scheduler.Scheduler} wires it up; {@link
 * io.coxswain.node.scheduler.Placement} is the decision, a pure function of the pod, the nodes and
 * the pods that are bound already. It honours node readiness, {@code spec.unschedulable}, taints of
 * effect NoSchedule and NoExecute, {@code nodeSelector}, required node affinity and the requests
 * for cpu, memory, pods and extended resources. Among the nodes that fit it takes the one with the
 * fewest pods of the same controller, then the fewest pods, then the first by name: the same
 * cluster always gives the same answer.
 *
 * <p>Guarantees: one pod is placed at a time, and a binding counts as used room before the cache
 * has seen it. A pod that fits nowhere gets the condition {@code PodScheduled=False}, reason {@code
 * Unschedulable}, and a {@code FailedScheduling} event, and is tried again when a node or a bound
 * pod changes.
 *
 * <p>Not here: preemption, priorities, pod affinity, topology spread constraints, volumes and
 * gangs.
 */
@NullMarked
package io.coxswain.node.scheduler;

import org.jspecify.annotations.NullMarked;
