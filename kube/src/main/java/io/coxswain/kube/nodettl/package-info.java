/**
 * The node TTL controller: annotates nodes with the number of seconds for which kubelets may cache
 * Secrets and ConfigMaps, which grows with the size of the cluster. The steps overlap, so that a
 * size that fluctuates around a limit does not rewrite all nodes.
 *
 * <p>Nodes are counted from events, as upstream; the count is lost on a restart. This controller is
 * not related to the TTL of finished Jobs.
 */
@NullMarked
package io.coxswain.kube.nodettl;

import org.jspecify.annotations.NullMarked;
