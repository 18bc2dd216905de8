/**
 * The TTL controller: tells kubelets by an annotation of their node for how many seconds they may
 * keep secrets and config maps, the longer the larger the cluster is. The steps overlap, so that a
 * cluster whose size goes up and down around a limit does not have all its nodes rewritten each
 * time.
 *
 * <p>The number of nodes is counted from events and lost on a restart, as upstream. It has nothing
 * to do with the TTL of finished Jobs.
 */
@NullMarked
package io.coxswain.kube.nodettl;

import org.jspecify.annotations.NullMarked;
