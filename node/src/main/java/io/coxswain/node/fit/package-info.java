/**
 * What a pod requires of its node: amounts of resources, host ports, labels and taints. The
 * scheduler uses it to choose a node, the node to admit the pod, as kube-scheduler and kubelet
 * share these rules upstream. Everything is a pure value.
 */
@NullMarked
package io.coxswain.node.fit;

import org.jspecify.annotations.NullMarked;
