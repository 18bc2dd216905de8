/**
 * The node IPAM controller: allocates a pod CIDR per address family to every node. An allocation
 * never changes and is released when the node is deleted. Allocations are read from all nodes
 * before the first one is made, so a restart loses nothing; a CIDR that was chosen for a node stays
 * reserved for it if the response to the write is lost.
 *
 * <p>{@link io.coxswain.kube.nodeipam.CidrSet} is the cluster CIDR of one family, without the
 * service CIDRs.
 */
@NullMarked
package io.coxswain.kube.nodeipam;

import org.jspecify.annotations.NullMarked;
