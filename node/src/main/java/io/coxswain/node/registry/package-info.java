/**
 * What every node does whatever its pods are: it registers, says how it is, and keeps its lease.
 *
 * <p>{@link io.coxswain.node.registry.NodeProfile} is what a node says about itself; {@link
 * io.coxswain.node.registry.NodeRegistry} keeps the Node objects and leases of any number of nodes
 * with one task. A lease lasts 40 s and is renewed every 10 s; a node's status is written when it
 * changes, and every 5 min.
 *
 * <p>A node with the annotation {@code coxswain.io/silent: "true"} is as dead to the cluster as one
 * that lost its network: no lease, no status, no news of its pods, until the annotation goes.
 */
@NullMarked
package io.coxswain.node.registry;

import org.jspecify.annotations.NullMarked;
