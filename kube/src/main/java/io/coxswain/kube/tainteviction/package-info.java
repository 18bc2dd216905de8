/**
 * The taint eviction controller: deletes pods of a node with NoExecute taints that they do not
 * tolerate, immediately or after their toleration ends.
 *
 * <p>The time starts when this controller first observes the pod on the tainted node. It is kept in
 * memory: a restart starts it again for every pod. Changed tolerations of the same taints do not
 * affect a running timer; it is cancelled when the taints are removed or tolerated indefinitely,
 * and fires when a taint is added that is not tolerated. All of this is as upstream.
 *
 * <p>Entry: {@link io.coxswain.kube.tainteviction.TaintEvictionController}. {@link
 * io.coxswain.kube.tainteviction.EvictionPlan} decides; one reconcile handles one pod.
 */
@NullMarked
package io.coxswain.kube.tainteviction;

import org.jspecify.annotations.NullMarked;
