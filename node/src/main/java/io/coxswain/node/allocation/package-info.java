/**
 * What a node has given to its pods: admission of pods and of resizes, as a kubelet decides them.
 *
 * <p>{@link io.coxswain.node.allocation.NodeAllocations} holds the requests and host ports of the
 * pods of each node. A pod that does not fit is rejected: it fails with a kubelet's reason ({@code
 * OutOfcpu}, {@code NodePorts}, {@code NodeAffinity} and the like) and never starts. A critical pod
 * preempts others instead. A resize that exceeds the node is infeasible; one that does not fit now
 * is deferred until other pods leave or shrink, in a kubelet's order.
 *
 * <p>{@link io.coxswain.node.allocation.Resizes} and {@link io.coxswain.node.allocation.Rejections}
 * turn decisions into statuses and events.
 */
@NullMarked
package io.coxswain.node.allocation;

import org.jspecify.annotations.NullMarked;
