/**
 * The node IPAM controller: gives every node a part of the cluster's address range for its pods,
 * one of each family. A part is given once and never changed; it is free again when its node is
 * deleted. What is given is known from the nodes themselves, all of which are looked at before the
 * first part is given, so a restart loses nothing; a part that was chosen for a node whose write
 * got no answer is kept for that node.
 *
 * <p>{@link io.coxswain.kube.nodeipam.CidrSet} is the range of one family; ranges of services are
 * taken out of it.
 */
@NullMarked
package io.coxswain.kube.nodeipam;

import org.jspecify.annotations.NullMarked;
