/**
 * The taint eviction controller: deletes the pods of a node with NoExecute taints that they do not
 * tolerate, at once or when the time for which they do is over.
 *
 * <p>The time runs from the moment at which this controller first saw the pod on the tainted node.
 * It is kept in memory: a restart gives every pod its whole time again, and a running one is not
 * changed by other tolerations of the same taints; it ends when the taints go, when they are
 * tolerated for ever, or when one comes that is not tolerated at all. All of that is as upstream.
 *
 * <p>Entry: {@link io.coxswain.kube.tainteviction.TaintEvictionController}. The decision is {@link
 * io.coxswain.kube.tainteviction.EvictionPlan}, one pass looks at one pod.
 */
@NullMarked
package io.coxswain.kube.tainteviction;

import org.jspecify.annotations.NullMarked;
